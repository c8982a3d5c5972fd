import { openSealed } from '../../host/move/open-sealed';
import { type Call, postAll, toSent } from '../harness/api';
import { healthTexts } from '../harness/health';
import { protectionOf } from '../host/move/window/moved-sheet';
import { type ApiSheet, startSetUpSheet } from './api-sheet';

const NEW = 'https://api.example.com';
const YES = { button: 'YES' } as const;

let sheet: ApiSheet;
let token: string;

async function begin(): Promise<string[]> {
  const shown = await sheet.click('moveToDatabase', { text: `${NEW}/` }, YES);
  token = tokenIn(shown);
  return shown;
}

const tokenIn = (shown: readonly string[]) => /\w{50}-\w{50}/.exec(shown.at(-1) ?? '')?.[0] ?? '';

/** As the command does, in the envelope of a gateway. */
async function ask(path: string, { as = token.split('-')[0], method = 'GET', body = '', query = '' } = {}) {
  const envelope = { method, path, query, headers: { authorization: `Bearer ${as}` }, body };
  const response = await fetch(sheet.local.urls.api, { method: 'POST', body: JSON.stringify(envelope) });
  const reply = (await response.json()) as {
    status: number;
    headers: Record<string, string>;
    body: string;
  };
  return { ...reply, body: reply.body === '' ? undefined : JSON.parse(reply.body) };
}

const askAll = (calls: readonly Call[]) =>
  postAll(
    sheet.local,
    calls.map(([endpoint, asked]) => toSent(endpoint, { token: token?.split('-')[0] ?? '', ...asked })),
  );

describe('Move to a database', () => {
  beforeEach(async () => {
    sheet = await startSetUpSheet();
  });
  afterEach(() => sheet.close());

  test('shows a token and the command, and stores neither half of the token in a cell', async () => {
    const before = sheet.sheets();
    const shown = await begin();
    expect(shown.at(-1)).toContain('npm run graduate -- --from');
    expect(token).toMatch(/^\w{50}-\w{50}$/);
    expect(sheet.sheets()).toEqual(before);
    expect(sheet.properties().move).not.toContain(token.split('-')[0]);
  });

  test('refuses an address that is not https, and changes nothing', async () => {
    const shown = await sheet.click('moveToDatabase', { text: 'http://api.example.com' });
    expect(shown.at(-1)).toContain('must start with https:// (got "http://api.example.com")');
    expect(sheet.properties().move).toBeUndefined();
  });

  test('the menu changes nothing that would not move', async () => {
    await begin();
    await expect(sheet.click('newUser', { text: 'ann@example.com' })).rejects.toThrow(`moving to ${NEW}`);
    const { status } = await ask('/v1/move/finish', {
      method: 'POST',
      body: `{"windowToken":"${'w'.repeat(40)}"}`,
    });
    expect(status).toBe(200);
    await expect(sheet.click('newKey')).rejects.toThrow(`moved to ${NEW}. Use the commands of the host`);
    expect((await sheet.click('stopMoving')).at(-1)).toContain('The only way back is a CSV export.');
  });

  test('whoever edits a tab gets a warning in every cell of it, as long as it moves', async () => {
    const edited = () => ['Scoring', 'Leads', 'Users'].map((tab) => protectionOf(sheet, tab));
    const before = edited();
    expect(before[0]).toEqual({ warningOnly: true, unprotected: 4 });
    await begin();
    expect(edited()).toEqual(before.map((one) => ({ ...one, unprotected: 0 })));
    await sheet.click('stopMoving', YES);
    expect(edited()).toEqual(before);
    await begin();
    const body = `{"windowToken":"${'w'.repeat(40)}"}`;
    for (let turn = 0; turn < 2; turn++)
      expect((await ask('/v1/move/finish', { method: 'POST', body })).status).toBe(200);
    expect(protectionOf(sheet, 'Scoring')).toEqual(before[0]);
  });
});

