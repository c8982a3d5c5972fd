import { readBlock, readColumns, rowReader } from '../grid/rows';
import { fromTextCells } from '../schema/cell-text';
import { type Cell, textOf } from '../schema/column';
import { type ColumnName, columnNames, columnOf, type Row, type Table } from '../schema/table';
import { filtersOf, isEmpty, type Where } from '../schema/where';

/**
 * All rows, or some of their columns, from top to bottom: for small tables. Blank rows are left out. It is one read, and
 * one more for each column of long texts that lies between those that are asked for. Where a person sorts the tab between
 * two of these, a row is answered with values of another one: fit to be shown, but not to be written by.
 */
export function select<T extends Table, C extends ColumnName<T> = ColumnName<T>>(
  table: T,
  names: readonly C[] = columnNames(table) as C[],
): Pick<Row<T>, C>[] {
  const blocks = betweenLongTexts(table, names).map((group) => {
    const { header, rows } = readBlock(table, group);
    const positions = group.map((name) => header.get(name));
    const read = rowReader(table, header, group);
    const isBlank = (index: number) => positions.every((position) => rows[index]?.[position] === '');
    return { length: rows.length, isBlank, read: (index: number) => read(rows[index] ?? [], index + 2) };
  });
  const length = Math.min(...blocks.map((block) => block.length));
  const selected: Pick<Row<T>, C>[] = [];
  for (let index = 0; index < length; index++) {
    if (blocks.every(({ isBlank }) => isBlank(index))) continue;
    selected.push(Object.assign({}, ...blocks.map(({ read }) => read(index))));
  }
  return selected;
}

/** Columns in groups that one read each can bring without long texts that nobody has asked for. */
function betweenLongTexts<T extends Table, C extends ColumnName<T>>(table: T, names: readonly C[]): C[][] {
  const groups: C[][] = [];
  let isApart = true;
  for (const name of columnNames(table) as C[]) {
    if (!names.includes(name)) {
      isApart ||= columnOf(table, name).isLong === true;
      continue;
    }
    if (isApart) groups.push([]);
    groups[groups.length - 1]?.push(name);
    isApart = false;
  }
  return groups;
}

/** Cells of a row as people typed them. */
export interface RowCells<C extends string, V> {
  /** The number that the sheet shows. */
  row: number;
  cells: Record<C, V>;
  /** `Scoring!C7` */
  addressOf(column: C): string;
}

/** Some columns of every row, blank ones too, with the addresses of the cells for error messages. */
export function readCells<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): RowCells<C, Cell>[] {
  const { header, rows } = readBlock(table, names);
  return rows.map((cells, index) => ({
    row: index + 2,
    cells: mapCells(names, (name) => fromTextCells([cells[header.get(name)] ?? ''])),
    addressOf: (name) => header.addressOf(name, index + 2),
  }));
}

/** The same as texts. */
export function readTexts<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): RowCells<C, string>[] {
  return readCells(table, names).map((row) => ({
    ...row,
    cells: mapCells(names, (name) => textOf(row.cells[name])),
  }));
}

function mapCells<C extends string, V>(names: readonly C[], cellOf: (name: C) => V): Record<C, V> {
  return Object.fromEntries(names.map((name) => [name, cellOf(name)])) as Record<C, V>;
}

export interface Group<V, S extends string, N extends string> {
  /** The value that these rows share; undefined where they are not grouped. */
  value: V;
  rows: number;
  sums: Record<S, number>;
  /** How many of the rows have a value in a column. */
  counts: Record<N, number>;
}

export interface SummaryQuery<T extends Table, B extends ColumnName<T>, S, N> {
  where?: Where<T>;
  by?: B;
  /**
   * Where intervals start, in epoch ms, the earliest first; the last has no end. Timestamps are grouped by the interval that
   * they lie in, and its start is their value; one before all of them is in the first.
   */
  starts?: readonly number[];
  sum?: readonly S[];
  count?: readonly N[];
}

/**
 * Figures of the rows that meet the filters, for each value of `by`, in the order in which the values first occur; without
 * `by` one group, also of no rows. Only the columns named are read; rows in which all of them are blank do not count.
 */
export function summarize<
  T extends Table,
  B extends ColumnName<T> | never = never,
  S extends ColumnName<T> = never,
  N extends ColumnName<T> = never,
>(
  table: T,
  { where, by, starts, sum = [], count = [] }: SummaryQuery<T, B, S, N>,
): Group<[B] extends [never] ? undefined : Row<T>[B], S, N>[] {
  type Figures = Group<[B] extends [never] ? undefined : Row<T>[B], S, N>;
  const zeros = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
  const begin = (value: unknown) => ({ value, rows: 0, sums: zeros(sum), counts: zeros(count) }) as Figures;
  const groups = new Map<unknown, Figures>(by === undefined ? [[undefined, begin(undefined)]] : []);
  const filters = where ? filtersOf(table, where) : [];
  const names = [...filters.map(({ column }) => column), ...(by === undefined ? [] : [by]), ...sum, ...count];
  const read = readColumns(table, names.length > 0 ? names : [table.key]);
  const columns = new Map(read.map((column) => [column.name, column]));
  const valueAt = (name: string, index: number) => columns.get(name)?.values[index];
  const length = Math.min(...read.map(({ values }) => values.length));
  for (let index = 0; index < length; index++) {
    if (read.every(({ cells }) => cells[index] === '')) continue;
    if (!filters.every(({ column, matches }) => matches(valueAt(column, index)))) continue;
    const value = by === undefined ? undefined : valueAt(by, index);
    const shared = starts ? startOf(starts, Number(value)) : value;
    const group = groups.get(shared) ?? begin(starts ? new Date(Number(shared)) : shared);
    groups.set(shared, group);
    group.rows += 1;
    for (const name of sum) group.sums[name] += Number(valueAt(name, index));
    for (const name of count) group.counts[name] += isEmpty(valueAt(name, index)) ? 0 : 1;
  }
  return [...groups.values()];
}

/** The start of the interval that a time lies in. */
function startOf(starts: readonly number[], at: number): number | undefined {
  let [first, end] = [0, starts.length];
  while (end - first > 1) {
    const middle = Math.floor((first + end) / 2);
    if ((starts[middle] ?? Infinity) <= at) first = middle;
    else end = middle;
  }
  return starts[first];
}
