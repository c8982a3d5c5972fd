import { EXECUTION_START_MS } from '../../runtime/execution/costs';
import type { Execution } from '../../runtime/execution/execution';
import type { Reply } from '../../src/http/reply';
import { IS_LONG, spread, testLong } from '../harness/extent';
import { withKillAtCalls } from '../harness/faults';
import { ADMIN, getting, type Office, STAFF, sending, startOffice, toLogOut } from './office';
import type { Step } from './script';

const DELAYS = IS_LONG ? Array.from({ length: 12 }, (_, index) => index * 200) : [400, 1_400];
/** The cell, what is typed into it and what was there before, and what a key is answered then. */
const EDITS = [
  ['Users', 'G2', '2026-11-21', '', 401],
  ['Users', 'G2', 'gone', '', 401],
  ['Users', 'D2', 'staff', 'admin', 403],
  ['Users', 'D2', '', 'admin', 401],
  ['Keys', 'G2', 'yes', '', 401],
] as const;
const UNKNOWN = 'invalid_token: The API key or token is invalid or has been revoked.';

describe('a credential', () => {
  let office: Office;
  let session: string;
  let [deleted, ended, ofStaff] = ['', '', ''];
  beforeAll(async () => {
    office = await startOffice();
    [session = '', deleted = '', ended = '', ofStaff = ''] = await office.tokensOf(
      ADMIN,
      ADMIN,
      ADMIN,
      STAFF,
    );
  });
  afterAll(() => office.close());

  const sheetCalls = ({ execution }: Awaited<ReturnType<Office['get']>>) => execution.count('spreadsheet.');

  /** The cache forgets the credential, so that the sheet is asked. */
  const forget = (...tokens: string[]) => office.run('drop', [tokens.map((token) => `c:${hashOf(token)}`)]);

  /** As it stands in the sheet. */
  function hashOf(token: string): string {
    const [kind, ...parts] = token.split('_');
    const [tab, id] = kind === 'sk' ? ['Keys', `K-${parts[0]}`] : ['Sessions', `S-${parts[1]}`];
    return String(office.rows(tab).find((row) => row.id === id)?.hash);
  }

  test('an API key acts for its user and is counted by itself; a request without a credential has no caller', async () => {
    const told = await office.runAll([getting(office.secrets.apiKey), sending({})]);
    const [ofKey, without] = told as Reply[];
    expect(JSON.parse(ofKey?.body ?? '')).toMatchObject({
      id: 'U-1',
      role: 'admin',
      countedBy: 'K-1',
    });
    expect(without).toMatchObject({ status: 401, body: expect.stringContaining('no_credential') });
  });

  test('what has another form is refused without a call of any service', async () => {
    const malformed = [
      'Basic YTpi',
      'Bearer',
      'Bearer x',
      'sk_1_abc',
      `Bearer sk_1_${'a'.repeat(37)}`,
      `Bearer sk_1_${'ä'.repeat(38)}`,
      `Bearer st_1_1_${'a'.repeat(38)}`,
      `Bearer sk_${'9'.repeat(16)}_${'a'.repeat(38)}`,
    ];
    const told = await office.sendAll(malformed.map((authorization) => ({ headers: { authorization } })));
    const refused = { status: 401, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } };
    expect(told).toMatchObject(malformed.map(() => refused));
    expect(office.executions.at(-1)?.count()).toBe(0);
  });

  test('a forged token is refused without a read of the sheet, within 50 ms', async () => {
    const forge = (token: string) => token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
    await office.get(forge(session));
    const told = await office.getAll(forge(office.secrets.apiKey), forge(session));
    expect(told).toMatchObject(Array(2).fill({ status: 401, body: UNKNOWN }));
    const { calls, elapsed } = office.executions.at(-1) as Execution;
    expect(calls.map(({ method }) => method)).toEqual(['cache.getAll', 'cache.getAll']);
    expect(elapsed - EXECUTION_START_MS).toBeLessThanOrEqual(2 * 50);
  });

  test('a token with another number in it is not another credential, nor is one with a later end', async () => {
    const [, , , end = ''] = session.split('_');
    const others = [
      session.replace('st_1_', 'st_2_'),
      office.secrets.apiKey.replace('sk_1_', 'sk_2_'),
      session.replace(end, 'zzzzzzz'),
    ];
    expect(await office.getAll(...others)).toMatchObject(Array(3).fill({ status: 401, body: UNKNOWN }));
  });

  test('a genuine token is refused once its row has been deleted', async () => {
    const at = office.rows('Sessions').findIndex(({ hash }) => hash === hashOf(deleted));
    const told = await office.edit('Sessions', `A${at + 2}`, 'S-900', getting(deleted));
    expect(told).toMatchObject([{ status: 401, body: UNKNOWN }]);
  });

  test('an API key is accepted in a URL only if it was made for that', async () => {
    const { apiKey } = office.secrets;
    const before = await office.runAll([getting(apiKey, 'plain'), getting(session, 'plain')]);
    expect(before).toMatchObject([{ status: 200 }, { status: 200 }]);
    const after = await office.edit('Keys', 'E2', 'FALSE', getting(apiKey, 'plain'), getting(apiKey));
    expect(after).toMatchObject([
      { status: 401, body: expect.stringContaining('This API key is not enabled for plain calls') },
      { status: 200 },
    ]);
  });

  test('logout ends the session at once, for the cache and for the sheet', async () => {
    expect(await office.logOut(ended)).toMatchObject({ status: 200, body: '{"ok":true}' });
    const warm = await office.get(ended);
    expect(warm).toMatchObject({ status: 401, body: UNKNOWN });
    expect(sheetCalls(warm)).toBe(0);
    const [, ...told] = await office.runAll([
      ['drop', [`c:${hashOf(ended)}`, `r:${hashOf(ended)}`]],
      getting(ended),
      getting(session),
    ]);
    expect(told).toMatchObject([{ status: 401, body: UNKNOWN }, { status: 200 }]);
  });

  test('logout with an API key is a 400 and ends nothing', async () => {
    const { apiKey } = office.secrets;
    expect(await office.runAll([sending(toLogOut(apiKey)), getting(apiKey)])).toMatchObject([
      { status: 400, body: expect.stringMatching(/^no_session/) },
      { status: 200 },
    ]);
  });

  test('every role may log out', async () => {
    expect((await office.logOut(ofStaff)).status).toBe(200);
  });

  testLong('a logout whose execution dies can be repeated', async () => {
    await withKillAtCalls(5, async ({ call }) => {
      const token = await office.tokenOf(ADMIN);
      await office.logOut(token, { fault: { call, kind: 'kill after' } }).catch(() => {});
      const ended = office.executions.at(-1) as Execution;
      await office.logOut(token);
      await office.run('drop', [[`c:${hashOf(token)}`, `r:${hashOf(token)}`]]);
      expect((await office.get(token)).status).toBe(401);
      return ended;
    });
  });

  test('a revoked session stays revoked, whenever a slow read of the sheet ends', async () => {
    const outcomes: number[] = [];
    const tokens = await office.tokensOf(...DELAYS.map(() => ADMIN));
    await forget(...tokens);
    for (const [at, delay] of DELAYS.entries()) {
      const token = tokens[at] as string;
      const startsAt = office.now + 1_000;
      const [fill] = await Promise.all([
        office.get(token, { startsAt: startsAt + 1_200 }),
        office.logOut(token, { startsAt: startsAt + delay }),
      ]);
      outcomes.push(fill.status);
    }
    const ended = Array(tokens.length).fill(401);
    expect(await office.statusesOf(...tokens)).toEqual(ended);
    await office.wait(4.9 * 3_600_000);
    expect(await office.statusesOf(...tokens)).toEqual(ended);
    expect(new Set(outcomes)).toEqual(new Set([200, 401]));
  });
});

