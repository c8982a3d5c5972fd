import { toArguments } from './arguments';
import { officialEnum } from './enum-values';
import { notEmulated } from './host';
import { identify } from './identity';
import { type Member, memberOf, officialName, TYPES } from './type-list';

type Method = (...args: unknown[]) => unknown;

const prototypes = new Map<string, object>();
const classes = new WeakSet<object>();

/**
 * Makes an object what a script sees: its methods get their arguments as the official overloads have them, members that are
 * official and missing throw by name when they are used, and other names are undefined.
 * @param id of the official interface, such as `Spreadsheet.Range`
 * @param implementation an object literal or an instance of a class, which is changed for this
 * @param name what errors call it, if not `SpreadsheetApp.Range`
 */
export function emulated<T extends object>(
  id: string,
  implementation: object,
  name: string = officialName(id),
): T {
  const base = Object.getPrototypeOf(implementation) as object;
  if (base !== Object.prototype) {
    if (!classes.has(base)) readyClass(id, name, base);
    return identify(implementation as T, id);
  }
  Object.setPrototypeOf(implementation, prototypeOf(id, name));
  return identify(readiedWhenUsed(id, name, implementation) as T, id);
}

/** Most methods of most services are never called, and every execution makes all services anew. */
function readiedWhenUsed(id: string, name: string, implementation: object): object {
  const ready = new Set<PropertyKey>();
  return new Proxy(implementation, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !ready.has(key)) {
        ready.add(key);
        checkArguments(id, name, target, key);
      }
      return Reflect.get(target, key, receiver);
    },
  });
}

/** Readies a class once for all instances, since scripts hold many ranges. All that it inherits becomes its own. */
function readyClass(id: string, name: string, base: object): void {
  classes.add(base);
  for (
    let parent = Object.getPrototypeOf(base) as object;
    parent !== Object.prototype;
    parent = Object.getPrototypeOf(parent) as object
  ) {
    const inherited = Object.getOwnPropertyDescriptors(parent);
    Object.defineProperties(base, { ...inherited, ...Object.getOwnPropertyDescriptors(base) });
  }
  Reflect.deleteProperty(base, 'constructor');
  for (const key of Object.getOwnPropertyNames(base)) checkArguments(id, name, base, key);
  Object.setPrototypeOf(base, prototypeOf(id, name));
}

/** Makes the prototype of an interface's objects: the name of their type, and what is missing. */
function prototypeOf(id: string, name: string): object {
  const found = prototypes.get(name);
  if (found) return found;
  const made = new Proxy(
    { toString: () => id.slice(id.lastIndexOf('.') + 1) },
    {
      get(target, key, receiver) {
        const member = typeof key === 'string' && key !== 'toString' ? memberOf(id, key) : undefined;
        return member === undefined
          ? Reflect.get(target, key, receiver)
          : missing(`${name}.${String(key)}`, member);
      },
      has: (target, key) => key in target || (typeof key === 'string' && memberOf(id, key) !== undefined),
    },
  );
  prototypes.set(name, made);
  return made;
}

function missing(name: string, type: Member): unknown {
  if (typeof type === 'string') return property(name, type);
  return (...args: unknown[]) => {
    toArguments(name, type, args);
    throw notEmulated(name);
  };
}

function property(name: string, kind: string): unknown {
  if (TYPES.enums[kind]) return officialEnum(kind);
  if (TYPES.interfaces[kind]) return emulated(kind, {}, name);
  throw notEmulated(name);
}

/** Advanced services are left alone, since their server checks. */
function checkArguments(id: string, name: string, methods: object, key: string): void {
  if (id.includes('.Collection.')) return;
  const descriptor = Object.getOwnPropertyDescriptor(methods, key);
  if (typeof descriptor?.value !== 'function') return;
  const overloads = memberOf(id, key);
  if (typeof overloads !== 'object') return;
  const method = descriptor.value as Method;
  const where = `${name}.${key}`;
  Object.defineProperty(methods, key, {
    ...descriptor,
    value(this: unknown, ...args: unknown[]) {
      return method.apply(this, toArguments(where, overloads, args));
    },
  });
}
