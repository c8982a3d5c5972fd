import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';
import { ADDITIONS, ENUMS, METHODS, PROPERTIES, UNDOCUMENTED } from './additions.mjs';

/**
 * Reads the published types of Apps Script (`@types/google-apps-script`) into data: see `TypeList` in type-list.ts.
 */
export function readTypes(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.d.ts'))
    .sort();
  const declared = files.flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const { program } = parse(text, { sourceType: 'module', plugins: [['typescript', { dts: true }]] });
    return [...listDeclarations(program.body, [])];
  });
  const names = new Set(declared.map(({ id }) => id));
  const aliases = new Map(declared.filter(isA('TSTypeAliasDeclaration')).map(({ id, node }) => [id, node]));
  const interfaces = {};
  for (const { id, scope, node } of declared.filter(isA('TSInterfaceDeclaration'))) {
    interfaces[id] ??= { members: {} };
    const own = interfaces[id];
    const bases = (node.extends ?? []).map(({ expression }) => find(nameOf(expression), scope, names));
    if (bases.some(Boolean)) own.extends = bases.filter(Boolean);
    for (const member of node.body.body) addMember(own.members, member, (type) => kindOf(type, scope));
  }
  for (const [id, members] of [...Object.entries(ADDITIONS), ...Object.entries(UNDOCUMENTED)])
    for (const [name, overloads] of Object.entries(members))
      interfaces[id].members[name] = [...(interfaces[id].members[name] ?? []), ...overloads];
  for (const [id, names] of Object.entries(METHODS))
    for (const name of names) interfaces[id].members[name] ??= [['...values:any']];
  for (const [id, properties] of Object.entries(PROPERTIES))
    Object.assign(interfaces[id].members, properties);
  const published = declared
    .filter(isA('TSEnumDeclaration'))
    .map(({ id, node }) => [id, node.members.map((member) => member.id.name ?? member.id.value)]);
  const enums = { ...Object.fromEntries(published), ...ENUMS };

  function kindOf(type, scope) {
    switch (type?.type) {
      case 'TSStringKeyword':
      case 'TSTemplateLiteralType':
        return 'text';
      case 'TSNumberKeyword':
        return 'number';
      case 'TSBooleanKeyword':
        return 'boolean';
      case 'TSNullKeyword':
      case 'TSUndefinedKeyword':
      case 'TSVoidKeyword':
        return 'null';
      case 'TSObjectKeyword':
      case 'TSTypeLiteral':
        return 'object';
      case 'TSFunctionType':
        return 'function';
      case 'TSLiteralType':
        return typeof type.literal.value === 'string' ? 'text' : typeof type.literal.value;
      case 'TSArrayType':
        return `${grouped(kindOf(type.elementType, scope))}[]`;
      case 'TSParenthesizedType':
        return kindOf(type.typeAnnotation, scope);
      case 'TSUnionType':
        return unionOf(type.types.map((part) => kindOf(part, scope)));
      case 'TSTypeQuery':
        return find(nameOf(type.exprName), scope, names) ?? 'any';
      case 'TSTypeReference':
        return referenced(type, scope);
      default:
        return 'any';
    }
  }

  function referenced({ typeName, typeParameters }, scope) {
    const name = nameOf(typeName);
    if (name === 'Array') return `${grouped(kindOf(typeParameters.params[0], scope))}[]`;
    if (name in PLAIN) return PLAIN[name];
    const id = find(name, scope, names);
    if (id === undefined) return 'any';
    if (id in PLAIN) return PLAIN[id];
    const alias = aliases.get(id);
    if (alias) return kindOf(alias.typeAnnotation, id.split('.').slice(0, -1));
    return id;
  }

  const globals = listGlobals(declared);
  return { interfaces: withoutPlainObjects(interfaces, Object.values(globals.builtIn)), enums, globals };
}

const isA = (type) => (declaration) => declaration.node.type === type;

/** Types that are no objects of Google's. */
const PLAIN = {
  Integer: 'int',
  Byte: 'int',
  Char: 'text',
  BigNumber: 'number',
  String: 'text',
  Number: 'number',
  Boolean: 'boolean',
  Object: 'object',
  Record: 'object',
  Function: 'function',
  Date: 'date',
  'Base.Date': 'date',
};

function* listDeclarations(statements, scope) {
  for (const statement of statements) {
    const node = statement.declaration ?? statement;
    if (node.type === 'TSModuleDeclaration') {
      const inner = nameOf(node.id).split('.');
      const from = scope.length === 0 && inner[0] === 'GoogleAppsScript' ? inner.slice(1) : inner;
      yield* listDeclarations(node.body.body ?? [node.body], [...scope, ...from]);
    } else if (node.type === 'VariableDeclaration') {
      for (const { id } of node.declarations)
        yield { id: id.name, scope, node: { type: 'Variable', of: id.typeAnnotation?.typeAnnotation } };
    } else if (node.id) yield { id: [...scope, node.id.name].join('.'), scope, node };
  }
}

