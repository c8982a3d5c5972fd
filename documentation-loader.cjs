const path = require('node:path');
const { parse } = require('acorn');

const ROUTE = path.join(__dirname, 'src/http/route');
const FIELDS = path.join(__dirname, 'src/http/fields');

/** What only the OpenAPI document tells of a route; the built script answers without it. */
const TOLD = new Set(['summary', 'answer', 'refusals']);

/** What valibot's functions make is all that they do, but for these: a value that is refused ends the script. */
const RUNS = new Set(['parse', 'safeParse', 'assert']);

/** Run later, if at all. */
const LATER = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'ClassExpression']);

/**
 * Takes it out of every `route({...})` and marks the schemas, so that those of the document alone leave with it: each
 * execution of a script reads the whole script anew.
 */
module.exports = function withoutDocumentation(code) {
  return [shortRoutes, pureSchemas].reduce(
    (text, edits) => edited(text, edits(text, this.resourcePath)),
    code,
  );
};

/** The code with other text in these places, which come from top to bottom. */
function edited(code, edits) {
  return edits.reduceRight(
    (rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end),
    code,
  );
}

/** Each literal that `route` is called with, short of what is told. */
function shortRoutes(code, file) {
  const program = parsed(code);
  const { route } = importsOf(program, file, ROUTE);
  const calls = nodesIn(program).filter(
    (node) => node.type === 'CallExpression' && isNamed(node.callee, route),
  );
  return calls.map(({ arguments: [literal] }) => {
    if (!isPlain(literal)) throw new Error(`${file}: route() takes a literal with plain properties alone.`);
    const kept = literal.properties.filter(({ key }) => !TOLD.has(key.name ?? key.value));
    return { ...literal, text: `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }` };
  });
}

function isPlain(node) {
  return (
    node?.type === 'ObjectExpression' &&
    node.properties.every(({ type, computed }) => type === 'Property' && !computed)
  );
}

/** A mark before each `v.string()` and `pageOf()` of a module's constants: without a use the minimizer drops them. */
function pureSchemas(code, file) {
  const program = parsed(code);
  const { '*': valibot } = importsOf(program, file, 'valibot');
  const { pageOf } = importsOf(program, file, FIELDS);
  const makesSchema = ({ callee }) =>
    isNamed(callee, pageOf) || (isNamed(callee.object, valibot) && !RUNS.has(callee.property.name));
  return callsOf(program)
    .filter(makesSchema)
    .map(({ start }) => ({ start, end: start, text: '/* @__PURE__ */ ' }));
}

/**
 * The calls that make a module's constants: a statement stays as it is. Of `v.parser(A)(1)` the whole alone, to which the
 * minimizer would say that the mark belongs.
 */
function callsOf({ body }) {
  const constants = body
    .map((node) => node.declaration ?? node)
    .filter(({ type }) => type === 'VariableDeclaration');
  const calls = nodesIn(constants, LATER).filter(({ type }) => type === 'CallExpression');
  return calls.filter(({ start }, index) => calls[index - 1]?.start !== start);
}

/** Under which names a file imports what a module exports; `*` stands for all of it. */
function importsOf({ body }, file, module) {
  const isOf = ({ value }) =>
    (value.startsWith('.') ? path.resolve(path.dirname(file), value) : value) === module;
  const specifiers = body.flatMap((node) =>
    node.type === 'ImportDeclaration' && isOf(node.source) ? node.specifiers : [],
  );
  return Object.fromEntries(specifiers.map(({ imported, local }) => [imported?.name ?? '*', local.name]));
}

function isNamed(node, name) {
  return node?.type === 'Identifier' && node.name === name;
}

/** From top to bottom, the outer ones first. */
function nodesIn(node, skipped = new Set()) {
  if (!node || typeof node !== 'object' || skipped.has(node.type)) return [];
  const inside = Object.values(node).flatMap((child) => nodesIn(child, skipped));
  return node.type ? [node, ...inside] : inside;
}

function parsed(code) {
  return parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
}
