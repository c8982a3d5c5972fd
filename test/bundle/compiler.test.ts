import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testLong } from '../harness/extent';

const ROOT = path.resolve(__dirname, '../..');

/** What the compiler says of these values under the settings of a folder. */
function complaintsOf(folder: string, values: readonly string[]): string[] {
  const project = mkdtempSync(path.join(ROOT, '.build', 'compiler-'));
  const settings = { extends: path.join(ROOT, folder, 'tsconfig.json'), include: ['line.ts'] };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(settings));
  const lines = values.map((value, at) => `export const value${at}: unknown = ${value};\n`);
  writeFileSync(path.join(project, 'line.ts'), lines.join(''));
  const { stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', project], {
    encoding: 'utf8',
  });
  rmSync(project, { recursive: true });
  return [...stdout.matchAll(/Cannot find name '(\w+)'/g)].map(([, name = '']) => name);
}

const MISSING = ['fetch', 'process', 'document', 'setTimeout', 'URL', 'TextEncoder', 'Buffer', 'crypto'];

test('the compiler refuses in src/ what Apps Script does not have, and knows its services', () => {
  expect(complaintsOf('src', [...MISSING, 'SpreadsheetApp'])).toEqual(MISSING);
});

testLong.each(['web', 'web/staff'])('the compiler refuses Apps Script and Node in %s/', (folder) => {
  const others = ['SpreadsheetApp', 'process'];
  expect(complaintsOf(folder, others)).toEqual(others);
});
