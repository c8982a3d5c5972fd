import { identify } from './identity';
import { TYPES } from './type-list';

/** A value of one of Google's enums: an object, equal only to itself, whose text and JSON are its name (facts 10). */
export interface EnumValue {
  name(): string;
  ordinal(): number;
  toString(): string;
  toJSON(): string;
}

const enums = new Map<string, object>();

/** One of Google's enums by its id; it is the same object wherever a script meets it. */
export function officialEnum<E extends object>(id: string): E {
  const found = enums.get(id);
  if (found) return found as E;
  const names = TYPES.enums[id];
  if (!names) throw new Error(`The type list has no enum ${id}.`);
  const made = Object.fromEntries(names.map((name, index) => [name, enumValue(id, name, index)]));
  enums.set(id, made);
  return made as E;
}

function enumValue(id: string, name: string, index: number): EnumValue {
  return identify({ name: () => name, ordinal: () => index, toString: () => name, toJSON: () => name }, id);
}
