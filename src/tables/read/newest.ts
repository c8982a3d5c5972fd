import * as cache from '../../platform/cache';
import { EXECUTION_TTL_MS } from '../../platform/platform';
import { byAge, byAgeTo, isNewestFirst, readIds } from '../grid/locate';
import { type Found, readRowsAt } from '../grid/rows';
import type { Tab } from '../grid/tab';
import type { Place, PlaceValue } from '../schema/cursor';
import type { Table } from '../schema/table';
import { MAX_NEW_ROWS, rowsChanged, UNSETTLED_ROWS } from './kept-columns';

/** State of a tab when its ids were last read. */
interface KnownRows {
  /** A row with an id, above which nothing is being made any more. */
  last: number;
  lastId: string;
  /** The rows above it that have no id. */
  blank: readonly number[];
  /** The ids count upwards from the top. */
  isInOrder: boolean;
  /** Epoch ms. */
  readAt: number;
  settling: Settling;
}

/** Rows are allocated downward: what is blank above a row that was there long ago stays blank. */
interface Settling {
  /** There for so long that nothing is being made above it; blank where none is known. */
  settledId: string;
  /** The lowest row when this was last noted, which will be the next one. */
  lowestId: string;
  notedAt: number;
}

/** After that the ids are read anew. */
const TTL_MS = 600_000;
/** Longer: the next reading knows by this one which rows are settled. */
const CACHED_S = 3_600;

const MAX_BLANK_ROWS = 1_000;

/** A part of the rows that are asked for, and how many there are of them. */
export interface Part {
  rows: Found[];
  total: number;
  hasMore: boolean;
  /** Value of the last of them in the column that they are sorted by. */
  lastValue?: PlaceValue;
}

export interface Window {
  /** Number of rows that come before, and number that are wanted. */
  skip: number;
  size: number;
  names: readonly string[];
  /** The end of an earlier page, behind which they begin instead. */
  after: Place | undefined;
}

/** The newest of all rows; undefined where they are being moved. */
export function newest(tab: Tab, window: Window): Part | undefined {
  const known = cachedRows(tab.schema);
  return (known?.isInOrder ? readFromBottom(tab, window, known) : undefined) ?? readByIds(tab, window);
}

/** Reads only rows that came since, beside the known ones; undefined where anything says that more has changed. */
function readFromBottom(tab: Tab, { skip, size, names, after }: Window, known: KnownRows): Part | undefined {
  const last = tab.sheet.getLastRow();
  if (last < known.last || last - known.last > MAX_NEW_ROWS) return undefined;
  const hasGrown = last > known.last;
  const since = hasGrown
    ? Array.from({ length: last - known.last + 1 }, (_, index) => known.last + index)
    : [];
  const from = after ? { last: after.order - 1, skip: 0 } : { last, skip };
  const guess = rowsFromBottom({ ...from, blank: new Set(known.blank), size });
  const before = after ? [after.order] : [];
  const seen = readRowsAt(tab, [...new Set([...since, ...before, ...guess])], names) ?? [];
  if (after && seen.find(({ row }) => row === after.order)?.id !== after.id) return undefined;
  const fresh = seen.filter(({ row }) => row > known.last);
  if (hasGrown && !isAsKnown(tab.schema, known, { seen, fresh })) return undefined;
  const blank = new Set([...known.blank, ...fresh.filter(({ id }) => !id).map(({ row }) => row)]);
  const following = rowsFromBottom({ ...from, blank, size: size + 1 });
  const wanted = following.slice(0, size);
  const unseen = wanted.filter((row) => !seen.some((one) => one.row === row));
  const more = unseen.length > 0 ? readRowsAt(tab, unseen, names) : [];
  const all = new Map([...seen, ...(more ?? [])].map((one) => [one.row, one]));
  const rows = wanted.flatMap((row) => all.get(row) ?? []);
  const isWhole = rows.length === wanted.length && rows.every(({ id }) => id);
  const isInOrder = isNewestFirst(
    tab.schema,
    rows.map(({ id }) => id),
  );
  if (!isWhole || !isInOrder) return undefined;
  return { rows, total: last - 1 - blank.size, hasMore: following.length > size };
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
}: Pick<Window, 'skip' | 'size'> & { last: number; blank: ReadonlySet<number> }): number[] {
  const rows: number[] = [];
  let passed = 0;
  for (let row = last; row >= 2 && rows.length < size; row--)
    if (!blank.has(row) && passed++ >= skip) rows.push(row);
  return rows;
}

function readByIds(tab: Tab, { skip, size, names, after }: Window): Part | undefined {
  const ids = readIds(tab);
  cacheRows(tab.schema, ids);
  const order = ids.flatMap((id, index) => (id ? [index + 2] : [])).sort(byAge(tab.schema, ids));
  const toAfter = after && byAgeTo(tab.schema, ids, after);
  const following = toAfter ? order.filter((row) => toAfter(row) > 0) : order.slice(skip);
  const rows = readRowsAt(tab, following.slice(0, size), names);
  const isSame = rows?.every(({ row, id }) => id === ids[row - 2]);
  return rows && isSame ? { rows, total: order.length, hasMore: following.length > size } : undefined;
}

export function cachedRows(table: Table): KnownRows | undefined {
  const known = cache.get<KnownRows>(nameOf(table));
  return known && Date.now() - known.readAt < TTL_MS ? known : undefined;
}

export function invalidateRows(table: Table): void {
  cache.invalidate(nameOf(table));
  rowsChanged(table);
}

/** Ids from row 2 on. */
export function cacheRows(table: Table, ids: readonly string[]): void {
  const before = cache.get<KnownRows>(nameOf(table));
  const known = toKnown(table, ids, settle(ids, before?.settling));
  if (known.blank.length <= MAX_BLANK_ROWS) cache.set(nameOf(table), known, CACHED_S);
}

function settle(ids: readonly string[], before?: Settling): Settling {
  const now = Date.now();
  if (before && now - before.notedAt <= EXECUTION_TTL_MS) return before;
  const lowestId = [...ids].reverse().find(Boolean) ?? '';
  return { settledId: before?.lowestId ?? '', lowestId, notedAt: now };
}

function toKnown(table: Table, ids: readonly string[], settling: Settling): KnownRows {
  const { settledId } = settling;
  const end = ids.map(Boolean).lastIndexOf(true) + 1;
  const from = Math.max(0, end - UNSETTLED_ROWS, settledId === '' ? 0 : ids.lastIndexOf(settledId));
  const gap = ids.slice(from, end).indexOf('');
  const settled = ids.slice(0, gap < 0 ? end : from + gap);
  return {
    last: settled.length + 1,
    lastId: settled[settled.length - 1] ?? '',
    blank: settled.flatMap((id, index) => (id ? [] : [index + 2])),
    isInOrder: isNewestFirst(table, settled.filter(Boolean).reverse()),
    readAt: Date.now(),
    settling,
  };
}

/** Entries of another shape may still be cached under other names. */
function nameOf({ name }: Table): string {
  return `known rows ${name}`;
}
