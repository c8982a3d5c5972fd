import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, types } from '@babel/core';

const ROOT = path.resolve(__dirname, '../..');

/** A worker of a host evaluates its bundle once for many requests, the local runtime a script for many executions. */
const BUNDLES = ['.build/host-worker.cjs', '.build/desk-modules.txt', '.build/api-modules.txt'];

/** What outlives an execution, and why no caller can leave anything in it. All else has to be made by `perExecution`. */
const ALLOWED: Readonly<Record<string, string>> = {
  'host/database/sql.ts: guard': 'set once, by the service of leases',
  'host/database/sql.ts: isGuarding': 'false again after each look, whatever came of it',
  'host/database/sql.ts: unit': 'gone at the end of each unit, whatever came of it',
  'host/store/change.ts: lastPlace': 'a clock that never goes back',
  'host/services/time-zone.ts: zones': 'the same for the same text, whoever asks',
  'host/store/layout.ts: layouts': 'made of the tables, which are constants',
  'host/store/totals.ts: shards': 'made of what is counted, and of time zones',
  'host/bridge.ts: end': 'set once, when the worker starts',
  'host/bridge.ts: last': 'counts calls',
  'src/http/route.ts: patterns': 'made of the routes, which are constants',
  'src/platform/execution.ts: forgetful':
    'filled when modules are loaded, by all that is kept for one execution',
  'src/platform/settings.ts: declared': 'filled when modules are loaded, by the names of settings',
  'src/tables/schema/text-pattern.ts: variants': 'made of the letters that there are',
};

test.each(BUNDLES)('%s says which modules it has', (bundle) => {
  expect(modulesOf(bundle).length).toBeGreaterThan(80);
});

test('what a module keeps from one execution to the next is listed with its reason', () => {
  const modules = new Set(BUNDLES.flatMap(modulesOf));
  const kept = [...modules].flatMap((file) => stateOf(file).map((name) => `${file}: ${name}`));
  expect(kept.sort()).toEqual(Object.keys(ALLOWED).sort());
});

test.each([
  ['let calls = 0;', ['calls']],
  ['export const seen = new Set<string>();', ['seen']],
  ['const KNOWN = { at: 0 }; function keep() { KNOWN.at += 1; }', ['KNOWN']],
  ['const KNOWN = ["a"]; const keep = (name: string) => KNOWN.push(name);', ['KNOWN']],
  ['const KNOWN = new Map(PAIRS); class A { keep() { (KNOWN as Known).set("a", 1); } }', ['KNOWN']],
  ['const KNOWN = { list: [""] }; const drop = (at: number) => delete KNOWN.list[at];', ['KNOWN']],
  ['const calls = perExecution(() => 0); const count = () => (calls.current += 1);', []],
  ['const NAMES = ["a"]; const sorted = () => [...NAMES].sort();', []],
])('%s keeps %j', (source, names) => {
  expect(stateIn(source)).toEqual(names);
});

/** esbuild says above each module which file it is. */
function modulesOf(bundle: string): string[] {
  const code = readFileSync(path.join(ROOT, bundle), 'utf8');
  return [...code.matchAll(/^\s*\/\/ ((?:src|host)\/.*\.ts)$/gm)].map(([, file = '']) => file);
}

function stateOf(file: string): string[] {
  return stateIn(readFileSync(path.join(ROOT, file), 'utf8'));
}

/** The names of everything at the top of a module that an execution could change. */
function stateIn(source: string): string[] {
  const tree = parseSync(source, {
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: { plugins: ['typescript'] },
  });
  if (!tree) throw new Error('There is nothing to parse.');
  const changed = namesChanged(tree);
  return tree.program.body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .filter((statement): statement is types.VariableDeclaration => statement?.type === 'VariableDeclaration')
    .flatMap(({ kind, declarations }) =>
      declarations.flatMap(({ id, init }) => {
        const name = id.type === 'Identifier' ? id.name : id.type;
        const isState = kind !== 'const' || isEmptyStore(init) || changed.has(name);
        return isState && !isForgotten(init) ? [name] : [];
      }),
    );
}

/** Something that can only be there to be filled. */
function isEmptyStore(made: types.Expression | null | undefined): boolean {
  if (made?.type === 'NewExpression') return made.arguments.length === 0;
  if (made?.type === 'ArrayExpression') return made.elements.length === 0;
  return made?.type === 'ObjectExpression' && made.properties.length === 0;
}

function isForgotten(made: types.Expression | null | undefined): boolean {
  return made?.type === 'CallExpression' && types.isIdentifier(made.callee, { name: 'perExecution' });
}

const CHANGING = /^(add|clear|delete|fill|pop|push|reverse|set|shift|sort|splice|unshift)$/;

/** The names of which some part is changed somewhere, as `known` in `known.list.push(1)`. */
function namesChanged(tree: types.Node): Set<string> {
  const names = new Set<string>();
  types.traverseFast(tree, (node) => {
    const target = targetOf(node);
    if (target?.type !== 'MemberExpression') return;
    let root: types.Node = target;
    while ('expression' in root || root.type === 'MemberExpression')
      root = root.type === 'MemberExpression' ? root.object : (root.expression as types.Node);
    if (root.type === 'Identifier') names.add(root.name);
  });
  return names;
}

function targetOf(node: types.Node): types.Node | undefined {
  if (node.type === 'AssignmentExpression') return node.left;
  if (node.type === 'UpdateExpression') return node.argument;
  if (node.type === 'UnaryExpression') return node.operator === 'delete' ? node.argument : undefined;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { property } = node.callee;
  return property.type === 'Identifier' && CHANGING.test(property.name) ? node.callee : undefined;
}
