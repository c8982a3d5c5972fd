import { readFileSync } from 'node:fs';
import path from 'node:path';
import { require as load } from 'gas-local';

const ROOT = path.resolve(__dirname, '../..');

/** The top-level functions of a built script, as the platform would list them. */
function globalsOf(script: string): string[] {
  const loaded = load(path.join(ROOT, 'dist', script), { console });
  return Object.keys(loaded).filter((name) => name !== 'console');
}

/** The names that an entry file gives to the platform. */
function namesIn(entry: string): string[] {
  const source = readFileSync(path.join(ROOT, 'src', `${entry}.ts`), 'utf8');
  return [...source.matchAll(/^global\.(\w+) =/gm)].map(([, name = '']) => name);
}

describe.each(['desk', 'api'])('the built %s script', (script) => {
  test('has exactly the globals that its entry file names', () => {
    expect(namesIn(script).length).toBeGreaterThan(0);
    expect(globalsOf(script).sort()).toEqual(namesIn(script).sort());
  });

  test('declares each of them as a top-level function, which is what the platform looks for', () => {
    const code = readFileSync(path.join(ROOT, 'dist', script, 'Code.js'), 'utf8');
    const stubs = [...code.matchAll(/^function (\w+)\(/gm)].map(([, name = '']) => name);
    expect(stubs.sort()).toEqual(namesIn(script).sort());
  });
});
