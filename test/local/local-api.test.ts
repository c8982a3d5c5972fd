import type { Local } from '../../local/local';
import { openStore } from '../../runtime/store';
import { testLong } from '../harness/extent';
import { serveScripts } from '../harness/scripts';
import { closing, serve, startSeeded } from '../harness/seeded';

let local: Local;

beforeAll(async () => {
  local = await startSeeded();
});
afterAll(() => local.close());

const ask = (path: string, init: RequestInit = {}) => fetch(`${local.urls.home}/_local/${path}`, init);
const get = async (path: string) => (await ask(path)).json();
const post = (path: string, body = '', type = 'text/plain') =>
  ask(path, { method: 'POST', body, headers: { 'content-type': type } });
const json = (path: string, body: unknown) => post(path, JSON.stringify(body), 'application/json');

describe('running a function', () => {
  test('answers what it returned', async () => {
    expect(await (await post('run/getSettings')).json()).toMatchObject({
      senders: ['mira.oduya@example.com'],
    });
    expect(await (await json('run/saveSettings', [{ emailAlerts: true }])).json()).toMatchObject({
      ok: true,
    });
  });

  test('answers null where it returned nothing', async () => {
    expect(await (await post('run/setUp', '[]')).json()).toBeNull();
  });

  test('answers 500 with what it threw', async () => {
    const fail = () => {
      throw new RangeError('too far');
    };
    const own = await serveScripts({ desk: { fail } });
    const answer = await fetch(`${own.urls.home}/_local/run/fail`, { method: 'POST' });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: { name: 'RangeError', message: 'too far' } });
    await own.close();
  });

  test.each([
    ['an unknown function', 'run/nothing', '[]', 404],
    ['an unknown script', 'run/setUp?script=other', '[]', 400],
    ['arguments that are no list', 'run/setUp', '{}', 400],
    ['a body that is not JSON', 'run/setUp', 'x', 400],
    ['an unknown trigger', 'triggers/1/run', '', 404],
    ['an empty message', 'mail', '', 400],
    ['a mailbox file without messages', 'mbox', '', 400],
    ['an unknown address', 'elsewhere', '', 404],
  ])('refuses %s', async (_, path, body, status) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: { name: 'Refusal', message: expect.any(String) } });
  });
});

describe('sheets', () => {
  test('are rows by their headers', async () => {
    const [first] = await get('sheets/Cases');
    expect(first).toMatchObject({
      caseNumber: 'CASE-0001',
      sender: 'mira.oduya@example.com',
      status: 'Open',
    });
  });

  test('answer 404 for a tab that is not there', async () => {
    expect((await ask('sheets/Nothing')).status).toBe(404);
    expect((await ask('sheets/Cases?script=api')).status).toBe(404);
  });

  test('take what their owner types, and refuse what a rule forbids', async () => {
    const edit = (a1: string, text: string) =>
      ask(`sheets/Cases/cells/${a1}`, { method: 'PUT', body: JSON.stringify({ text }) });
    expect((await edit('H2', 'called back')).status).toBe(200);
    expect((await edit('G2', 'Perhaps')).status).toBe(422);
    expect((await get('sheets/Cases'))[0]).toMatchObject({ notes: 'called back', status: 'Open' });
  });

  test('are shown page by page', async () => {
    const page = await get('sheets/Messages/window?from=3&rows=1');
    expect(page).toMatchObject({ from: 3, lastRow: 3, cells: [expect.arrayContaining(['CASE-0001'])] });
  });
});

