import * as cache from '../../platform/cache';
import { byAge, isNewestFirst, readIds } from '../grid/locate';
import { type RowAt, readRowsAt } from '../grid/read-cells';
import type { Tabs } from '../grid/tabs';
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
  rows: RowAt[];
  total: number;
}

export interface Window {
  /** How many rows come before, and how many are wanted. */
  skip: number;
  size: number;
  names: readonly string[];
}

/** So many new rows are read to see how things stand; more, and the ids are read anew. */
const MOST_NEW = 1_000;

/** The newest of all rows; undefined where they are being moved. */
export function newest(tabs: Tabs, table: Table, window: Window): Part | undefined {
  const known = cachedRows(table);
  const part = known?.isInOrder ? fromBottom(tabs, table, { ...window, known }) : undefined;
  return part ?? fromIds(tabs, table, window);
}

/** From what is known and the rows that came since; undefined where anything says that more has changed. */
function fromBottom(
  tabs: Tabs,
  table: Table,
  { known, skip, size, names }: Window & { known: KnownRows },
): Part | undefined {
  const last = tabs.open(table).sheet.getLastRow();
  if (last < known.last || last - known.last > MOST_NEW) return undefined;
  const since = last === known.last ? [] : rowsBetween(known.last, last);
  const guess = newestOf({ last, blank: new Set(known.blank), skip, size });
  const seen = readRowsAt(tabs, table, { rows: [...new Set([...since, ...guess])], names }) ?? [];
  const fresh = seen.filter(({ row }) => row > known.last);
  if (!isAsKnown(table, known, { seen, since, fresh })) return undefined;
  const blank = new Set([...known.blank, ...fresh.filter(({ id }) => !id).map(({ row }) => row)]);
  const wanted = newestOf({ last, blank, skip, size });
  const unseen = wanted.filter((row) => !seen.some((one) => one.row === row));
  const more = unseen.length > 0 ? readRowsAt(tabs, table, { rows: unseen, names }) : [];
  const all = new Map([...seen, ...(more ?? [])].map((one) => [one.row, one]));
  const rows = wanted.flatMap((row) => all.get(row) ?? []);
  const isWhole = rows.length === wanted.length && rows.every(({ id }) => id);
  if (!isWhole || !isNewestFirst(table, idsOf(rows))) return undefined;
  return { rows, total: last - 1 - blank.size };
}

/** The last row known stands where it stood, and the ids below count on. */
function isAsKnown(
  table: Table,
  { last, lastId }: KnownRows,
  { seen, since, fresh }: { seen: RowAt[]; since: number[]; fresh: RowAt[] },
): boolean {
  if (since.length === 0) return true;
  const anchor = seen.find(({ row }) => row === last);
  const ids = idsOf(fresh.filter(({ id }) => id).sort((a, b) => b.row - a.row));
  return anchor?.id === lastId && isNewestFirst(table, [...ids, lastId]);
}

function fromIds(tabs: Tabs, table: Table, { skip, size, names }: Window): Part | undefined {
  const ids = readIds(tabs, table);
  cacheRows(table, ids);
  const order = ids.flatMap((id, index) => (id ? [index + 2] : [])).sort(byAge(table, ids));
  const rows = readRowsAt(tabs, table, { rows: order.slice(skip, skip + size), names });
  const isSame = rows?.every(({ row, id }) => id === ids[row - 2]);
  return rows && isSame ? { rows, total: order.length } : undefined;
}

/** From the bottom up. */
function newestOf({
  last,
  blank,
  skip,
  size,
}: {
  last: number;
  blank: ReadonlySet<number>;
  skip: number;
  size: number;
}): number[] {
  const rows: number[] = [];
  let passed = 0;
  for (let row = last; row >= 2 && rows.length < size; row--)
    if (!blank.has(row) && passed++ >= skip) rows.push(row);
  return rows;
}

function rowsBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function idsOf(rows: readonly RowAt[]): string[] {
  return rows.map(({ id }) => id);
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
