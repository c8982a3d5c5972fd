/**
 * Google's published types as data (see official/read-types.mjs). An id is a name with its namespace, `Spreadsheet.Range`. A
 * kind is `text`, `int`, `number`, `boolean`, `date`, `function`, `object` (a plain one), `any`, `null`, an id, an array
 * `text[]`, or several: `text|null`.
 */
export interface TypeList {
  /** The members of each interface, inherited ones too. */
  interfaces: Readonly<Record<string, Readonly<Record<string, Member>>>>;
  /** The values of enums, in the official order. */
  enums: Readonly<Record<string, readonly string[]>>;
  globals: {
    /** The variables that every script has, with the ids of their types. */
    builtIn: Readonly<Record<string, string>>;
    /** The variables of advanced services, which a manifest enables. */
    advanced: Readonly<Record<string, string>>;
  };
}

/** A property's kind, or a method's overloads. */
export type Member = string | readonly Overload[];

/** The parameters: `row:int`, `charset?:Utilities.Charset`, `...values:any`. */
export type Overload = readonly string[];

/** The place in which a thread leaves the list for a fresh realm, which takes it away. */
const PLACE = Symbol.for('local-apps-script.types');

export const TYPES = take();

function take(): TypeList {
  const holder = globalThis as unknown as Record<symbol, TypeList>;
  const list = holder[PLACE] as TypeList;
  Reflect.deleteProperty(holder, PLACE);
  return list;
}

const hasOwn = Object.prototype.hasOwnProperty;

/** A member of an interface; undefined if Google has none of that name. */
export function memberOf(id: string, name: string): Member | undefined {
  const members = TYPES.interfaces[id];
  if (!members) throw new Error(`The type list has no ${id}.`);
  return hasOwn.call(members, name) ? members[name] : undefined;
}

/** Tells if an object of one interface is one of another: by inheritance, or because it has everything that the other has. */
export function isKindOf(id: string, wanted: string): boolean {
  if (id === wanted) return true;
  const members = TYPES.interfaces[wanted];
  const isInterface = members !== undefined && TYPES.interfaces[id] !== undefined;
  return isInterface && Object.keys(members).every((name) => memberOf(id, name) !== undefined);
}

/** Names a type as Google's messages do: `SpreadsheetApp.Range`, `Blob`, and for a service itself `SpreadsheetApp`. */
export function officialName(id: string): string {
  const [namespace = '', name = id] = split(id);
  const service = services.get(namespace);
  if (service === undefined) return name;
  return service === name ? name : `${service}.${name}`;
}

function split(id: string): [string, string] {
  const at = id.lastIndexOf('.');
  return [id.slice(0, Math.max(at, 0)), id.slice(at + 1)];
}

/** The service of each namespace; those of `Base` belong to none. */
const services = new Map(
  Object.entries(TYPES.globals.builtIn)
    .filter(([name, id]) => TYPES.interfaces[id] && split(id)[1] === name && split(id)[0] !== 'Base')
    .reverse()
    .map(([name, id]) => [split(id)[0], name]),
);
