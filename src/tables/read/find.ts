import { boundSpreadsheet } from '../../platform/spreadsheet';
import { findRow, rowsOfTexts, untilStill } from '../grid/locate';
import { idIn, readBlock, readRowsAt } from '../grid/read-cells';
import { rowReader } from '../grid/rows';
import { rangeOf, Tabs } from '../grid/tabs';
import { toStorable } from '../schema/cell-text';
import { type ColumnName, columnNames, type Row, type Table } from '../schema/table';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** The row with this id; undefined where there is none. */
export function find<T extends Table>(table: T, id: string): Row<T> | undefined {
  const tabs = new Tabs(boundSpreadsheet());
  const found = findRow(tabs, table, id);
  if (!found) return undefined;
  const read = rowReader(table, tabs.open(table).header, columnNames(table));
  return read(found.cells, found.row) as Row<T>;
}

/** The rows that have one of these texts in a column, from top to bottom; of the others only that column is read. */
export function findAll<T extends Table>(
  table: T,
  column: ColumnName<T>,
  texts: readonly string[],
): Row<T>[] {
  return untilStill(table, (tabs) => {
    const rows = rowsOfTexts(tabs, table, column, texts);
    if (rows.length === 0) return [];
    const names = columnNames(table);
    const parse = rowReader(table, tabs.open(table).header, names);
    const read = readRowsAt(tabs, table, { rows, names });
    const found = read?.map(({ cells, row }) => parse(cells, row) as Row<T>);
    return found?.every((row) => texts.includes(row[column] as string)) ? found : undefined;
  });
}

/** Row by row what stands in one column, and whether the text searched for stands anywhere in another. */
interface Searched<V> {
  value: V;
  isMatch: boolean;
}

/**
 * Looks for a text in a column, letter case aside, without reading the column: long texts stay in the sheet. A text
 * that crosses from one cell to its continuation, at 49,000 characters, is not found.
 */
export function search<T extends Table, C extends ColumnName<T>>(
  table: T,
  { column, text }: { column: ColumnName<T>; text: string },
  answer: C,
): Searched<Row<T>[C]>[] {
  const { header, rows } = readBlock(table, [answer]);
  const tabs = new Tabs(boundSpreadsheet());
  const letters = tabs.open(table).header.letters(column);
  const cells = letters.flatMap((at) =>
    rangeOf(tabs.spreadsheet, table.name, `${at}:${at}`).createTextFinder(toStorable(text)).findAll(),
  );
  const matches = new Set(cells.map((cell) => cell.getRow()));
  const read = rowReader(table, header, [answer]);
  return rows.map((row, index) => ({
    value: read(row, index + 2)[answer],
    isMatch: matches.has(index + 2),
  }));
}

/** The rows in which a person's edit has touched a column, and that column's cells; blank rows are left out. */
export function editedRows(table: Table, column: string, edited: Range): { id: string; cell: Range }[] {
  const tabs = new Tabs(boundSpreadsheet());
  const { header, sheet } = tabs.open(table);
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
