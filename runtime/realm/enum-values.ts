/** A value of one of Google's enums: an object, equal only to itself, whose text and JSON are its name (facts 10). */
export interface EnumValue {
  name(): string;
  ordinal(): number;
  toString(): string;
  toJSON(): string;
}

/** The values of an enum by their names, in the official order. */
export function enumOf<E extends object>(...names: (string & keyof E)[]): E {
  return Object.fromEntries(names.map((name, index) => [name, enumValue(name, index)])) as E;
}

function enumValue(name: string, index: number): EnumValue {
  return { name: () => name, ordinal: () => index, toString: () => name, toJSON: () => name };
}
