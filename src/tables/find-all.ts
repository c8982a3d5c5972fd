import { boundSpreadsheet } from '../platform/spreadsheet';
import { rowsAreMoving } from '../platform/user-error';
import { TRIES } from './locate';
import { rowsOfText } from './look-up';
import { readRowsAt } from './read-rows';
import { rowReader } from './rows';
import { type ColumnName, columnNames, type Row, type Table } from './table';
import { Tabs } from './tabs';

/** The rows with just this text in a column, from top to bottom; nothing is read of the others but that column. */
export function findAll<T extends Table>(table: T, column: ColumnName<T>, text: string): Row<T>[] {
  const names = columnNames(table);
  for (let tries = 0; tries < TRIES; tries++) {
    const tabs = new Tabs(boundSpreadsheet());
    const rows = rowsOfText(tabs, table, column, text);
    if (rows.length === 0) return [];
    const read = rowReader(table, tabs.open(table.name).header, names);
    const found = readRowsAt(tabs, table, { rows, names })?.map(
      ({ cells, row }) => read(cells, row) as Row<T>,
    );
    if (found?.every((row) => row[column] === text)) return found;
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(table.name);
}