describe('mail', () => {
  test('comes in raw, composed or as a mailbox file, and makes cases', async () => {
    const letter = (subject: string) => `From: mira.oduya@example.com\r\nSubject: ${subject}\r\n\r\nText\r\n`;
    expect((await post('mail', letter('raw'))).status).toBe(201);
    const composed = {
      from: 'mira.oduya@example.com',
      to: 'owner@example.com',
      subject: 'composed',
      text: 'x',
    };
    expect((await json('mail', composed)).status).toBe(201);
    const mbox = `From a Sat Nov 21 09:00:00 2026\r\n${letter('boxed')}\r\n`;
    expect(await (await post('mbox', mbox)).json()).toHaveLength(1);
    expect(await (await post('run/checkMail')).json()).toMatchObject({ ok: true, newMessages: 3 });
    const subjects = (await get('sheets/Cases')).map(({ subject }: { subject: string }) => subject);
    expect(subjects.sort()).toEqual(['Heating does not start', 'boxed', 'composed', 'raw']);
  });

  test('that says too much or too little is refused', async () => {
    expect((await json('mail', { subject: 'nobody' })).status).toBe(400);
    expect((await json('mail', { from: 'a@example.com', priority: 1 })).status).toBe(400);
  });
});

describe('executions', () => {
  test('come newest first, with their calls and times', async () => {
    await post('run/checkMail');
    const [newest] = await get('executions?limit=1');
    expect(newest).toMatchObject({
      script: 'desk',
      function: 'checkMail',
      status: 'completed',
      services: { gmail: expect.any(Number) },
      error: null,
      log: [],
    });
    expect(newest.modelledMs).toBeGreaterThan(450);
    expect(newest.calls).toContainEqual(expect.objectContaining({ method: 'gmail.history.list' }));
  });

  test('come as many as asked for', async () => {
    expect(await get('executions?limit=2')).toHaveLength(2);
    expect((await ask('executions?limit=none')).status).toBe(400);
  });
});

test('a trigger runs out of turn', async () => {
  const { triggers } = await get('state');
  expect(await (await post(`triggers/${triggers[0].id}/run`)).json()).toMatchObject({ status: 'completed' });
});

test('a menu item runs, and tells what it showed', async () => {
  await post('sheets/open');
  const { scripts } = await get('state');
  expect(scripts[0].menus[0].caption).toBe('Case desk');
  const done = await (await json('menu/setUp', {})).json();
  expect(done).toMatchObject({ kind: 'menu', status: 'completed', dialogs: [{ kind: 'toast' }] });
});

test('a stored file comes back whole, as a download', async () => {
  const { files } = await get('state');
  const { id } = files.find(({ name }: { name: string }) => name === 'CASE-0001_display.txt');
  const answer = await ask(`files/${id}`);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  expect(await answer.text()).toBe('08:12  E4\n08:14  E4\n08:20  --\n');
});

test('a disk that is full is told as that, not as an outage of Google', async () => {
  const store = openStore(':memory:');
  const own = closing(await serve(store), store);
  const call = () => fetch(`${own.urls.home}/v1/nothing`);
  try {
    expect((await call()).status).toBe(404);
    const { page_count: pages } = store.prepare('pragma page_count').get() as { page_count: number };
    store.exec(`pragma max_page_count = ${pages}`);
    let answer = await call();
    for (let attempts = 1; answer.status === 404 && attempts < 20; attempts++) answer = await call();
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: { code: 'unavailable', message: expect.stringMatching(/^The disk .* is full\./) } },
    ]);
  } finally {
    await own.close();
  }
});

testLong('a script cannot take a full disk for an error of its own', async () => {
  const store = openStore(':memory:');
  const doPost = () => {
    try {
      PropertiesService.getScriptProperties().setProperty('a', 'x'.repeat(8_000));
      return ContentService.createTextOutput('well');
    } catch {
      return ContentService.createTextOutput('an error of its own');
    }
  };
  const own = await serveScripts({ api: { doPost }, store });
  const { page_count: pages } = store.prepare('pragma page_count').get() as { page_count: number };
  store.exec(`pragma max_page_count = ${pages}`);
  const answer = await fetch(own.urls.api, { method: 'POST', body: '' });
  expect([answer.status, await answer.text()]).toEqual([507, expect.stringContaining('The disk')]);
  await own.close();
});
