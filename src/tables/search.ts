import { boundSpreadsheet } from '../platform/spreadsheet';
import { readBlock } from './block';
import { toStorable } from './cell-text';
import { rangeOf } from './ranges';
import { rowReader } from './rows';
import { type ColumnName, columnNames, type Row, type Table } from './table';
import { Tabs } from './tabs';

/** Row by row what stands in one column, and whether the text searched for stands anywhere in another. */
export interface Searched<V> {
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
  const { header, rows } = readBlock(table.name, columnNames(table), [answer]);
  const matches = rowsWith(table.name, column, text);
  const read = rowReader(table, header, [answer]);
  return rows.map((cells, index) => ({
    value: read(cells, index + 2)[answer],
    isMatch: matches.has(index + 2),
  }));
}

function rowsWith(tab: string, column: string, text: string): Set<number> {
  const tabs = new Tabs(boundSpreadsheet());
  const found = tabs
    .open(tab)
    .header.letters(column)
    .flatMap((at) =>
      rangeOf(tabs.spreadsheet, tab, `${at}:${at}`).createTextFinder(toStorable(text)).findAll(),
    );
  return new Set(found.map((cell) => cell.getRow()));
}
