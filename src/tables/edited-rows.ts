import { boundSpreadsheet } from '../platform/spreadsheet';
import { rangeOf } from './ranges';
import { idIn } from './row-cells';
import type { Table } from './table';
import { Tabs } from './tabs';

type Range = GoogleAppsScript.Spreadsheet.Range;

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
