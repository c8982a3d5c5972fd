import { boundSpreadsheet } from '../platform/spreadsheet';
import { rowsAreMoving } from '../platform/user-error';
import { TRIES } from './grid/locate';
import { cellsOf, readBlock, spansOf } from './grid/read-cells';
import { rowReader } from './grid/rows';
import { Tabs } from './grid/tabs';
import { type ColumnName, columnNames, type Row, type Table } from './schema/table';

/**
 * Rows in full, chosen by what stands in some of their columns. Those are read whole, in one call each; `choose`
 * gets them row by row, blank ones too, and answers the indexes of the rows that it wants.
 */
export function pick<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
  choose: (rows: Pick<Row<T>, C>[]) => readonly number[],
): Row<T>[] {
  const tabs = new Tabs(boundSpreadsheet());
  for (let tries = 0; tries < TRIES; tries++) {
    const columns = readColumns(table, names);
    const chosen = choose(columns);
    const rows = readRows(tabs, table, chosen);
    const isStill = (row: Row<T>, index: number) =>
      names.every((name) => isSame(row[name], columns[chosen[index] ?? 0]?.[name]));
    if (rows.every(isStill)) return rows;
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(table.name);
}

/** Each reading of a time is a Date of its own. */
function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date
    ? Object.is(one.getTime(), other.getTime())
    : one === other;
}

/** Each column by itself: what stands between them may be long. */
function readColumns<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): Pick<Row<T>, C>[] {
  const columns = names.map((name) => {
    const { header, rows } = readBlock(table.name, columnNames(table), [name]);
    const read = rowReader(table, header, [name]);
    return rows.map((cells, index) => read(cells, index + 2));
  });
  const [first = []] = columns;
  return first.map((_, index) => Object.assign({}, ...columns.map((column) => column[index])));
}

/** In the order of the indexes, which count from the row below the header. */
function readRows<T extends Table>(tabs: Tabs, table: T, indexes: readonly number[]): Row<T>[] {
  if (indexes.length === 0) return [];
  const read = rowReader(table, tabs.open(table.name).header, columnNames(table));
  const rows = new Map<number, Row<T>>();
  for (const [from, to] of spansOf(indexes, MOST_BETWEEN)) {
    const block = cellsOf(tabs, table, from + 2, to + 2);
    for (const index of indexes.filter((one) => one >= from && one <= to))
      rows.set(index, read(block[index - from] ?? [], index + 2) as Row<T>);
  }
  return indexes.map((index) => rows.get(index) as Row<T>);
}

/** A gap of so many rows costs less than another read. */
const MOST_BETWEEN = 100;
