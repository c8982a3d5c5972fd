import type { Cell } from './columns';
import { Header } from './header';
import { type ColumnName, columnNames, type Row, type Table } from './table';
import { rangeOf } from './tabs';

/** Every row of a table, but only the columns asked for. Blank rows are left out. */
export function select<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): Pick<Row<T>, C>[] {
  const { header, rows } = readColumns(table, names);
  const columns = names.map((name) => ({ name, position: header.get(name), column: table.columns[name] }));
  const isBlank = (cells: readonly Cell[]) => columns.every(({ position }) => cells[position] === '');
  return rows
    .filter((cells) => !isBlank(cells))
    .map((cells) => {
      const entries = columns.map(({ name, position, column }) => [
        name,
        column?.fromCell(cells[position] ?? ''),
      ]);
      return Object.fromEntries(entries) as Pick<Row<T>, C>;
    });
}

/**
 * Whole columns in one read, found where the table says they stand. They bring their own headers along: where
 * those are others, somebody has moved columns, and the header row tells where to.
 */
function readColumns(table: Table, names: readonly string[]): { header: Header; rows: Cell[][] } {
  const expected = readSpan(
    table,
    names.map((name) => columnNames(table).indexOf(name)),
  );
  if (names.every((name) => expected.header.find(name) !== undefined)) return expected;
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const header = new Header(table.name, rangeOf(spreadsheet, table.name, '1:1').getValues()[0] ?? []);
  return readSpan(
    table,
    names.map((name) => header.get(name)),
  );
}

function readSpan(table: Table, positions: readonly number[]): { header: Header; rows: Cell[][] } {
  const address = `${letter(Math.min(...positions))}:${letter(Math.max(...positions))}`;
  const [first = [], ...rows] = rangeOf(
    SpreadsheetApp.getActiveSpreadsheet(),
    table.name,
    address,
  ).getValues();
  return { header: new Header(table.name, first), rows };
}

/** The letters of a column, counted from 0: A, B, ... Z, AA. */
export function letter(position: number): string {
  const last = String.fromCharCode(65 + (position % 26));
  return position < 26 ? last : letter(Math.floor(position / 26) - 1) + last;
}
