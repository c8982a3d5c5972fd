import { boundSpreadsheet } from '../platform/spreadsheet';
import { findRow } from './locate';
import { rowReader } from './rows';
import { columnNames, type Row, type Table } from './table';
import { Tabs } from './tabs';

/** The row with this id; undefined where there is none. */
export function find<T extends Table>(table: T, id: string): Row<T> | undefined {
  const tabs = new Tabs(boundSpreadsheet());
  const found = findRow(tabs, table, id);
  if (!found) return undefined;
  const read = rowReader(table, tabs.open(table.name).header, columnNames(table));
  return read(found.cells, found.row) as Row<T>;
}
