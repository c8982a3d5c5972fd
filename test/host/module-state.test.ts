import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, type types } from '@babel/core';

const ROOT = path.resolve(__dirname, '../..');

/** esbuild says above each module which file it is. */
const MODULES = [
  ...readFileSync(path.join(ROOT, '.build/host-worker.cjs'), 'utf8').matchAll(
    /^\/\/ ((?:src|host)\/.*\.ts)$/gm,
  ),
].map(([, file = '']) => file);

/** What a worker knows for as long as it lives, and why no request can leave anything of itself in it. */
const ALLOWED: Readonly<Record<string, string>> = {
  'host/database/sql.ts: guard': 'set once, by the service of leases',
  'host/database/sql.ts: isGuarding': 'false again after each look, whatever came of it',
  'host/database/sql.ts: unit': 'gone at the end of each unit, whatever came of it',
  'host/tables/change.ts: lastPlace': 'a clock that never goes back',
  'host/tables/layout.ts: layouts': 'made of the tables, which are constants',
  'host/workers/bridge.ts: end': 'set once, when the worker starts',
  'host/workers/bridge.ts: last': 'counts calls',
  'src/platform/execution.ts: forgetful':
    'filled when modules are loaded, by all that is kept for one execution',
  'src/tables/read/text-pattern.ts: variants': 'made of the letters that there are',
};

/** The names of everything at the top of a module that a request could change. */
function stateOf(file: string): string[] {
  const tree = parseSync(readFileSync(path.join(ROOT, file), 'utf8'), {
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: { plugins: ['typescript'] },
  });
  const statements = tree?.program.body ?? [];
  return statements
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .filter((statement): statement is types.VariableDeclaration => statement?.type === 'VariableDeclaration')
    .flatMap(({ kind, declarations }) =>
      declarations.filter(({ init }) => kind !== 'const' || isEmptyStore(init)),
    )
    .map(({ id }) => `${file}: ${id.type === 'Identifier' ? id.name : id.type}`);
}

/** Something that can only be there to be filled. */
function isEmptyStore(made: types.Expression | null | undefined): boolean {
  if (made?.type === 'NewExpression') return made.arguments.length === 0;
  if (made?.type === 'ArrayExpression') return made.elements.length === 0;
  return made?.type === 'ObjectExpression' && made.properties.length === 0;
}

test('what a module of the worker keeps from one request to the next is listed with its reason', () => {
  expect(MODULES.length).toBeGreaterThan(100);
  expect(MODULES.flatMap(stateOf).sort()).toEqual(Object.keys(ALLOWED).sort());
});
