import { findRow, rowsOfTexts, untilStill } from '../grid/locate';
import { idIn, parseRow, readBlock, readRowsAt, rowReader } from '../grid/rows';
import { rangeIn, Tab } from '../grid/tab';
import { toStorable } from '../schema/cell-text';
import { type ColumnName, columnNames, type Row, type Table } from '../schema/table';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** The row with this id; undefined where there is none. */
export function find<T extends Table>(table: T, id: string): Row<T> | undefined {
  const tab = new Tab(table);
  const found = findRow(tab, id);
  return found && parseRow(tab, found);
}

/** The rows that have one of these texts in a column, from top to bottom; of the others only that column is read. */
export function findAll<T extends Table>(
  table: T,
  column: ColumnName<T>,
  texts: readonly string[],
): Row<T>[] {
  return untilStill(table, (tab) => {
    const rows = rowsOfTexts(tab, column, texts);
    if (rows.length === 0) return [];
    const names = columnNames(table);
    const parse = rowReader(table, tab.header, names);
    const found = readRowsAt(tab, rows, names)?.map(({ cells, row }) => parse(cells, row) as Row<T>);
    return found?.every((row) => texts.includes(row[column] as string)) ? found : undefined;
  });
}

/**
 * Row by row the value of one column, and whether another contains a text, letter case aside. That one is not read:
 * long texts stay in the sheet. A text that crosses from one cell to its continuation, at 49,000 characters, is
 * not found.
 */
export function search<T extends Table, C extends ColumnName<T>>(
  table: T,
  { column, text }: { column: ColumnName<T>; text: string },
  answer: C,
): { value: Row<T>[C]; isMatch: boolean }[] {
  const { header, rows } = readBlock(table, [answer]);
  const cells = new Tab(table).header
    .letters(column)
    .flatMap((at) => rangeIn(table, `${at}:${at}`).createTextFinder(toStorable(text)).findAll());
  const matches = new Set(cells.map((cell) => cell.getRow()));
  const parse = rowReader(table, header, [answer]);
  return rows.map((row, index) => ({
    value: parse(row, index + 2)[answer],
    isMatch: matches.has(index + 2),
  }));
}

/** The rows in which a person's edit has touched a column, and that column's cells; blank rows are left out. */
export function editedRows(table: Table, column: string, edited: Range): { id: string; cell: Range }[] {
  const { header, sheet } = new Tab(table);
  const at = header.get(column) + 1;
  if (at < edited.getColumn() || at > edited.getLastColumn()) return [];
  const from = Math.max(2, edited.getRow());
  const to = edited.getLastRow();
  if (to < from) return [];
  const [key] = header.letters(table.key);
  const ids = rangeIn(table, `${key}${from}:${key}${to}`).getValues();
  return ids.flatMap(([cell], index) => {
    const id = idIn(cell);
    return id === '' ? [] : [{ id, cell: sheet.getRange(from + index, at) }];
  });
}