describe('once a move to a database has begun', () => {
  let early: Awaited<ReturnType<typeof askAll>>;
  beforeAll(async () => {
    sheet = await startSetUpSheet();
    early = await askAll(['x'.repeat(50), ''].map((one) => ['GET /v1/move', { token: one }]));
    await sheet.click('newUser', { text: 'ann@example.com' }, { text: 'admin' }, { text: '' });
    sheet.setProperty('stripeSecretKey', 'sk_test_of_the_owner');
    sheet.fill('Scoring', 40, ['A rule', 'filter', 'x', '=1+1']);
    await begin();
  });
  afterAll(() => sheet.close());

  test('from then on every request is answered 503 with the new address', async () => {
    const endpoints = [
      'GET /v1/health',
      'GET /v1/leads',
      'POST /v1/leads',
      'OPTIONS /v1/leads',
      'GET /openapi.json',
      'GET /v1/moves',
      'POST /webhooks/payments',
    ];
    const told = await askAll(endpoints.map((endpoint) => [endpoint, {}]));
    for (const [at, { status, headers, body }] of told.entries()) {
      const where = endpoints[at];
      expect([where, status, headers?.['retry-after'], headers?.location]).toEqual([where, 503, '60', NEW]);
      expect(body).toMatchObject({ error: { code: 'moving', message: expect.stringContaining(NEW) } });
    }
  });

  test('nothing is sent meanwhile', async () => {
    await sheet.timersWithin(180_000);
    const runs = sheet.local.executions.filter(({ kind }) => kind === 'trigger').slice(-2);
    expect(runs.map(({ calls }) => calls.map(({ method }) => method))).toEqual([
      ['cache.getAll'],
      ['cache.getAll'],
    ]);
    sheet.stopTimers();
  });

  test('Health says since when', async () => {
    await sheet.click('showHealth');
    expect(healthTexts(sheet.rowsOf('Health'))['Move to a database']).toContain(
      `The API is moving to ${NEW}, started 3 minutes ago.`,
    );
  });

  test('everything has ended that had begun before, once an execution cannot be as old', async () => {
    expect((await ask('/v1/move')).body.isSettled).toBe(false);
    await sheet.timersWithin(400_000);
    expect((await ask('/v1/move')).body.isSettled).toBe(true);
  });

  test('the token alone opens the move, and not before it has begun', async () => {
    expect(early).toMatchObject([
      { status: 401, body: { error: { code: 'invalid_token' } } },
      { status: 401 },
    ]);
    const told = await askAll([
      ['GET /v1/move'],
      ...['x'.repeat(50), '', token, token.split('-')[1] ?? ''].flatMap((one): Call[] => [
        ['GET /v1/move', { token: one }],
        ['GET /v1/move/rows', { token: one, query: 'table=Leads&from=2&count=1' }],
        ['GET /v1/move/accounts', { token: one }],
      ]),
    ]);
    expect(told.slice(1).map(({ status }) => status)).toEqual(Array(12).fill(401));
    expect(told[0]?.body).toMatchObject({ state: 'moving', address: NEW });
    const plain = await fetch(`${sheet.local.urls.api}?path=/v1/move&token=${token.split('-')[0]}`);
    expect(await plain.json()).toMatchObject({ error: { status: 401 } });
  });

  test('rows are sent as their cells are, with an ETag that says whether they have changed', async () => {
    const query = 'table=Scoring&from=40&count=5';
    const { body, headers } = await ask('/v1/move/rows', { query });
    expect(body).toEqual({
      header: ['rule', 'field', 'when', 'points'],
      rows: [['A rule', 'filter', 'x', 2]],
    });
    sheet.edit('Scoring', 'D40', '3');
    expect((await ask('/v1/move/rows', { query })).headers.etag).not.toBe(headers.etag);
  });

  test('tables of accounts are sent sealed alone: with the other half of the token everything is in it', async () => {
    const [rows, accounts] = await askAll([
      ['GET /v1/move/rows', { query: 'table=Users&from=2&count=5' }],
      ['GET /v1/move/accounts'],
    ]);
    expect(rows?.status).toBe(404);
    const body = accounts?.body as { sealed: string };
    expect(JSON.stringify(body)).not.toContain('ann@example.com');
    const sealed = Buffer.from(body.sealed, 'base64');
    const opened = JSON.parse(openSealed(sealed, token.split('-')[1] as string).toString());
    expect(opened.signingSecret).toBe(sheet.properties().accountsSecret);
    expect(opened.settings).toEqual({ stripeSecretKey: 'sk_test_of_the_owner' });
    expect(opened.tables.Users.rows[0].slice(0, 2)).toEqual(['U-1', 'ann@example.com']);
    for (const at of [0, 20, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openSealed(changed, token.split('-')[1] as string)).toThrow('changed in transit');
    }
    expect(() => openSealed(sealed, 'x'.repeat(50))).toThrow('token is incomplete');
  });

  test('a new token makes the old one invalid', async () => {
    const old = token.split('-')[0] as string;
    const shown = await sheet.click('moveToDatabase', YES);
    token = tokenIn(shown);
    const told = await askAll([['GET /v1/move', { token: old }], ['GET /v1/move']]);
    expect(told.map(({ status }) => status)).toEqual([401, 200]);
  });

  test('Stop the move: the sheet serves again', async () => {
    await sheet.click('stopMoving', YES);
    const told = await askAll([['GET /v1/health'], ['GET /v1/move']]);
    expect(told.map(({ status }) => status)).toEqual([200, 401]);
  });
});
