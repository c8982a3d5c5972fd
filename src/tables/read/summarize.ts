import { lastNotAfter } from '../../platform/sorted';
import { readColumns } from '../grid/rows';
import type { ColumnName, Row, Table } from '../schema/table';
import { filtersOf, isEmpty, type Where } from '../schema/where';

export interface Group<V, S extends string, N extends string> {
  /** The value that these rows share; undefined where they are not grouped. */
  value: V;
  rows: number;
  sums: Record<S, number>;
  /** Number of the rows that have a value in a column. */
  counts: Record<N, number>;
}

export interface SummaryQuery<T extends Table, B extends ColumnName<T>, S, N> {
  where?: Where<T>;
  by?: B;
  /**
   * Starts of intervals in epoch ms, the earliest first; the last has no end. Timestamps are grouped by the interval that they
   * lie in, and its start is their value; one before all of them is in the first.
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
  return starts[Math.max(0, lastNotAfter(starts, at))];
}
