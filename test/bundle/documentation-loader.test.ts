import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const ROUTES = path.join(ROOT, 'src/leads/routes.ts');
const load = require(path.join(ROOT, 'documentation-loader.cjs')) as (
  this: { resourcePath: string },
  code: string,
) => string;

const ROUTE = "import { route } from '../http/route';";
const VALIBOT = "import * as v from 'valibot';";
const PAGE_OF = "import { pageOf } from '../http/fields';";

/** What becomes of a module in src/leads that begins with this import. */
function loaded(code: string, imports: string): string {
  return load.call({ resourcePath: ROUTES }, `${imports}\n${code}`).slice(imports.length + 1);
}

test.each([
  ['first', "route({ summary: 'List', access: [] })", 'route({ access: [] })'],
  ['last', 'route({ access: [], answer: Page })', 'route({ access: [] })'],
  ['last before a comma', 'route({ access: [], answer: Page, })', 'route({ access: [] })'],
  ['alone', "route({ summary: 'List' })", 'route({  })'],
  ['in a row', "route({ a, summary: '', answer: {}, refusals: [1], b() {} })", 'route({ a, b() {} })'],
  ['in quotes', "route({ 'summary': 'List', 'access': [] })", "route({ 'access': [] })"],
  ['twice', 'x(route({ answer: A, a }), route({ b, answer: B }))', 'x(route({ a }), route({ b }))'],
])('what only the document tells leaves a route: %s', (_place, code, expected) => {
  expect(loaded(code, ROUTE)).toBe(expected);
});

test.each([
  ['a property of the same name elsewhere', 'const told = { summary: 1 };', ROUTE],
  ['a property of the same name further in', 'route({ query: { summary: 1 } })', ROUTE],
  ['a function of the same name', "route(request, { summary: 'List' })", "import { route } from './path';"],
])('%s stays', (_what, code, imports) => {
  expect(loaded(code, imports)).toBe(code);
});

test('the function keeps its own name where the import gives it another', () => {
  const renamed = "import { route as to } from '../http/route';";
  expect(loaded('to({ a, answer: A }); route({ answer: A })', renamed)).toBe(
    'to({ a }); route({ answer: A })',
  );
});

test.each([
  ['a spread', 'route({ ...shared, access: [] })'],
  ['a computed name', 'route({ [summary]: 1 })'],
  ['no literal', 'route(definition)'],
  ['nothing', 'route()'],
])('a route of %s ends the build with the file and what it takes', (_what, code) => {
  const message = `${ROUTES}: route() takes a literal with plain properties alone.`;
  expect(() => loaded(code, ROUTE)).toThrow(message);
});

const MARK = '/* @__PURE__ */ ';

test.each([
  ['a schema', 'const A = v.string();', `const A = ${MARK}v.string();`],
  [
    'the schemas in it',
    'export const A = { a: [v.array(v.string())] };',
    `export const A = { a: [${MARK}v.array(${MARK}v.string())] };`,
  ],
  ['a page', 'const A = pageOf(B);', `const A = ${MARK}pageOf(B);`],
])('%s of a constant may go where it is of no use', (_what, code, marked) => {
  expect(loaded(code, `${VALIBOT}${PAGE_OF}`)).toBe(marked);
});

test.each([
  ['a check', 'const a = v.parse(A, 1), b = v.safeParse(A, 1);', VALIBOT],
  ['what a schema is asked to do', 'const a = v.parser(A)(1), b = v.picklist([]).options.map(log);', VALIBOT],
  ['a statement', 'v.setGlobalConfig({}); pageOf(A);', `${VALIBOT}${PAGE_OF}`],
  ['what a function does', 'const f = () => v.string(), g = { h() { pageOf(A) } };', `${VALIBOT}${PAGE_OF}`],
  ["another package's function", 'const A = v.string();', "import * as v from 'another';"],
  ["another module's function", 'const A = pageOf(B);', "import { pageOf } from '../tables/list';"],
])('%s stays, used or not', (_what, code, imports) => {
  expect(loaded(code, imports)).toBe(code);
});
