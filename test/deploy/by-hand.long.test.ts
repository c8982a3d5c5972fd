import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../harness/local';
import { Newcomer } from './newcomer';

let anna: Newcomer;
beforeAll(async () => {
  anna = await Newcomer.arrive();
  expect((await anna.deploy()).code).toBe(0);
});
afterAll(() => anna.leave());

const clasp = createRequire(path.join(ROOT, 'package.json')).resolve('@google/clasp');

/** What docs/deploy.md has people type after `npx clasp`, with the folder that this deployment uses. */
function typed(command: string): Promise<{ code: number | string; text: string }> {
  const docs = readFileSync(path.join(ROOT, 'docs/deploy.md'), 'utf8');
  const shown = ['desk', 'api'].map((name) => command.replace(/deploy\/\w+/, `deploy/${name}`));
  expect(shown.some((one) => docs.includes(`npx clasp ${one}`))).toBe(true);
  const args = command.replace('.deploy', anna.state).split(' ');
  return new Promise((resolve) =>
    execFile(process.execPath, [clasp, ...args], { cwd: anna.home, env: anna.env }, (failure, out, error) =>
      resolve({ code: failure?.code ?? 0, text: out + error }),
    ),
  );
}

test.each([
  ['desk', 'Case desk'],
  ['api', 'API sheet'],
])('the sheet of the %s is opened', async (name, title) => {
  const { code, text } = await typed(`-P .deploy/${name} open-container`);
  const { parentId } = anna.google.get(title);
  expect([code, text]).toEqual([0, expect.stringContaining(`https://drive.google.com/open?id=${parentId}`)]);
});

test.each([
  ['desk', 'Case desk'],
  ['api', 'API sheet'],
])('the code of the %s is pushed as it was deployed', async (name, title) => {
  const script = anna.google.get(title);
  const before = script.files;
  script.files = [];
  const { code, text } = await typed(`-P .deploy/${name} push -f`);
  expect([code, text]).toEqual([0, expect.stringContaining('Pushed 4 files')]);
  expect(script.files).toEqual(before);
});

test('logs need a Cloud project', async () => {
  const { code, text } = await typed('-P .deploy/desk tail-logs');
  expect([code, text]).toEqual([1, expect.stringContaining('GCP project ID is not set')]);
});
