import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { type Node, parse } from 'acorn';
import * as provided from '../../../host/services/google';
import { namesUsed, SERVICES } from '../../bundle/built';

const ROOT = path.resolve(__dirname, '../../..');
const CODE = readFileSync(path.join(ROOT, '.build/host-worker.cjs'), 'utf8');

/** The host gives the OpenAPI document another way. */
const NEVER_CALLED = ['HtmlService'];

/** Functions of src/ that return one of Google's objects, and what the host returns in its place. */
const RETURNED: Readonly<Record<string, object>> = {
  scriptCache: provided.CacheService.getScriptCache(),
  properties: provided.PropertiesService.getScriptProperties(),
  getScriptLock: provided.LockService.getScriptLock(),
  getUserLock: provided.LockService.getUserLock(),
  getUi: provided.SpreadsheetApp.getUi(),
};

type Found = Node & Record<string, unknown>;

function* nodesOf(node: unknown): Generator<Found> {
  if (Array.isArray(node)) for (const one of node) yield* nodesOf(one);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) yield node as Found;
    for (const value of Object.values(node)) yield* nodesOf(value);
  }
}

/** What is asked of Google's objects, `Utilities.getUuid`, and of what functions return, `scriptCache().get`. */
function membersUsed(text: string): Set<string> {
  const used = new Set<string>();
  for (const { type, object, property, id, init } of nodesOf(parse(text, { ecmaVersion: 2022 }))) {
    if (type === 'MemberExpression') add(nameOf(object), (property as { name?: string }).name);
    if (type !== 'VariableDeclarator' || (id as Found).type !== 'ObjectPattern') continue;
    for (const { key } of (id as unknown as { properties: { key?: { name?: string } }[] }).properties)
      add(nameOf(init), key?.name);
  }
  return used;

  function add(holder: string | undefined, member: string | undefined): void {
    if (holder !== undefined && member !== undefined) used.add(`${holder}.${member}`);
  }
}

/** `Utilities`, or `scriptCache()` for a call of a function or method of that name. The build numbers names that clash. */
function nameOf(node: unknown): string | undefined {
  const { type, name, callee } = Object(node) as { type?: string; name?: string; callee?: Found };
  if (type === 'Identifier') return name?.replace(/\d+$/, '');
  if (type !== 'CallExpression') return undefined;
  const called = callee?.type === 'MemberExpression' ? (callee.property as { name?: string }) : callee;
  return called?.name === undefined ? undefined : `${String(called.name).replace(/\d+$/, '')}()`;
}

function missing(members: ReadonlySet<string>): string[] {
  const known: Record<string, object> = { ...provided };
  for (const [name, object] of Object.entries(RETURNED)) known[`${name}()`] = object;
  return [...members].filter((used) => {
    const [holder = '', member = ''] = used.split('.');
    return holder in known && !(member in (known[holder] as object));
  });
}

const names = namesUsed(CODE);

test('the code asks Google for nothing that the host does not provide', () => {
  const free = [...names].filter((name) => SERVICES.includes(name) && !(name in globalThis));
  expect(free.filter((name) => !NEVER_CALLED.includes(name))).toEqual([]);
  const members = membersUsed(CODE);
  expect(missing(members)).toEqual([]);
  const some = [
    'Utilities.getUuid',
    'UrlFetchApp.fetchAll',
    'scriptCache().getAll',
    'properties().getProperty',
  ];
  expect([...members]).toEqual(expect.arrayContaining(some));
});

test('the code asks its surroundings for nothing that Node lacks', () => {
  const language: string[] = vm.runInNewContext('Object.getOwnPropertyNames(globalThis)');
  const node = [...Object.getOwnPropertyNames(globalThis), 'require', 'module', '__dirname', '__filename'];
  const known = new Set([...language, ...node, ...NEVER_CALLED]);
  expect([...names].filter((name) => !name.includes('.') && !known.has(name))).toEqual([]);
});

test.each([
  ['Utilities.zip([])', ['Utilities.zip']],
  ['const { getUuid, parseCsv } = Utilities', ['Utilities.parseCsv']],
  ['scriptCache().flush()', ['scriptCache().flush']],
  ['SpreadsheetApp.getActiveSpreadsheet()', ['SpreadsheetApp.getActiveSpreadsheet']],
  ['LockService.getDocumentLock()', ['LockService.getDocumentLock']],
  ['Utilities.getUuid(); scriptCache().getAll([])', []],
])('what is looked for: %s', (text, found) => expect(missing(membersUsed(text))).toEqual(found));
