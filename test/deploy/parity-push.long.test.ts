import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../harness/local';
import { API_OFF } from './apps-script';
import { Newcomer } from './newcomer';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
});
afterAll(() => anna.leave());

/** `npm run parity` once everything is built, with the real clasp. */
function parity(...options: string[]): Promise<{ text: string; code: number | string }> {
  const { home, network } = anna;
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    HTTPS_PROXY: network.url,
    NODE_EXTRA_CA_CERTS: path.join(home, 'ca.pem'),
  };
  const command = [path.join(ROOT, '.build/parity.cjs'), '--state', path.join(home, 'parity'), ...options];
  return new Promise((resolve) =>
    execFile(process.execPath, command, { cwd: home, env }, (failure, out, error) =>
      resolve({ text: out + error, code: failure?.code ?? 0 }),
    ),
  );
}

const built = (name: string) => readFileSync(path.join(ROOT, '.build/parity/script', name), 'utf8');

test('without an option it makes nothing, and says what to paste', async () => {
  const { text } = await parity();
  expect(text).toContain(`Paste Code.gs and part-1.json of ${path.join(ROOT, '.build/parity')}.`);
  expect(anna.google.calls).toEqual([]);
  expect(existsSync(path.join(anna.home, 'parity'))).toBe(false);
});

test('without a login it says how to log in', async () => {
  anna.logOut();
  expect(await parity('--push')).toMatchObject({
    code: 1,
    text: expect.stringContaining('Run: npm run login\n'),
  });
  anna.logIn();
});

test('what Google refuses is told with what to do, and nothing is left that stands in the way', async () => {
  anna.google.refusal = API_OFF;
  const { text, code } = await parity('--push');
  expect([code, text]).toEqual([1, expect.stringContaining('choose "Google Apps Script API", switch it on')]);
  expect(anna.google.sheets).toEqual([]);
  anna.google.refusal = undefined;
});

test('where Google does not add a script to the new sheet, that sheet is kept for the next time', async () => {
  anna.google.doubts.add('new-sheet-cannot-be-bound');
  const { text, code } = await parity('--push', '--patience', '0');
  expect([code, text]).toEqual([
    1,
    expect.stringContaining('/spreadsheets/d/sheet-1/edit and type something into A1'),
  ]);
  anna.google.doubts.clear();
});

test('it makes one spreadsheet with the script as it was built, and the next time brings that up to date', async () => {
  for (let times = 0; times < 2; times++) {
    const { text, code } = await parity('--push');
    const { parentId, files } = anna.google.get('Sheetdesk parity');
    expect([text, code]).toEqual([expect.stringContaining(`/spreadsheets/d/${parentId}/edit`), 0]);
    const sources = Object.fromEntries(files.map(({ name, source }) => [name, source]));
    expect(sources).toEqual({ Code: built('Code.js'), appsscript: built('appsscript.json') });
  }
  expect([anna.google.sheets.length, anna.google.scripts.length]).toEqual([1, 1]);
});
