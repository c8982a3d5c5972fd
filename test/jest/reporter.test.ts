import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spread, testLong } from '../harness/extent';

const ROOT = path.resolve(__dirname, '../..');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-reporter-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const ENDINGS = [
  ['of which one fails', 'test("a", () => { throw new Error(); });', 1, '0 passed, 1 failed'],
  ['that pass', 'test("a", () => undefined);', 0, '1 passed, 0 failed'],
  ['of a suite that cannot be read', 'throw new Error();', 1, '0 passed, 1 failed'],
] as const;

test.each(spread(ENDINGS, 1))(
  'tests %s end with their code, also where something stays open',
  async (_which, suite, code, line) => {
    const run = await runJest({ suite, teardown: 'setInterval(() => undefined, 1_000);' });
    expect(run.code).toBe(code);
    expect(run.output.trim().split('\n').at(-1)).toBe(line);
  },
);

testLong('a teardown that fails ends a run that passed with 1', async () => {
  const run = await runJest({ suite: 'test("a", () => undefined);', teardown: 'throw new Error();' });
  expect(run.code).toBe(1);
});

/** A run of one suite, with its exit code and all that it printed. */
function runJest({ suite, teardown }: { suite: string; teardown: string }) {
  mkdirSync(path.join(folder, 'suites'));
  writeFileSync(path.join(folder, 'suites/one.test.js'), suite);
  writeFileSync(path.join(folder, 'teardown.cjs'), `module.exports = async () => { ${teardown} };`);
  const config = {
    rootDir: folder,
    transform: {},
    globalTeardown: path.join(folder, 'teardown.cjs'),
    reporters: ['default', path.join(ROOT, 'test/jest/reporter.cjs')],
  };
  const args = [path.join(ROOT, 'node_modules/jest/bin/jest.js'), '--config', JSON.stringify(config)];
  // The counts of this run are not its own.
  const { SHEETDESK_COUNTS: _, ...env } = process.env;
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stderr + stdout }),
    );
  });
}
