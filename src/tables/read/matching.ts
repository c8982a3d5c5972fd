import { byAge, isNewestFirst, readIds } from '../grid/locate';
import { type Found, readColumns, readRowsAt, type WholeColumn } from '../grid/rows';
import type { Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import type { Table } from '../schema/table';
import { type Filter, normalize, sortKey } from '../schema/where';
import { cachedRows, cacheRows, type Part, type Window } from './newest';

/** Which rows are wanted, and in which order. */
interface Selection {
  filters: readonly Filter[];
  text: { q: string; searchIn: readonly string[] } | undefined;
  sort: Sort | undefined;
  /**
   * Whether rows count as unmoved by their ids, whatever their cells have become since: a formula such as `=NOW()` has
   * another value at each reading. It costs one more column.
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
export function matching(tab: Tab, { sort, isByIds, ...selection }: Window & Selection): Part | undefined {
  const { schema: table } = tab;
  const { filters, text, ...window } = selection;
  const selecting = [
    ...filters.map(({ column }) => column),
    ...(text?.searchIn ?? []),
    ...(sort ? [sort.by] : []),
  ];
  const columns = readColumns(table, isByIds ? [table.key, ...selecting] : selecting);
  const passing = rowsThatPass(columns, { filters, text });
  const rows = withoutBlank(tab, { rows: passing, columns });
  if (!rows) return undefined;
  const part = { ...window, seen: isByIds ? columns.filter(({ name }) => name === table.key) : columns };
  if (!sort || isByNumber(table, sort)) return byNumber(tab, { ...part, rows, sort });
  const column = columns.find(({ name }) => name === sort.by);
  return readPart(tab, { ...part, rows: sorted(rows, column?.values ?? [], sort) });
}

/** Where ids have numbers, the numbers count. */
export function isByNumber({ key, ids }: Table, { by }: Sort): boolean {
  return by === key && ids !== undefined;
}

function rowsThatPass(
  columns: readonly WholeColumn[],
  { filters, text }: Pick<Selection, 'filters' | 'text'>,
): number[] {
  const valuesOf = (name: string) => columns.find((column) => column.name === name)?.values ?? [];
  const tests = filters.map(({ column, matches }) => {
    const values = valuesOf(column);
    return (row: number) => matches(values[row - 2]);
  });
  if (text) {
    const searched = text.searchIn.map(valuesOf);
    const part = normalize(text.q);
    tests.push((row) => searched.some((values) => normalize(String(values[row - 2])).includes(part)));
  }
  const length = Math.min(...columns.map(({ values }) => values.length));
  return Array.from({ length }, (_, index) => index + 2).filter((row) => tests.every((test) => test(row)));
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

/** `seen`: what tells whether a row is still the same. */
type Reading = Window & { rows: readonly number[]; seen: readonly WholeColumn[] };

/** The page's rows, if they still are what was seen of them. Lines of the owner's own, without an id, are left out. */
function readPart(tab: Tab, reading: Reading): Part | undefined {
  const { rows, seen, skip, size, names } = reading;
  const wanted = rows.slice(skip, skip + size);
  const needed = [...names, ...seen.map(({ name }) => name)];
  const read = readRowsAt(tab, wanted, needed);
  const { header } = tab;
  const isSame = ({ row, cells }: Found) =>
    seen.every(({ name, cells: before }) => isSameCell(cells[header.get(name)], before[row - 2]));
  if (!read?.every(isSame)) return undefined;
  const withoutId = new Set(read.filter(({ id }) => id === '').map(({ row }) => row));
  if (withoutId.size === 0) return { rows: read, total: rows.length };
  return readPart(tab, { ...reading, rows: rows.filter((row) => !withoutId.has(row)) });
}

function isSameCell(one: Cell | undefined, other: Cell | undefined): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

/** Rows are mostly in the order in which they were made: where those of the page are, the ids need not be read. */
function byNumber(tab: Tab, { sort, ...reading }: Reading & { sort: Sort | undefined }): Part | undefined {
  const { schema: table } = tab;
  const isOldestFirst = sort?.isDescending === false;
  const inOrder = (rows: readonly number[]) => (isOldestFirst ? [...rows].reverse() : rows);
  const part = readPart(tab, {
    ...reading,
    rows: inOrder([...reading.rows].sort((a, b) => b - a)),
  });
  if (!part) return undefined;
  const ids = part.rows.map(({ id }) => id);
  if (isNewestFirst(table, isOldestFirst ? ids.reverse() : ids) && isTelling(table, part)) return part;
  const all = readIds(tab);
  cacheRows(table, all);
  const rows = inOrder([...reading.rows].sort(byAge(table, all)));
  const exact = readPart(tab, { ...reading, rows });
  return exact?.rows.every(({ row, id }) => id === all[row - 2]) ? exact : undefined;
}

function isTelling(table: Table, { rows, total }: Part): boolean {
  if (!table.ids || rows.length === total) return true;
  const known = cachedRows(table);
  return known ? known.isInOrder : rows.length >= TELLING_ROWS;
}

/**
 * Rows by the values of a column, which begin at row 2; empty ones last. Among equals the age decides in the same direction,
 * so that one index of another engine has both orders.
 */
function sorted(rows: readonly number[], values: readonly unknown[], { isDescending }: Sort): number[] {
  const keys = values.map(sortKey);
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [one, other] = [keys[a - 2], keys[b - 2]];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || b - a;
    if (one === other) return sign * (a - b);
    return one < other ? -sign : sign;
  });
}
