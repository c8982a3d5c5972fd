import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gmail } from '@googleapis/gmail';
import { parseOptions } from '../../local/options';
import { openState } from '../../local/state';
import { openStore } from '../../runtime/store';
import { spread, testLong } from '../harness/extent';
import {
  type Credentials,
  end,
  endAll,
  folder,
  killAt,
  lastStarted,
  local,
  READY,
  refused,
  start,
} from '../harness/started';
import { type Asked, type WatchedStart, watchStart } from './watched-start';

afterAll(endAll);

async function get({ urls }: Credentials, at: string, credential = ''): Promise<[number, unknown]> {
  const headers = credential ? { authorization: `Bearer ${credential}` } : {};
  const answer = await fetch(`${urls.gateway}${at}`, { headers });
  return [answer.status, await answer.json()];
}

async function logIn(
  { urls }: Credentials,
  { email, password }: Credentials['users'][number],
): Promise<string> {
  const answer = await fetch(`${urls.gateway}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return (await answer.json()).token;
}

/** What is answered to the key, to each user and to anybody, asked for each once. */
async function callWithAll(credentials: Credentials): Promise<unknown[]> {
  const { apiKey, users, cafeId } = credentials;
  const answers: unknown[] = [['key', ...(await get(credentials, '/v1/leads', apiKey))]];
  for (const user of users)
    answers.push([user.role, ...(await get(credentials, '/v1/leads', await logIn(credentials, user)))]);
  return [...answers, await get(credentials, `/v1/cafes/${cafeId}/menu`)];
}

const NO_LEADS = [200, { data: [], page: 1, pageSize: 25, total: 0 }];
const FORBIDDEN = [403, expect.anything()];
const UNAVAILABLE = { error: { status: 503, code: 'unavailable', retryAfter: 1 } };

describe('a first start', () => {
  const state = path.join(folder, 'first');
  const file = path.join(state, 'credentials.json');
  let first: WatchedStart<unknown[]>;
  let credentials: Credentials;
  beforeAll(async () => {
    first = await watchStart(state, callWithAll);
    credentials = first.credentials;
  });

  test('makes a case to look at, with two messages and a file', async () => {
    expect(await local(credentials, 'sheets/Cases')).toMatchObject([
      { caseNumber: 'CASE-0001', status: 'Open' },
    ]);
    expect(await local(credentials, 'sheets/Messages')).toHaveLength(2);
    const { files } = await local(credentials, 'state');
    expect(files.map(({ name }: { name: string }) => name)).toContain('CASE-0001_display.txt');
  });

  test('tells programs of the same person where everything is', () => {
    const { urls, gmailToken } = credentials;
    const home = urls.home;
    expect(urls).toEqual({
      home: expect.stringMatching(/^http:\/\/localhost:\d+$/),
      desk: `${home}/macros/s/local-desk/exec`,
      api: `${home}/macros/s/local-api/exec`,
      gateway: home,
      gmail: home,
      stripe: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    expect(gmailToken).toMatch(/^[\w-]{32}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(state).mode & 0o777).toBe(0o700);
  });

  test('writes its credentials once, and never a part of them', () => {
    expect(first.events).toEqual(['rename']);
    expect(existsSync(`${file}.tmp`)).toBe(false);
  });

  test('has made all that they tell of when they are there: a key, users, a cafe with a menu', async () => {
    expect(credentials.users.map(({ email, role }) => [email, role])).toEqual([
      ['admin@example.com', 'admin'],
      ['agent@example.com', 'agent'],
      ['manager@example.com', 'manager'],
      ['staff@example.com', 'staff'],
    ]);
    expect(credentials.cafeId).toBe('C-1');
    const called = await first.called;
    expect(called).toEqual([
      ['key', ...NO_LEADS],
      ['admin', ...NO_LEADS],
      ['agent', ...NO_LEADS],
      ['manager', ...FORBIDDEN],
      ['staff', ...FORBIDDEN],
      [200, expect.objectContaining({ data: expect.anything() })],
    ]);
    expect(called.at(-1)).toMatchObject([
      200,
      {
        cafe: { id: 'C-1', currency: 'EUR' },
        categories: ['Coffee', 'Pastry'],
        data: expect.arrayContaining([
          expect.objectContaining({
            id: 'I-1',
            options: [expect.objectContaining({ name: 'Milk', min: 1 })],
          }),
          expect.objectContaining({ id: 'I-2', stock: null }),
          expect.objectContaining({ id: 'I-3', stock: 12 }),
        ]),
      },
    ]);
  });

  test('answers nobody before they are there', () => {
    const early = first.answers.filter(({ status, isWhole }) => status !== 503 && !isWhole);
    expect(early.map(({ asked, status }) => [asked, status])).toEqual([]);
  });

  test.each<[Asked, unknown]>([
    ['gateway', UNAVAILABLE],
    ['webhook', UNAVAILABLE],
    ['description', UNAVAILABLE],
    ['plain call', UNAVAILABLE],
    ['envelope', { status: 503, headers: { 'retry-after': '1' } }],
    ['control API', UNAVAILABLE],
  ])('tells a caller of the %s when to come back', (asked, body) => {
    const [answer] = first.answers.filter((one) => one.asked === asked && one.status === 503);
    expect(answer?.retryAfter).toBe('1');
    expect(JSON.parse(answer?.text ?? '')).toMatchObject(body as object);
  });

  test.each<Asked>(['inspector', 'page'])('has a browser that asks for the %s come back', (asked) => {
    const [answer] = first.answers.filter((one) => one.asked === asked && one.status === 503);
    expect(answer?.retryAfter).toBe('1');
    expect(answer?.text).toContain('is seeding its demo data');
  });

  test('knows no key but its own', async () => {
    const wrong = `${credentials.apiKey.slice(0, -1)}-`;
    expect(await get(credentials, '/v1/leads', wrong)).toMatchObject([401, {}]);
  });

  test("takes mail from Google's own client, and makes a case of it", async () => {
    const { urls, gmailToken } = credentials;
    const headers = { authorization: `Bearer ${gmailToken}` };
    const client = gmail({
      version: 'v1',
      rootUrl: `${urls.gmail}/`,
      headers,
      retry: false,
      fetchImplementation: fetch,
    });
    const letter = 'From: Mira <mira.oduya@example.com>\r\nSubject: By the client\r\n\r\nHello.\r\n';
    const raw = Buffer.from(letter).toString('base64url');
    await client.users.messages.insert({ userId: 'me', requestBody: { raw, labelIds: ['INBOX', 'UNREAD'] } });
    const checked = await local(credentials, 'run/checkMail', { method: 'POST' });
    expect(checked).toEqual({ ok: true, newCases: ['CASE-0002'], newMessages: 1 });
    expect((await local(credentials, 'sheets/Cases')).at(-1)).toMatchObject({ subject: 'By the client' });
  });

  test('asks clients of Gmail for the token', async () => {
    expect((await fetch(`${credentials.urls.gmail}/gmail/v1/users/me/profile`)).status).toBe(401);
  });

  test('keeps its state to itself', async () => {
    const content = readFileSync(file, 'utf8');
    for (const fresh of [false, true])
      expect(() => openState(state, { fresh })).toThrow(/^.* is in use by another Sheetdesk/);
    const port = new URL(credentials.urls.home).port;
    const busy = await refused(path.join(folder, 'busy'), '--port', port);
    const error = `Port ${port} is in use. Choose another with --port.\n`;
    expect(busy).toEqual({ code: 1, out: '', error });
    expect(existsSync(path.join(folder, 'busy'))).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  describe('ends at Ctrl-C, and the next start', () => {
    let before: unknown[];
    let again: WatchedStart<unknown>;
    const remembered = async (at: Credentials, newest = Number.MAX_SAFE_INTEGER) => {
      const { mail, files, triggers } = await local(at, 'state');
      const executions: { id: number }[] = await local(at, 'executions?limit=500');
      const ids = triggers.map(({ id, handler }: { id: string; handler: string }) => [id, handler]);
      const tabs = ['Cases', 'Messages', 'Settings'].map((tab) => local(at, `sheets/${tab}`));
      return [mail, files, ids, executions.filter(({ id }) => id <= newest), ...(await Promise.all(tabs))];
    };
    beforeAll(async () => {
      before = await remembered(credentials);
      expect(await end(lastStarted())).toBe(0);
      chmodSync(state, 0o755);
      again = await watchStart(state, (found) => get(found, '/v1/leads', found.apiKey));
    });

    test('goes on where it was', async () => {
      const { gmailToken, apiKey, users, cafeId } = credentials;
      expect(again.credentials).toMatchObject({ gmailToken, apiKey, users, cafeId });
      const [{ id: newest }] = before[3] as [{ id: number }];
      expect(await remembered(again.credentials, newest)).toEqual(before);
      const checked = await local(again.credentials, 'run/checkMail', { method: 'POST' });
      expect(checked).toMatchObject({ newMessages: 0 });
    });

    test('answers whoever reaches it, from the first connection on', () => {
      expect(again.answers.length).toBeGreaterThan(0);
      const wrong = again.answers.filter(({ status, isWhole }) => status === 503 || !isWhole);
      expect(wrong.map(({ asked, status }) => [asked, status])).toEqual([]);
    });

    test('takes the credentials away, and writes them once', async () => {
      expect(again.events).toEqual(['rename', 'rename']);
      expect(await again.called).toEqual(NO_LEADS);
    });

    test('makes its folder private again', () => {
      expect(statSync(state).mode & 0o777).toBe(0o700);
    });
  });

  describe('is in test mode', () => {
    const database = path.join(state, 'sheetdesk.db');
    const isInTestMode = async (at: Credentials) => {
      const [, session] = await get(at, '/v1/auth/session', at.apiKey);
      return (session as { testMode: boolean }).testMode;
    };
    const restart = async (change: string) => {
      await end(lastStarted());
      const store = openStore(database);
      store.exec(change);
      store.close();
      return start(state, READY);
    };

    testLong('once, also where a release before test mode has seeded it', async () => {
      const off = "delete from properties where key = 'testMode'";
      const old = `${off}; delete from remembered where name = 'test mode'`;
      expect(await isInTestMode(await restart(old))).toBe(true);
      expect(await isInTestMode(await restart(off))).toBe(false);
    });
  });

  describe('is forgotten by --fresh, and nothing else is', () => {
    let fresh: Credentials;
    testLong('a start that was killed while seeding leaves no credentials', async () => {
      await end(lastStarted());
      writeFileSync(path.join(state, 'notes.txt'), 'mine');
      chmodSync(state, 0o755);
      const said = await killAt('Seeding', state, '--fresh');
      expect(said).toMatch(/^Seeding demo data/);
      expect(existsSync(file)).toBe(false);
    });

    testLong('the next one seeds what is missing', async () => {
      fresh = await start(state, READY);
      expect(await local(fresh, 'sheets/Cases')).toHaveLength(1);
      expect(fresh.gmailToken).not.toBe(credentials.gmailToken);
      expect(fresh.apiKey).not.toBe(credentials.apiKey);
      expect(await get(fresh, '/v1/leads', fresh.apiKey)).toEqual(NO_LEADS);
    });

    testLong('a folder that holds something else stays as it is', () => {
      expect(readFileSync(path.join(state, 'notes.txt'), 'utf8')).toBe('mine');
      expect(statSync(state).mode & 0o777).toBe(0o755);
    });

    testLong('a start that cannot seed says why, and leaves no credentials', async () => {
      await local(fresh, 'sheets/Users/cells/B2?script=api', {
        method: 'PUT',
        body: JSON.stringify({ text: 'owner@example.org' }),
      });
      expect((await local(fresh, 'sheets/Users?script=api'))[0].email).toBe('owner@example.org');
      await end(lastStarted());
      forgetDemo(state);
      const { code, error } = await refused(state, '--port', '0');
      expect({ code, lines: error.split('\n').length }).toEqual({ code: 1, lines: 2 });
      expect(error).toMatch(/^Seeding failed\. .*has users of its own/);
      expect(existsSync(file)).toBe(false);
    });
  });
});

/** As a start leaves it that ended before its users were there. */
function forgetDemo(state: string): void {
  const store = openStore(path.join(state, 'sheetdesk.db'));
  store.exec("delete from remembered where name = 'demo'");
  store.close();
}

describe('a start in vain says why in one line', () => {
  const inFolder = (name: string) => path.join(folder, name);

  const wrong: [string, string[], RegExp][] = [
    ['an unknown option', ['--nothing'], /--nothing/],
    ['an argument that is none', ['something'], /something/],
    ['a port that is no number', ['--port', 'eighty'], /--port must be a number/],
    ['a port too high', ['--port', '70000'], /--port must be a number/],
    ['a doubt that nobody has', ['--doubt', 'toString'], /--doubt must be one of no-active-spreadsheet, /],
  ];

  test.each(wrong)('%s is a wrong option', (_, args, words) => {
    expect(() => parseOptions(args)).toThrow(words);
  });

  const vain: typeof wrong = [
    ['a folder where none can be', ['--state', '/dev/null/state'], /\/dev\/null\/state is not writable/],
    ...wrong,
  ];

  test.each(spread(vain, 1))('%s', async (_, args, words) => {
    const { code, out, error } = await refused(inFolder('vain'), '--port', '0', ...args);
    expect({ code, out, lines: error.split('\n').length }).toEqual({ code: 1, out: '', lines: 2 });
    expect(error).toMatch(words);
  });

  const damaged: [string, Buffer][] = [
    ['text', Buffer.from('no database')],
    ['bytes', Buffer.alloc(50_000, 7)],
  ];

  test.each(damaged)('a file of %s in place of the state stays as it is', (name, content) => {
    mkdirSync(inFolder(name));
    const file = path.join(inFolder(name), 'sheetdesk.db');
    writeFileSync(file, content);
    expect(() => openState(inFolder(name), { fresh: false })).toThrow(/is damaged/);
    expect(readFileSync(file).equals(content)).toBe(true);
  });

  test("somebody else's credentials.json is not overwritten", () => {
    mkdirSync(inFolder('foreign'));
    const file = path.join(inFolder('foreign'), 'credentials.json');
    writeFileSync(file, '{}');
    expect(() => openState(inFolder('foreign'), { fresh: true })).toThrow(/give --state another folder/);
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  testLong('--help is not in vain', async () => {
    const { code, out, error } = await refused(inFolder('help'), '--help');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('--latency');
  });
});
