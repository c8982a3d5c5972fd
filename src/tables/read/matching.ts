import { byAge, byAgeTo, isNewestFirst, readIds } from '../grid/locate';
import { type Found, readCellsAt, readRowsAt, searchableOf, type WholeColumn } from '../grid/rows';
import type { Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import type { Place, PlaceValue } from '../schema/cursor';
import { finderOf, SEARCHABLE } from '../schema/searchable';
import { isOwn, type Table } from '../schema/table';
import { type Filter, normalize, sortKey } from '../schema/where';
import { lookUpColumns } from './kept-columns';
import { cachedRows, cacheRows, type Part, type Window } from './newest';

/** Rows that are wanted, and their order. */
interface Selection {
  filters: readonly Filter[];
  q: string | undefined;
  sort: Sort | undefined;
  /**
   * Rows count as unmoved by their ids, whatever their cells have become since: a formula such as `=NOW()` has another value at
   * each reading. It costs one more column.
   */
  isByIds: boolean;
}

interface Sort {
  by: string;
  isDescending: boolean;
}

/** This many rows do not count down by chance. */
const TELLING_ROWS = 6;

/** The rows that pass the filters, in the order asked for; undefined where they are being moved. */
export function matching(tab: Tab, { sort, ...selection }: Window & Selection): Part | undefined {
  const { schema: table } = tab;
  const { filters, q, isByIds: isAsked, ...window } = selection;
  // The owner's columns may hold formulas.
  const isByIds = isAsked || filters.some(({ column }) => isOwn(table, column));
  const selecting = [
    ...filters.map(({ column }) => column),
    ...(q === undefined ? [] : [SEARCHABLE]),
    ...(sort ? [sort.by] : []),
  ];
  const columns = lookUpColumns(tab, isByIds ? [table.key, ...selecting] : selecting);
  const filtered = rowsThatPass(columns, filters);
  const found = q === undefined ? filtered : containing(tab, q, { rows: filtered, columns });
  const rows = found && withoutBlank(tab, { rows: found, columns });
  if (!rows) return undefined;
  const reading = {
    ...window,
    rows,
    seen: isByIds ? columns.filter(({ name }) => name === table.key) : columns,
  };
  if (!sort || isByNumber(table, sort)) return byNumber(tab, { ...reading, sort });
  const { values = [] } = columns.find(({ name }) => name === sort.by) ?? {};
  return byValue(tab, { ...reading, sort, values });
}

/** Tells whether rows are sorted by the numbers of their ids. */
export function isByNumber({ key, ids }: Table, { by }: Sort): boolean {
  return by === key && ids !== undefined;
}

const MAX_KNOWN_VALUES = 1_000;

function rowsThatPass(columns: readonly WholeColumn[], filters: readonly Filter[]): number[] {
  const tests = filters.map(({ column, matches }) => {
    const { values = [] } = columns.find(({ name }) => name === column) ?? {};
    const known = new Map<unknown, boolean>();
    return (row: number) => {
      const value = values[row - 2];
      const isKnown = known.get(value);
      if (isKnown !== undefined) return isKnown;
      const isMatch = matches(value);
      if (known.size < MAX_KNOWN_VALUES) known.set(value, isMatch);
      return isMatch;
    };
  });
  const length = Math.min(...columns.map(({ values }) => values.length));
  return Array.from({ length }, (_, index) => index + 2).filter((row) => tests.every((test) => test(row)));
}

/** The rows in which `q` is found. A row that a person has pasted has no words yet, and is searched by its other cells. */
function containing(
  tab: Tab,
  q: string,
  { rows, columns }: { rows: readonly number[]; columns: readonly WholeColumn[] },
): readonly number[] | undefined {
  const { values = [] } = columns.find(({ name }) => name === SEARCHABLE) ?? {};
  const last = tab.sheet.getLastRow();
  const open = rows.filter((row) => row <= last && values[row - 2] === '');
  const cells = readCellsAt(tab, open, tab.schema.lookups?.search ?? []);
  const wordsAt = (row: number) => {
    const present = cells?.get(row);
    return present ? searchableOf(tab, {}, present) : String(values[row - 2]);
  };
  const isFound = finderOf(q);
  return cells && rows.filter((row) => isFound(wordsAt(row)));
}

/** A blank row reads as an empty value, which may pass: only its key tells. */
function withoutBlank(
  tab: Tab,
  { rows, columns }: { rows: readonly number[]; columns: readonly WholeColumn[] },
): readonly number[] | undefined {
  const isOpen = (row: number) => columns.every(({ cells }) => cells[row - 2] === '');
  if (!rows.some(isOpen)) return rows;
  const last = tab.sheet.getLastRow();
  const open = rows.filter((row) => row <= last && isOpen(row));
  const read = readRowsAt(tab, open, []);
  const filled = new Set(read?.filter(({ id }) => id).map(({ row }) => row));
  return read && rows.filter((row) => !isOpen(row) || filled.has(row));
}

interface Reading extends Window {
  /** All that match. */
  rows: readonly number[];
  /** Columns that tell whether a row is still the same. */
  seen: readonly WholeColumn[];
  /** Tells whether a row comes behind the end of an earlier page. */
  isBehind?: ((row: number) => boolean) | undefined;
}

/**
 * The page's rows, if they still are what was seen of them, and the row with which an earlier page has ended still is where it
 * was. Lines of the owner's own, without an id, are left out.
 */
function readPart(tab: Tab, reading: Reading): Part | undefined {
  const { rows, seen, skip, size, names, after, isBehind } = reading;
  const following = isBehind ? rows.filter(isBehind) : rows.slice(skip);
  const before = after ? [after.order] : [];
  const needed = [...names, ...seen.map(({ name }) => name)];
  const found = readRowsAt(tab, [...before, ...following.slice(0, size)], needed);
  const read = found?.slice(before.length);
  const { header } = tab;
  const isSame = ({ row, cells }: Found) =>
    seen.every(({ name, cells: earlier }) => isSameCell(cells[header.get(name)], earlier[row - 2]));
  const isThere = !after || found?.[0]?.id === after.id;
  if (!isThere || !read?.every(isSame)) return undefined;
  const withoutId = new Set(read.filter(({ id }) => id === '').map(({ row }) => row));
  if (withoutId.size === 0) return { rows: read, total: rows.length, hasMore: following.length > size };
  return readPart(tab, { ...reading, rows: rows.filter((row) => !withoutId.has(row)) });
}

function isSameCell(one: Cell | undefined, other: Cell | undefined): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

/** Rows are mostly in the order in which they were made: where those of the page are, the ids need not be read. */
function byNumber(tab: Tab, { sort, ...reading }: Reading & { sort: Sort | undefined }): Part | undefined {
  const { schema: table } = tab;
  const { after } = reading;
  const sign = sort?.isDescending === false ? -1 : 1;
  const inOrder = (compare: (a: number, b: number) => number) =>
    [...reading.rows].sort((a, b) => sign * compare(a, b));
  const part = readPart(tab, {
    ...reading,
    rows: inOrder((a, b) => b - a),
    isBehind: after && ((row) => sign * (after.order - row) > 0),
  });
  const ids = [...(after?.id ? [after.id] : []), ...(part?.rows.map(({ id }) => id) ?? [])];
  if (part && isNewestFirst(table, sign < 0 ? ids.reverse() : ids) && isTelling(table, part)) return part;
  if (!part && !after) return undefined;
  const all = readIds(tab);
  cacheRows(table, all);
  const toAfter = after && byAgeTo(table, all, after);
  const exact = readPart(tab, {
    ...reading,
    after: undefined,
    rows: inOrder(byAge(table, all)),
    isBehind: toAfter && ((row) => sign * toAfter(row) > 0),
  });
  return exact?.rows.every(({ row, id }) => id === all[row - 2]) ? exact : undefined;
}

function isTelling(table: Table, { rows, total }: Part): boolean {
  if (!table.ids || rows.length === total) return true;
  const known = cachedRows(table);
  return known ? known.isInOrder : rows.length >= TELLING_ROWS;
}

/** Texts that an owner has typed may be pages long. They are sorted by what a cursor can hold. */
const MAX_SORTED = 300;

/** Rows by the values of a column, which begin at row 2. */
function byValue(
  tab: Tab,
  { sort, values, ...reading }: Reading & { sort: Sort; values: readonly unknown[] },
): Part | undefined {
  const begins = values.map((value) => (typeof value === 'string' ? value.slice(0, MAX_SORTED) : value));
  const keys = begins.map(sortKey);
  const compare = comparatorOf(sort);
  const rows = [...reading.rows].sort((a, b) => compare(keys[a - 2], keys[b - 2], b - a));
  const { after } = reading;
  const key = after && sortKey(after.value);
  const readBehind = (toAfter: (row: number) => number, seen?: Place) =>
    readPart(tab, {
      ...reading,
      rows,
      after: seen,
      isBehind: after && ((row) => compare(keys[row - 2], key, toAfter(row)) > 0),
    });
  const part =
    readBehind((row) => Number(after?.order) - row, after) ??
    (after && readBehind(byAgeTo(tab.schema, readIds(tab), after)));
  const last = part?.rows[part.rows.length - 1];
  return part && { ...part, lastValue: toPlaceValue(last && begins[last.row - 2]) };
}

type Key = ReturnType<typeof sortKey>;

/**
 * Empty values come last. Among equals the age decides in the same direction, so that one index of another engine has both
 * orders; `age` is above 0 where the first row is the older one.
 */
function comparatorOf({ isDescending }: Sort): (one: Key, other: Key, age: number) => number {
  const sign = isDescending ? -1 : 1;
  return (one, other, age) => {
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || age;
    if (one === other) return -sign * age;
    return one < other ? -sign : sign;
  };
}

function toPlaceValue(value: unknown): PlaceValue {
  if (sortKey(value) === undefined) return null;
  return typeof value === 'string' ? normalize(value) : (value as PlaceValue);
}
