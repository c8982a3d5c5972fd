import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type NodePath, parseSync, traverse, type types } from '@babel/core';

const ROOT = path.resolve(__dirname, '../..');
const DIST = path.join(ROOT, 'dist');
const TYPES = path.join(ROOT, 'node_modules/@types/google-apps-script');

export const SCRIPTS = ['desk', 'api'] as const;
export type Script = (typeof SCRIPTS)[number];

export interface Manifest {
  oauthScopes: string[];
  dependencies: { enabledAdvancedServices?: { userSymbol: string }[] };
  webapp: { access: string; executeAs: string };
}

export function codeOf(script: Script): string {
  return readFileSync(path.join(DIST, script, 'Code.js'), 'utf8');
}

export function manifestOf(script: Script): Manifest {
  return JSON.parse(readFileSync(path.join(DIST, script, 'appsscript.json'), 'utf8'));
}

/** What every script has: `declare var SpreadsheetApp: ...` */
export const SERVICES = readdirSync(TYPES)
  .filter((file) => file.endsWith('.d.ts'))
  .map((file) => readFileSync(path.join(TYPES, file), 'utf8'))
  .flatMap((types) => [...types.matchAll(/^declare var (\w+):/gm)].map(([, name = '']) => name));

/** What the manifest turns on beside. */
export function advancedServicesOf(script: Script): string[] {
  const { enabledAdvancedServices: services = [] } = manifestOf(script).dependencies;
  return services.map(({ userSymbol }) => userSymbol);
}

/** What code takes from its surroundings: `URL` and, where it is asked for a member, `Session.getActiveUser`. */
export function namesUsed(code: string): Set<string> {
  const used = new Set<string>();
  traverse(parse(code), {
    ReferencedIdentifier(found: NodePath<types.Identifier | types.JSXIdentifier>) {
      const { name } = found.node;
      if (found.scope.hasBinding(name, true) || name === 'arguments' || isOnlyAsked(found)) return;
      for (const one of namesAt(found, name)) used.add(one);
    },
  });
  return used;
}

function parse(code: string): types.File {
  const tree = parseSync(code, { configFile: false, babelrc: false, sourceType: 'script', compact: false });
  if (!tree) throw new Error('There is nothing to parse.');
  return tree;
}

/** `typeof URL` needs none to be there. */
function isOnlyAsked({ parent }: NodePath): boolean {
  return parent.type === 'UnaryExpression' && parent.operator === 'typeof';
}

/** What is put on the global object is the script's own; what is read from it is a name like any other. */
function namesAt(found: NodePath, name: string): string[] {
  const member = memberOf(found.parent);
  if (!member) return [name];
  if (name !== 'globalThis') return [name, `${name}.${member}`];
  return isTarget(found.parentPath) ? [] : [member];
}

function memberOf(node: types.Node): string | undefined {
  const isPlain = node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';
  return isPlain && node.property.type === 'Identifier' && !node.computed ? node.property.name : undefined;
}

function isTarget(found: NodePath | null): boolean {
  return found?.parent.type === 'AssignmentExpression' && found.parent.left === found.node;
}
