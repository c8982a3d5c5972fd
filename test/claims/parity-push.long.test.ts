import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Newcomer } from '../deploy/newcomer';
import { ROOT } from '../harness/local';

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

test('without an option it makes nothing, and says where the script is', async () => {
  const { text } = await parity();
  expect(text).toContain(`The script is in ${path.join(ROOT, '.build/parity/script')}`);
  expect(text).toContain('\nNext: "npx clasp login"');
  expect(anna.google.calls).toEqual([]);
  expect(existsSync(path.join(anna.home, 'parity'))).toBe(false);
});

test('what clasp is refused is told, and nothing is left that stands in the way', async () => {
  anna.google.refusal = 'Not today.';
  const { text, code } = await parity('--push');
  expect([text, code]).toEqual([expect.stringMatching(/^clasp create-script: .*Not today\./), 1]);
  anna.google.refusal = undefined;
});

test('it makes one spreadsheet with the script as it was built, and the next time brings that up to date', async () => {
  for (let times = 0; times < 2; times++) {
    const { text, code } = await parity('--push');
    const { parentId, files } = anna.google.get('Sheetdesk parity');
    expect([text, code]).toEqual([expect.stringContaining(`/spreadsheets/d/${parentId}/edit`), 0]);
    const sources = Object.fromEntries(files.map(({ name, source }) => [name, source]));
    expect(sources).toEqual({ Code: built('Code.js'), appsscript: built('appsscript.json') });
  }
  expect(anna.google.scripts).toHaveLength(1);
});
