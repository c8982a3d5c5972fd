import type { Column } from './column';

/** A cursor that this engine has not given, or has given for another order of rows. The caller may read of it. */
export class UnreadableCursor extends Error {
  override name = 'UnreadableCursor';
  readonly cursor: string;

  constructor(cursor: string) {
    super('The cursor is not one of this list.');
    this.cursor = cursor;
  }
}

/** End of a page. */
export interface Place {
  /** Value in the column that the rows are sorted by, texts as `normalize` makes them; null where the row has none. */
  value: PlaceValue;
  /** Among rows with the same value, the place of the row: in the order in which rows were made, or in the tab. */
  order: number;
  /** A tab's row, since its place may be another row's by now. */
  id?: string | undefined;
}

export type PlaceValue = string | number | boolean | Date | null;

export function toCursor({ value, order, id }: Place, sort = ''): string {
  return JSON.stringify([sort, order, value instanceof Date ? value.getTime() : value, id]);
}

interface Origin {
  sort: string | undefined;
  /** The column that rows are sorted by, unless it is their age. */
  column: Column<unknown> | undefined;
  /** Rows are known by their ids. */
  hasId: boolean;
}

/** @throws UnreadableCursor */
export function toPlace(cursor: string, { sort = '', column, hasId }: Origin): Place {
  const [own, order, value, id] = parse(cursor);
  const isOfKind = value === null || (column !== undefined && isValueOf(column, value));
  const isOfEngine = hasId ? typeof id === 'string' : id === null;
  if (own !== sort || !Number.isSafeInteger(order) || !isOfKind || !isOfEngine)
    throw new UnreadableCursor(cursor);
  const isTime = column?.type === 'timestamp' && value !== null;
  return {
    value: isTime ? new Date(value as number) : (value as PlaceValue),
    order: order as number,
    id: hasId ? (id as string) : undefined,
  };
}

/** Times from the year 1 to 9999. */
const TIMES = [-62_135_596_800_000, 253_402_300_799_999] as const;

/** Callers may send anything, and a database takes only what it can hold. */
function isValueOf({ type, isInteger }: Column<unknown>, value: unknown): boolean {
  if (type === 'text') return typeof value === 'string' && !value.includes('\0');
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'number') return isInteger ? Number.isSafeInteger(value) : Number.isFinite(value);
  return Number.isInteger(value) && Number(value) >= TIMES[0] && Number(value) <= TIMES[1];
}

function parse(cursor: string): unknown[] {
  try {
    const place: unknown = JSON.parse(cursor);
    return Array.isArray(place) ? place : [];
  } catch {
    return [];
  }
}
