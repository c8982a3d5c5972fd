const { parse } = require('acorn');

/** What only the OpenAPI document tells of a route; the built script answers without it. */
const TOLD = new Set(['summary', 'answer', 'refusals']);

/** Takes it out of every `route({...})`: each execution of a script reads the whole script anew. */
module.exports = function withoutDocumentation(code) {
  const cuts = routesIn(parse(code, { ecmaVersion: 'latest', sourceType: 'module' })).flatMap(cutsOf);
  return cuts.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code);
};

/** The literals that `route` is called with, from top to bottom. */
function routesIn(node) {
  if (node?.type === 'CallExpression' && node.callee.name === 'route') return [node.arguments[0]];
  return node && typeof node === 'object' ? Object.values(node).flatMap(routesIn) : [];
}

/** From a property to the one that follows it. */
function cutsOf({ properties }) {
  return properties.flatMap(({ key, start, end }, index) =>
    TOLD.has(key.name) ? [{ start, end: properties[index + 1]?.start ?? end }] : [],
  );
}
