import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gmail } from '@googleapis/gmail';
import {
  type Credentials,
  end,
  endAll,
  folder,
  lastStarted,
  local,
  READY,
  refused,
  start,
} from '../harness/started';

afterAll(endAll);

/** What the gateway answers to somebody with this credential. */
async function leadsFor({ urls }: Credentials, credential: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${credential}` };
  const answer = await fetch(`${urls.gateway}/v1/leads`, { headers });
  return [answer.status, await answer.json()];
}

async function logIn({ urls }: Credentials, email: string, password: string): Promise<{ token: string }> {
  const answer = await fetch(`${urls.gateway}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return answer.json();
}

/** Every key and user of the file may call, and those who work with leads may ask for them. */
async function expectAccess(credentials: Credentials): Promise<void> {
  const noLeads = [200, { data: [], page: 1, pageSize: 25, total: 0 }];
  expect(await leadsFor(credentials, credentials.apiKey)).toEqual(noLeads);
  for (const { email, password, role } of credentials.users) {
    const { token } = await logIn(credentials, email, password);
    const answer = ['admin', 'agent'].includes(role) ? noLeads : [403, expect.anything()];
    expect([role, await leadsFor(credentials, token)]).toEqual([role, answer]);
  }
}

describe('a first start', () => {
  const state = path.join(folder, 'first');
  let credentials: Credentials;
  beforeAll(async () => {
    credentials = await start(state, READY);
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
    expect(statSync(path.join(state, 'credentials.json')).mode & 0o777).toBe(0o600);
  });

  test('tells them an API key and users, who can call the API', async () => {
    expect(credentials.users.map(({ email, role }) => [email, role])).toEqual([
      ['admin@example.com', 'admin'],
      ['agent@example.com', 'agent'],
      ['manager@example.com', 'manager'],
      ['staff@example.com', 'staff'],
    ]);
    await expectAccess(credentials);
    expect(await leadsFor(credentials, `${credentials.apiKey.slice(0, -1)}-`)).toMatchObject([401, {}]);
  });

  test('makes a cafe with a menu', async () => {
    const answer = await fetch(`${credentials.urls.gateway}/v1/cafes/C-1/menu`);
    expect(await answer.json()).toMatchObject({
      cafe: { id: 'C-1', currency: 'EUR' },
      data: [{ options: [{ choices: [{}, {}] }] }, { stock: null }, { stock: 12 }],
    });
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
    const other = await refused(state, '--port', '0');
    expect(other).toEqual({
      code: 1,
      out: '',
      error: expect.stringMatching(/^.* is in use by another Sheetdesk.*\n$/),
    });
    expect(await refused(state, '--port', '0', '--fresh')).toMatchObject({ code: 1, error: other.error });
    const port = new URL(credentials.urls.home).port;
    const busy = await refused(path.join(folder, 'busy'), '--port', port);
    expect(busy).toEqual({ code: 1, out: '', error: expect.stringMatching(/^Port \d+ cannot be had .*\n$/) });
    expect(existsSync(path.join(folder, 'busy'))).toBe(false);
  });

  test('ends at Ctrl-C, and the next start goes on where it was', async () => {
    const what = ['sheets/Cases', 'sheets/Messages', 'sheets/Settings'];
    const remembered = async (at: Credentials) => {
      const { mail, files, triggers, executions } = await local(at, 'state');
      const ids = triggers.map(({ id, handler }: { id: string; handler: string }) => [id, handler]);
      return [mail, files, executions, ids, ...(await Promise.all(what.map((one) => local(at, one))))];
    };
    const before = await remembered(credentials);
    expect(await end(lastStarted())).toBe(0);
    const again = await start(state, READY);
    expect(await remembered(again)).toEqual(before);
    const { gmailToken, apiKey, users } = credentials;
    expect(again).toMatchObject({ gmailToken, apiKey, users });
    await expectAccess(again);
    expect(await local(again, 'run/checkMail', { method: 'POST' })).toMatchObject({ newMessages: 0 });
    await end(lastStarted());
  });

  test('is forgotten by --fresh, and nothing else is', async () => {
    writeFileSync(path.join(state, 'notes.txt'), 'mine');
    const fresh = await start(state, READY, '--fresh');
    expect(await local(fresh, 'sheets/Cases')).toHaveLength(1);
    expect(fresh.gmailToken).not.toBe(credentials.gmailToken);
    expect(fresh.apiKey).not.toBe(credentials.apiKey);
    await expectAccess(fresh);
    expect(readFileSync(path.join(state, 'notes.txt'), 'utf8')).toBe('mine');
  });
});

describe('a start in vain says why in one line', () => {
  const inFolder = (name: string) => path.join(folder, name);

  test.each([
    ['an unknown option', ['--nothing'], /--nothing/],
    ['an argument that is none', ['something'], /something/],
    ['a port that is no number', ['--port', 'eighty'], /--port must be a number/],
    ['a port too high', ['--port', '70000'], /--port must be a number/],
    ['a folder where none can be', ['--state', '/dev/null/state'], /\/dev\/null\/state cannot be written/],
  ])('%s', async (_, args, words) => {
    const { code, out, error } = await refused(inFolder('vain'), '--port', '0', ...args);
    expect({ code, out, lines: error.split('\n').length }).toEqual({ code: 1, out: '', lines: 2 });
    expect(error).toMatch(words);
  });

  test.each([
    ['text', Buffer.from('no database')],
    ['bytes', Buffer.alloc(50_000, 7)],
  ])('a file of %s in place of the state stays as it is', async (name, content) => {
    mkdirSync(inFolder(name));
    const file = path.join(inFolder(name), 'sheetdesk.db');
    writeFileSync(file, content);
    const { code, error } = await refused(inFolder(name), '--port', '0');
    expect({ code, lines: error.split('\n').length }).toEqual({ code: 1, lines: 2 });
    expect(error).toContain('is broken');
    expect(readFileSync(file).equals(content)).toBe(true);
  });

  test("somebody else's credentials.json is not overwritten", async () => {
    mkdirSync(inFolder('foreign'));
    const file = path.join(inFolder('foreign'), 'credentials.json');
    writeFileSync(file, '{}');
    expect(await refused(inFolder('foreign'), '--port', '0', '--fresh')).toMatchObject({ code: 1 });
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  test('--help is not in vain', async () => {
    const { code, out, error } = await refused(inFolder('help'), '--help');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toContain('--latency');
  });
});
