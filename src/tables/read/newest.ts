import * as cache from '../../platform/cache';
import { byAge, isNewestFirst, readIds } from '../grid/locate';
import { type Found, readRowsAt } from '../grid/rows';
import type { Tab } from '../grid/tab';
import type { Table } from '../schema/table';

/** What was seen of a tab when its ids were last read. */
interface KnownRows {
  /** A row with an id, above which nothing is being made any more. */
  last: number;
  lastId: string;
  /** The rows above it that have no id. */
  blank: readonly number[];
  /** Whether the ids count upwards from the top. */
  isInOrder: boolean;
}

const TTL_S = 600;

/** Rows that were reserved may still be written among the last ones. */
const UNSETTLED_ROWS = 300;

const MAX_BLANK_ROWS = 1_000;

/** Some of the rows that are asked for, and how many there are of them. */
export interface Part {
  rows: Found[];
  total: number;
}

export interface Window {
  /** How many rows come before, and how many are wanted. */
  skip: number;
  size: number;
  names: readonly string[];
}

/** Up to this many new rows are read to bring what is known up to date; beyond it the ids are read anew. */
const MAX_NEW_ROWS = 1_000;

/** The newest of all rows; undefined where they are being moved. */
export function newest(tab: Tab, window: Window): Part | undefined {
  const known = cachedRows(tab.schema);
  return (known?.isInOrder ? readFromBottom(tab, window, known) : undefined) ?? readByIds(tab, window);
}

/** From what is known and the rows that came since; undefined where anything says that more has changed. */
function readFromBottom(tab: Tab, { skip, size, names }: Window, known: KnownRows): Part | undefined {
  const last = tab.sheet.getLastRow();
  if (last < known.last || last - known.last > MAX_NEW_ROWS) return undefined;
  const hasGrown = last > known.last;
  const since = hasGrown
    ? Array.from({ length: last - known.last + 1 }, (_, index) => known.last + index)
    : [];
  const guess = rowsFromBottom({ last, blank: new Set(known.blank), skip, size });
  const seen = readRowsAt(tab, [...new Set([...since, ...guess])], names) ?? [];
  const fresh = seen.filter(({ row }) => row > known.last);
  if (hasGrown && !isAsKnown(tab.schema, known, { seen, fresh })) return undefined;
  const blank = new Set([...known.blank, ...fresh.filter(({ id }) => !id).map(({ row }) => row)]);
  const wanted = rowsFromBottom({ last, blank, skip, size });
  const unseen = wanted.filter((row) => !seen.some((one) => one.row === row));
  const more = unseen.length > 0 ? readRowsAt(tab, unseen, names) : [];
  const all = new Map([...seen, ...(more ?? [])].map((one) => [one.row, one]));
  const rows = wanted.flatMap((row) => all.get(row) ?? []);
  const isWhole = rows.length === wanted.length && rows.every(({ id }) => id);
  const isInOrder = isNewestFirst(
    tab.schema,
    rows.map(({ id }) => id),
  );
  return isWhole && isInOrder ? { rows, total: last - 1 - blank.size } : undefined;
}

/** The last known row has not moved, and the ids below count on. */
function isAsKnown(
  table: Table,
  { last, lastId }: KnownRows,
  { seen, fresh }: { seen: readonly Found[]; fresh: readonly Found[] },
): boolean {
  const ids = fresh
    .filter(({ id }) => id)
    .sort((a, b) => b.row - a.row)
    .map(({ id }) => id);
  return seen.find(({ row }) => row === last)?.id === lastId && isNewestFirst(table, [...ids, lastId]);
}

function rowsFromBottom({
  last,
  blank,
  skip,
  size,
}: Omit<Window, 'names'> & { last: number; blank: ReadonlySet<number> }): number[] {
  const rows: number[] = [];
  let passed = 0;
  for (let row = last; row >= 2 && rows.length < size; row--)
    if (!blank.has(row) && passed++ >= skip) rows.push(row);
  return rows;
}

function readByIds(tab: Tab, { skip, size, names }: Window): Part | undefined {
  const ids = readIds(tab);
  cacheRows(tab.schema, ids);
  const order = ids.flatMap((id, index) => (id ? [index + 2] : [])).sort(byAge(tab.schema, ids));
  const rows = readRowsAt(tab, order.slice(skip, skip + size), names);
  const isSame = rows?.every(({ row, id }) => id === ids[row - 2]);
  return rows && isSame ? { rows, total: order.length } : undefined;
}

export function cachedRows(table: Table): KnownRows | undefined {
  return cache.get(nameOf(table));
}

export function invalidateRows(table: Table): void {
  cache.invalidate(nameOf(table));
}

/** Ids from row 2 on. */
export function cacheRows(table: Table, ids: readonly string[]): void {
  const known = toKnown(table, ids);
  if (known.blank.length <= MAX_BLANK_ROWS) cache.set(nameOf(table), known, TTL_S);
}

function toKnown(table: Table, ids: readonly string[]): KnownRows {
  const end = ids.map(Boolean).lastIndexOf(true) + 1;
  const from = Math.max(0, end - UNSETTLED_ROWS);
  const gap = ids.slice(from, end).indexOf('');
  const settled = ids.slice(0, gap < 0 ? end : from + gap);
  const blank = settled.flatMap((id, index) => (id ? [] : [index + 2]));
  const isInOrder = isNewestFirst(table, settled.filter(Boolean).reverse());
  return { last: settled.length + 1, lastId: settled[settled.length - 1] ?? '', blank, isInOrder };
}

function nameOf({ name }: Table): string {
  return `rows ${name}`;
}