test('once the secret is lost, older credentials fail and new ones work', async () => {
  const office = await startOffice();
  const { apiKey } = office.secrets;
  const [, entered] = await office.runAll([['loseSecret'], sending(office.toLogIn(ADMIN))]);
  const { token } = JSON.parse((entered as Reply).body);
  const [, ...told] = await office.runAll([
    ['drop', ['Keys', 'Sessions'].map((tab) => `c:${office.rows(tab)[0]?.hash}`)],
    getting(token),
    getting(apiKey),
  ]);
  expect(told).toMatchObject([{ status: 200 }, { status: 401, body: UNKNOWN }]);
  await office.close();
});

describe('edits by hand of the account tabs', () => {
  let office: Office;
  beforeAll(async () => {
    office = await startOffice();
  });
  afterAll(() => office.close());

  const ask = () => office.get(office.secrets.apiKey);

  /** The cache forgets the key, and that it was refused. */
  const forgetting = (): Step => {
    const { hash } = office.rows('Keys')[0] ?? {};
    return ['drop', [`c:${hash}`, `r:${hash}`]];
  };

  test.each(spread(EDITS, 3))('%s!%s: %j applies at once', async (tab, a1, text, before, status) => {
    await office.wait(10_000);
    const asking = getting(office.secrets.apiKey);
    expect((await office.runAll([forgetting(), asking]))[1]).toMatchObject({ status: 200 });
    expect(await office.edit(tab, a1, text, asking)).toMatchObject([{ status }]);
    office.change(tab, a1, before);
  });

  test('read each credential once more, then it is cached again', async () => {
    await office.edit('Users', 'E2', '', forgetting());
    await office.wait(3_000);
    expect((await ask()).execution.count('spreadsheet.')).toBeGreaterThan(0);
    expect((await ask()).execution.count('spreadsheet.')).toBe(0);
  });

  test('an edit of another tab invalidates nothing', async () => {
    await office.runAll([
      ['makeTab', 'Notes'],
      ['edited', 'Notes', 'A1'],
    ]);
    expect((await ask()).execution.count('spreadsheet.')).toBe(0);
  });
});
