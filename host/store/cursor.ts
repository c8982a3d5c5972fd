import { UnreadableCursor } from '../../src/tables/schema/cursor';
import type { SqlType } from './layout';
import type { Stored } from './rows';

/** An order of rows: by a column, those without a value last, and by age in the same direction among equals; or by age alone. */
export interface Order {
  sql: string;
  isDescending: boolean;
  /** Absent where rows are ordered by age. */
  type?: SqlType;
}

/** Where a page has ended. */
export interface Place {
  /** Null after the last row with a value. */
  value: Stored;
  order: number;
}

export function toCursor({ value, order }: Place, sort = ''): string {
  const known = value instanceof Date ? value.getTime() : value;
  return Buffer.from(JSON.stringify([sort, order, known])).toString('base64url');
}

/** @throws UnreadableCursor */
export function toPlace(cursor: string, { type }: Order, sort = ''): Place {
  const [own, order, value] = parse(cursor);
  const isOfType = value === null || (type !== undefined && IS_VALUE[type](value));
  if (own !== sort || !Number.isSafeInteger(order) || !isOfType) throw new UnreadableCursor(cursor);
  const known = type === 'timestamptz' && value !== null ? new Date(value as number) : (value as Stored);
  return { value: known, order: order as number };
}

/** From the year 1 to 9999. */
const TIMES = [-62_135_596_800_000, 253_402_300_799_999] as const;

/** What stands for the values of a column in a cursor: callers may send anything, and the database takes only what it can hold. */
const IS_VALUE: Readonly<Record<SqlType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && !value.includes('\0'),
  bigint: Number.isSafeInteger,
  'double precision': Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  timestamptz: (value) => Number.isInteger(value) && Number(value) >= TIMES[0] && Number(value) <= TIMES[1],
};

function parse(cursor: string): unknown[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(place) ? place : [];
  } catch {
    return [];
  }
}
