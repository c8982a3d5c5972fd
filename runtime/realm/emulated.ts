import { toArguments } from './arguments';
import { officialEnum } from './enum-values';
import { exception } from './host';
import { identify } from './identity';
import { type Member, membersOf, officialName, TYPES } from './type-list';

type Members = Record<PropertyKey, PropertyDescriptor>;
type Method = (...args: unknown[]) => unknown;

const prototypes = new Map<string, object>();
const classes = new WeakMap<object, object>();

/**
 * An object as a script sees it: the methods of `implementation`, which get their arguments as the official overloads have
 * them. Members that are official and missing throw by name when they are used, and other names are undefined.
 * @param id of the official interface, such as `Spreadsheet.Range`
 * @param name what errors call it, if not `SpreadsheetApp.Range`
 */
export function emulated<T extends object>(
  id: string,
  implementation: object,
  name: string = officialName(id),
): T {
  const base = Object.getPrototypeOf(implementation) as object;
  const prototype = base === Object.prototype ? prototypeOf(id, name) : classOf(id, name, base);
  const members = Object.getOwnPropertyDescriptors(implementation) as Members;
  return identify(Object.create(prototype, readied(id, name, members)) as T, id);
}

/** The methods of a class are made ready once, since scripts hold many ranges. */
function classOf(id: string, name: string, base: object): object {
  const found = classes.get(base);
  if (found) return found;
  const { constructor: _, ...methods } = methodsOf(base);
  const made = Object.create(prototypeOf(id, name), readied(id, name, methods)) as object;
  classes.set(base, made);
  return made;
}

/** Those of the classes that it extends too. */
function methodsOf(base: object): Members {
  if (base === Object.prototype) return {};
  const inherited = methodsOf(Object.getPrototypeOf(base) as object);
  return { ...inherited, ...(Object.getOwnPropertyDescriptors(base) as Members) };
}

/** What is not emulated, and what objects of every interface have. */
function prototypeOf(id: string, name: string): object {
  const found = prototypes.get(name);
  if (found) return found;
  const made = Object.create(Object.prototype, {
    toString: hidden(() => id.slice(id.lastIndexOf('.') + 1)),
    ...Object.fromEntries(
      Object.entries(membersOf(id)).map(([member, type]) => [member, missing(`${name}.${member}`, type)]),
    ),
  }) as object;
  prototypes.set(name, made);
  return made;
}

function missing(name: string, type: Member): PropertyDescriptor {
  if (typeof type !== 'string')
    return hidden((...args) => {
      toArguments(name, type, args);
      throw notEmulated(name);
    });
  return { configurable: true, get: () => property(name, type) };
}

function property(name: string, kind: string): unknown {
  if (TYPES.enums[kind]) return officialEnum(kind);
  if (TYPES.interfaces[kind]) return emulated(kind, {}, name);
  throw notEmulated(name);
}

function notEmulated(name: string): Error {
  return exception(`${name} exists on Google, and is not emulated here.`);
}

/** Methods whose arguments are checked; everything else as it is, and so are advanced services, whose server checks. */
function readied(id: string, name: string, members: Members): Members {
  if (id.includes('.Collection.')) return members;
  const official = membersOf(id);
  for (const key of Reflect.ownKeys(members)) {
    const descriptor = members[key] as PropertyDescriptor;
    const overloads = typeof key === 'string' ? official[key] : undefined;
    if (typeof descriptor.value !== 'function' || typeof overloads !== 'object') continue;
    const method = descriptor.value as Method;
    const where = `${name}.${String(key)}`;
    descriptor.value = function (this: unknown, ...args: unknown[]) {
      return method.apply(this, toArguments(where, overloads, args));
    };
  }
  return members;
}

function hidden(value: Method): PropertyDescriptor {
  return { configurable: true, writable: true, value };
}
