import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** What the compiler says of a line under the settings of a folder. */
function complaintsOf(folder: string, line: string): string {
  const project = mkdtempSync(path.join(ROOT, '.build', 'compiler-'));
  const settings = { extends: path.join(ROOT, folder, 'tsconfig.json'), include: ['line.ts'] };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(path.join(project, 'line.ts'), `export const value: unknown = ${line};\n`);
  const { stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', project], {
    encoding: 'utf8',
  });
  rmSync(project, { recursive: true });
  return stdout;
}

test.each(['fetch', 'process', 'document', 'setTimeout', 'URL', 'TextEncoder', 'Buffer', 'crypto'])(
  'the compiler refuses %s in src/, which Apps Script does not have',
  (name) => {
    expect(complaintsOf('src', name)).toContain(`Cannot find name '${name}'`);
  },
);

test('the compiler knows the services of Apps Script in src/', () => {
  expect(complaintsOf('src', 'SpreadsheetApp')).toBe('');
});

test.each(['web', 'staff'])('the compiler refuses Apps Script and Node in %s/', (folder) => {
  expect(complaintsOf(folder, 'SpreadsheetApp')).toContain("Cannot find name 'SpreadsheetApp'");
  expect(complaintsOf(folder, 'process')).toContain("Cannot find name 'process'");
});
