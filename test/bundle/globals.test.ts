import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'acorn';
import { require as load } from 'gas-local';
import { codeOf, SCRIPTS } from './built';

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

describe.each(SCRIPTS)('the built %s script', (script) => {
  test('has exactly the globals that its entry file names', () => {
    expect(namesIn(script).length).toBeGreaterThan(0);
    expect(globalsOf(script).sort()).toEqual(namesIn(script).sort());
  });

  test('declares each of them as a top-level function, which is what the platform looks for', () => {
    const { body } = parse(codeOf(script), { ecmaVersion: 2020 });
    const stubs = body.flatMap((part) => (part.type === 'FunctionDeclaration' ? [part.id.name] : []));
    expect(stubs.sort()).toEqual(namesIn(script).sort());
  });
});

test('what fills a first start on a laptop is in neither script', () => {
  const demo = readFileSync(path.join(ROOT, '.build/demo.js'), 'utf8');
  const [message = ''] = /The Users tab has users[^'"]+/.exec(demo) ?? [];
  expect(message).not.toBe('');
  for (const script of SCRIPTS) expect(codeOf(script)).not.toContain(message);
});
