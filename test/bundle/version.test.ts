import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SCRIPTS } from './built';

/** The version that a script names, and its files as they were before that. */
function stamped(script: string) {
  const folder = path.resolve(__dirname, '../../dist', script);
  const files = readdirSync(folder).sort();
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const version = /\d\.\d+\.\d+\+([0-9a-f]{8})\b/.exec(texts.join())?.[1] ?? '';
  return { version, files, unstamped: texts.map((text) => text.replaceAll(`+${version}`, '+@@@@@@@@')) };
}

test.each(SCRIPTS)("the %s script's version is told by its code and everything beside it", (script) => {
  const { version, files, unstamped } = stamped(script);
  expect(files).toHaveLength(4);
  expect(createHash('sha256').update(unstamped.join('')).digest('hex').slice(0, 8)).toBe(version);
});
