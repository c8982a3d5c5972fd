import { byAge, isNewestFirst, readIds } from '../grid/locate';
import { type RowAt, readBlock, readRowsAt } from '../grid/read-cells';
import { rowReader } from '../grid/rows';
import type { Tabs } from '../grid/tabs';
import type { Cell } from '../schema/column';
import { columnNames, type Table } from '../schema/table';
import { type Part, recallRows, rememberRows, type Window } from './newest';
import { sideBySide } from './select';

interface Sorted {
  by: string;
  isDescending: boolean;
}

/** A column from row 2 on, as it stands there and as what it means. */
interface WholeColumn {
  name: string;
  cells: Cell[];
  values: unknown[];
}

interface Choice {
  /** A test by column. */
  tests: ReadonlyMap<string, (value: unknown) => boolean>;
  sort: Sorted | undefined;
}

/** So many rows do not count down by chance. */
const TELLING_ROWS = 6;

/** The rows that pass the tests, in the order asked for; undefined where they are being moved. */
export function matches(
  tabs: Tabs,
  table: Table,
  { tests, sort, ...window }: Window & Choice,
): Part | undefined {
  const names = [...new Set([...tests.keys(), ...(sort ? [sort.by] : [])])];
  const columns = sideBySide(table, names).flatMap((together) => readWhole(table, together));
  const passing = rowsThatPass(columns, tests);
  const rows = withoutBlank(tabs, table, { rows: passing, columns });
  if (!rows) return undefined;
  const part = { ...window, columns };
  if (!sort || isByNumber(table, sort)) return byNumber(tabs, table, { ...part, rows, sort });
  const column = columns.find(({ name }) => name === sort.by);
  return readPart(tabs, table, { ...part, rows: sorted(rows, column?.values ?? [], sort) });
}

/** Where ids have numbers, the numbers count. */
export function isByNumber({ key, numberOf }: Table, { by }: Sorted): boolean {
  return by === key && numberOf !== undefined;
}

function readWhole(table: Table, names: readonly string[]): WholeColumn[] {
  const { header, rows } = readBlock(table.name, columnNames(table), names);
  return names.map((name) => {
    const [read, position] = [rowReader(table, header, [name]), header.get(name)];
    return {
      name,
      cells: rows.map((cells) => cells[position] ?? ''),
      values: rows.map((cells, index) => read(cells, index + 2)[name]),
    };
  });
}

function rowsThatPass(columns: readonly WholeColumn[], tests: Choice['tests']): number[] {
  const tested = columns.flatMap(({ name, values }) => {
    const test = tests.get(name);
    return test ? [values.map(test)] : [];
  });
  const length = Math.min(...columns.map(({ values }) => values.length));
  return Array.from({ length }, (_, index) => index + 2).filter((row) =>
    tested.every((passes) => passes[row - 2]),
  );
}

/** A blank row reads as an empty value, which may pass: only its key tells. */
function withoutBlank(
  tabs: Tabs,
  table: Table,
  { rows, columns }: { rows: readonly number[]; columns: readonly WholeColumn[] },
): readonly number[] | undefined {
  const isOpen = (row: number) => columns.every(({ cells }) => cells[row - 2] === '');
  if (!rows.some(isOpen)) return rows;
  const last = tabs.open(table.name).sheet.getLastRow();
  const open = rows.filter((row) => row <= last && isOpen(row));
  const read = readRowsAt(tabs, table, { rows: open, names: [] });
  const filled = new Set(read?.filter(({ id }) => id).map(({ row }) => row));
  return read && rows.filter((row) => !isOpen(row) || filled.has(row));
}

type Reading = Window & { rows: readonly number[]; columns: readonly WholeColumn[] };

/** The page's rows, if they still are what the columns said. */
function readPart(tabs: Tabs, table: Table, { rows, columns, skip, size, names }: Reading): Part | undefined {
  const wanted = rows.slice(skip, skip + size);
  const needed = [...names, ...columns.map(({ name }) => name)];
  const read = readRowsAt(tabs, table, { rows: wanted, names: needed });
  const { header } = tabs.open(table.name);
  const isSame = ({ row, cells, id }: RowAt) =>
    id !== '' && columns.every((one) => isSameCell(cells[header.get(one.name)], one.cells[row - 2]));
  return read?.every(isSame) ? { rows: read, total: rows.length } : undefined;
}

function isSameCell(one: Cell | undefined, other: Cell | undefined): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

/** Rows stand in the order in which they were made, mostly: where the page says so, the ids need not be read. */
function byNumber(
  tabs: Tabs,
  table: Table,
  { sort, ...reading }: Reading & { sort: Sorted | undefined },
): Part | undefined {
  const isOldestFirst = sort?.isDescending === false;
  const inOrder = (rows: readonly number[]) => (isOldestFirst ? [...rows].reverse() : rows);
  const part = readPart(tabs, table, {
    ...reading,
    rows: inOrder([...reading.rows].sort((a, b) => b - a)),
  });
  if (!part) return undefined;
  const ids = part.rows.map(({ id }) => id);
  if (isNewestFirst(table, isOldestFirst ? ids.reverse() : ids) && isTelling(table, part)) return part;
  const all = readIds(tabs, table);
  rememberRows(table, all);
  const rows = inOrder([...reading.rows].sort(byAge(table, all)));
  const exact = readPart(tabs, table, { ...reading, rows });
  return exact?.rows.every(({ row, id }) => id === all[row - 2]) ? exact : undefined;
}

function isTelling(table: Table, { rows, total }: Part): boolean {
  if (!table.numberOf || rows.length === total) return true;
  const known = recallRows(table);
  return known ? known.isInOrder : rows.length >= TELLING_ROWS;
}

/** Rows by what stands in a column, whose values begin at row 2; empty ones last, the lower row first among equals. */
export function sorted(
  rows: readonly number[],
  values: readonly unknown[],
  { isDescending }: Sorted,
): number[] {
  const keys = values.map(toKey);
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [one, other] = [keys[a - 2], keys[b - 2]];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || b - a;
    return one === other ? b - a : sign * (one < other ? -1 : 1);
  });
}

function toKey(value: unknown): string | number | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime();
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
  return String(value ?? '').toLowerCase() || undefined;
}