function nameOf(node) {
  if (node.type === 'TSQualifiedName') return `${nameOf(node.left)}.${node.right.name}`;
  return node.type === 'MemberExpression' ? `${nameOf(node.object)}.${node.property.name}` : node.name;
}

/** Looks a name up from its own namespace outwards, as TypeScript does. */
function find(name, scope, names) {
  const wanted = name.replace(/^GoogleAppsScript\./, '');
  for (let depth = scope.length; depth >= 0; depth--) {
    const id = [...scope.slice(0, depth), wanted].join('.');
    if (names.has(id)) return id;
  }
  return undefined;
}

function addMember(members, member, kindOf) {
  const name = member.key?.name ?? member.key?.value;
  if (name === undefined || member.computed) return;
  if (member.type === 'TSPropertySignature') {
    members[name] ??= kindOf(member.typeAnnotation?.typeAnnotation);
  } else if (member.type === 'TSMethodSignature') {
    if (!Array.isArray(members[name])) members[name] = [];
    members[name].push((member.parameters ?? member.params).map((parameter) => describe(parameter, kindOf)));
  }
}

function describe(parameter, kindOf) {
  if (parameter.type === 'RestElement')
    return `...${parameter.argument.name}:${kindOf((parameter.typeAnnotation ?? parameter.argument.typeAnnotation).typeAnnotation).replace(/\[\]$/, '')}`;
  return `${parameter.name}${parameter.optional ? '?' : ''}:${kindOf(parameter.typeAnnotation?.typeAnnotation)}`;
}

function unionOf(kinds) {
  const parts = new Set(kinds.flatMap((kind) => kind.split('|')));
  return parts.has('any') ? 'any' : [...parts].join('|');
}

function grouped(kind) {
  return kind.includes('|') ? `(${kind})` : kind;
}

/** Leaves out plain objects that scripts pass, as interfaces without methods: options, and resources of the advanced services. */
function withoutPlainObjects(interfaces, kept) {
  const plain = new Set(
    Object.keys(interfaces).filter(
      (id) => /(^|\.)Schema\./.test(id) || !(isObject(interfaces, id) || kept.includes(id)),
    ),
  );
  const replace = (kind) => kind.replace(/[A-Z][\w.]*/g, (id) => (plain.has(id) ? 'object' : id));
  const described = (member) =>
    Array.isArray(member)
      ? member.map((overload) =>
          overload.map((parameter) => {
            const at = parameter.indexOf(':') + 1;
            return parameter.slice(0, at) + replace(parameter.slice(at));
          }),
        )
      : replace(member);
  const ofMembers = (members) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, described(member)]));
  return Object.fromEntries(
    Object.keys(interfaces)
      .filter((id) => !plain.has(id))
      .map((id) => [id, ofMembers(allMembers(interfaces, id))]),
  );
}

/** Inherited ones too. */
function allMembers(interfaces, id) {
  const { members, extends: bases = [] } = interfaces[id] ?? { members: {} };
  return Object.assign({}, ...bases.map((base) => allMembers(interfaces, base)), members);
}

/**
 * Services, their objects and the collections of advanced services have methods, or hold other objects or enums, or inherit
 * those.
 */
function isObject(interfaces, id) {
  const { members, extends: bases = [] } = interfaces[id];
  const isPart = (member) => Array.isArray(member) || /Collection$/.test(member);
  const isInherited = (base) => !interfaces[base] || isObject(interfaces, base);
  return bases.some(isInherited) || Object.values(members).some(isPart);
}

/**
 * The variables that every script has, by name, without `Date2`, which only the types have;
 * those of advanced services exist only where a manifest asks for them.
 */
function listGlobals(declared) {
  const all = declared
    .filter(({ id, node, scope }) => node.type === 'Variable' && scope.length === 0 && id !== 'Date2')
    .map(({ id, node: { of } }) => {
      const advanced = of.type === 'TSUnionType';
      const [type] = advanced ? of.types : [of];
      return { name: id, id: nameOf(type.typeName).replace(/^GoogleAppsScript\./, ''), advanced };
    });
  const pick = (wanted) =>
    Object.fromEntries(all.filter(({ advanced }) => advanced === wanted).map(({ name, id }) => [name, id]));
  return { builtIn: pick(false), advanced: pick(true) };
}
