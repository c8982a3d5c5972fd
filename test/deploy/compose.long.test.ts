import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../harness/local';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-compose-'));
  mkdirSync(path.join(folder, 'deploy'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the line of the document in a new shell, and returns the settings that it has left there. */
function prepare(): string {
  const line = read('docs/scale.md')
    .split('\n')
    .find((one) => one.includes('> deploy/.env'));
  execFileSync('sh', ['-c', line ?? ''], { cwd: folder });
  return readFileSync(path.join(folder, 'deploy/.env'), 'utf8');
}

test('the password of the database is made once, however often the lines are run', () => {
  const first = prepare();
  expect(first).toMatch(/^DATABASE_PASSWORD=[0-9a-f]{48}$/m);
  expect(prepare()).toBe(first);
});

test('compose finds every variable that it asks for', () => {
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const set = [...prepare().matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect([...new Set(asked)].sort()).toEqual(set.sort());
});
