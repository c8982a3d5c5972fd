import { identify } from './identity';
import { TYPES } from './type-list';

/** A value of one of Google's enums: an object, equal only to itself, whose text and JSON are its name (facts 10). */
export interface EnumValue {
  name(): string;
  ordinal(): number;
  /** Returns how far it stands behind the other in the official order. */
  compareTo(other: EnumValue): number;
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
  const values = names.map((name, index) => identify(new OfficialValue(name, index), id));
  // The enum itself answers as its first value: gas-fakes, test/testenums.js
  const made = Object.create(values[0] ?? null) as Record<string, EnumValue>;
  for (const value of values) made[value.name()] = value;
  enums.set(id, made);
  return made as E;
}

const NAME = Symbol('name');
const ORDINAL = Symbol('ordinal');

class OfficialValue implements EnumValue {
  readonly [NAME]: string;
  readonly [ORDINAL]: number;

  constructor(name: string, ordinal: number) {
    this[NAME] = name;
    this[ORDINAL] = ordinal;
  }

  name(): string {
    return this[NAME];
  }

  ordinal(): number {
    return this[ORDINAL];
  }

  compareTo(other: EnumValue): number {
    return this[ORDINAL] - other.ordinal();
  }

  toString(): string {
    return this[NAME];
  }

  toJSON(): string {
    return this[NAME];
  }
}

Reflect.deleteProperty(OfficialValue.prototype, 'constructor');
