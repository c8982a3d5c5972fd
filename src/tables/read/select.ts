import { readBlock, readColumns, rowReader } from '../grid/rows';
import { textOf } from '../schema/column';
import { type ColumnName, columnNames, columnOf, type Row, type Table } from '../schema/table';
import { filtersOf, isEmpty, type Where } from './where';

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

interface RowTexts<C extends string> {
  cells: Record<C, string>;
  /** `Scoring!C7` */
  addressOf(column: C): string;
}

/** Some columns of every row, blank ones too, as people typed them, with the addresses of the cells for error messages. */
export function readTexts<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): RowTexts<C>[] {
  const { header, rows } = readBlock(table, names);
  return rows.map((cells, index) => ({
    cells: Object.fromEntries(names.map((name) => [name, textOf(cells[header.get(name)] ?? '')])) as Record<
      C,
      string
    >,
    addressOf: (name) => header.addressOf(name, index + 2),
  }));
}

interface Group<V, S extends string, N extends string> {
  /** The value that these rows share; undefined where they are not grouped. */
  value: V;
  rows: number;
  sums: Record<S, number>;
  /** How many of the rows have a value in a column. */
  counts: Record<N, number>;
}

interface SummaryQuery<T extends Table, B, S, N> {
  where?: Where<T>;
  by?: B;
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
  { where, by, sum = [], count = [] }: SummaryQuery<T, B, S, N>,
): Group<[B] extends [never] ? undefined : Row<T>[B], S, N>[] {
  type Value = [B] extends [never] ? undefined : Row<T>[B];
  const zeros = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
  const start = (value: unknown) =>
    ({ value, rows: 0, sums: zeros(sum), counts: zeros(count) }) as Group<Value, S, N>;
  const groups = new Map<unknown, Group<Value, S, N>>(
    by === undefined ? [[undefined, start(undefined)]] : [],
  );
  const filters = where ? filtersOf(where) : [];
  const names = [...filters.map(({ column }) => column), ...(by === undefined ? [] : [by]), ...sum, ...count];
  const read = readColumns(table, names.length > 0 ? names : [table.key]);
  const columns = new Map(read.map((column) => [column.name, column]));
  const valueAt = (name: string, index: number) => columns.get(name)?.values[index];
  const length = Math.min(...read.map(({ values }) => values.length));
  for (let index = 0; index < length; index++) {
    if (read.every(({ cells }) => cells[index] === '')) continue;
    if (!filters.every(({ column, matches }) => matches(valueAt(column, index)))) continue;
    const value = by === undefined ? undefined : valueAt(by, index);
    const group = groups.get(value) ?? start(value);
    groups.set(value, group);
    group.rows += 1;
    for (const name of sum) group.sums[name] += Number(valueAt(name, index));
    for (const name of count) group.counts[name] += isEmpty(valueAt(name, index)) ? 0 : 1;
  }
  return [...groups.values()];
}
