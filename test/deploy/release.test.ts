import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { openStore } from '../../runtime/store';
import { ApiSheet } from '../api-sheet/api-sheet';
import { ENVELOPE } from '../harness/api';
import { runInThread } from '../harness/in-thread';
import { ROOT, START } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import type { RemoteFile } from './apps-script';
import { runFiles } from './received';

const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-release-'));
const store = openStore(':memory:');
let files: Record<string, string>;
beforeAll(async () => {
  await runInThread(path.join(ROOT, '.build/release.cjs'), { argv: [folder] });
  const [name = ''] = readdirSync(folder);
  const archive = Object.entries(unzipSync(readFileSync(path.join(folder, name))));
  files = Object.fromEntries(archive.map(([file, bytes]) => [file, strFromU8(bytes)]));
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const TYPES: Record<string, RemoteFile['type']> = { '.gs': 'SERVER_JS', '.html': 'HTML', '.json': 'JSON' };

const PAGE = 'https://script.google.com/macros/s/pasted/exec';
const LINK = `${PAGE}?authuser=owner%40example.com`;

/** As somebody pastes them. */
function pasted(part: string): RemoteFile[] {
  return Object.entries(files)
    .filter(([file]) => file.split('/')[1] === part)
    .map(([file, source]) => {
      const { name, ext } = path.parse(file);
      return { name, type: TYPES[ext] ?? 'HTML', source };
    });
}

test('the archive has the files that its README says to paste, and the licence', () => {
  const names = Object.keys(files).map((file) => file.replace(/^sheetdesk-\d+\.\d+\.\d+\//, ''));
  const { README: text = '' } = Object.fromEntries(
    Object.entries(files).map(([file, content]) => [path.parse(file).name, content]),
  );
  expect(names).toEqual(expect.arrayContaining(['README.txt', 'LICENSE.txt']));
  for (const name of names.filter((one) => one.includes('/')))
    expect(text).toContain(name.replace(/^.*\/(appsscript)/, '$1'));
  const toPaste = names.filter((name) => /^(case-desk|api)\//.test(name)).sort();
  expect(toPaste).toEqual([
    'api/Code.gs',
    'api/appsscript.json',
    'case-desk/Code.gs',
    'case-desk/appsscript.json',
  ]);
  for (const [file, code] of Object.entries(files))
    if (file.endsWith('/api/Code.gs')) expect(code).toContain('Permission is hereby granted');
  expect(text).not.toMatch(/[{}]/);
  expect(text).not.toContain('@@');
});

test('the files take mail in and make leads, as they are', async () => {
  const desk = await runFiles({ desk: pasted('case-desk'), api: pasted('api') }, store, START, {
    doubts: new Set(['service-url-lies']),
  });
  await desk.execute('setUp', [], { kind: 'menu', answers: [{ text: 'exec' }, {}] });
  await desk.execute('setUp', [], { kind: 'menu', answers: [{ text: PAGE }] });
  await desk.run('saveSettings', { senders: [ANNA], emailAlerts: true });
  await desk.deliver(await compose({ subject: 'Broken lamp' }));
  await desk.advance(5 * 60_000);

  const counter = new ApiSheet(desk);
  await counter.click('setUp');
  await counter.click('newUser', { text: 'boss@example.com' }, { text: 'admin' }, { text: '' });
  const shown = await counter.click('newKey', { text: 'boss@example.com' }, { text: 'the test' }, {});
  const [, key = ''] = /API key: (\S+)/.exec(shown.at(-1) ?? '') ?? [];
  const sent = {
    method: 'POST',
    path: '/v1/leads',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ name: 'Ada Brown', phone: '+1 555 010 2030' }),
  };
  const lead = await ENVELOPE.ask(desk.local, sent);
  const document = await ENVELOPE.ask(desk.local, { method: 'GET', path: '/openapi.json' });
  const served = await desk.local.run(desk.local.scripts.desk, 'doGet', [{ parameter: {} }], {
    kind: 'web app',
  });
  const cases = desk.rows('Cases');
  const alerts = desk.sent().map(({ htmlBody }) => htmlBody);
  await desk.local.close();

  expect(cases.map(({ subject }) => subject)).toEqual(['Broken lamp']);
  expect(alerts).toEqual([expect.stringContaining(`href="${LINK}#/case/CASE-0001"`)]);
  expect(JSON.parse(document.text)).toMatchObject({ openapi: '3.1.0' });
  expect(served.returned).toMatchObject({ kind: 'html', content: expect.stringContaining('<script>') });
  expect([lead.status, JSON.parse(lead.text)]).toMatchObject([201, { id: 'L-1' }]);
});
