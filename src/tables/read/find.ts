import { boundSpreadsheet } from '../../platform/spreadsheet';
import { rowsAreMoving } from '../../platform/user-error';
import { findRow, rowsOfText, TRIES } from '../grid/locate';
import { idIn, readRowsAt } from '../grid/read-cells';
import { rowReader } from '../grid/rows';
import { rangeOf, Tabs } from '../grid/tabs';
import { type ColumnName, columnNames, type Row, type Table } from '../schema/table';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** The row with this id; undefined where there is none. */
export function find<T extends Table>(table: T, id: string): Row<T> | undefined {
  const tabs = new Tabs(boundSpreadsheet());
  const found = findRow(tabs, table, id);
  if (!found) return undefined;
  const read = rowReader(table, tabs.open(table.name).header, columnNames(table));
  return read(found.cells, found.row) as Row<T>;
}

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

/** The rows in which a person's edit has touched a column, and that column's cells; blank rows are left out. */
export function editedRows(table: Table, column: string, edited: Range): { id: string; cell: Range }[] {
  const tabs = new Tabs(boundSpreadsheet());
  const { header, sheet } = tabs.open(table.name);
  const at = header.get(column) + 1;
  if (at < edited.getColumn() || at > edited.getLastColumn()) return [];
  const from = Math.max(2, edited.getRow());
  const to = edited.getLastRow();
  if (to < from) return [];
  const [key] = header.letters(table.key);
  const ids = rangeOf(tabs.spreadsheet, table.name, `${key}${from}:${key}${to}`).getValues();
  return ids.flatMap(([id], index) => {
    const own = idIn(id);
    return own === '' ? [] : [{ id: own, cell: sheet.getRange(from + index, at) }];
  });
}
