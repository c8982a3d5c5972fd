import { CAFES, MENU, ORDERS } from '../cafe/tables';
import { LEADS, LISTS, SCORING } from '../leads/tables';
import { columnNames } from '../tables/sheet';
import type { Table } from '../tables/tables';
import { editedColumns } from '../window/protocol';
import type { WindowTabs } from '../window/window';

/** The tabs of a sheet whose API has moved to a database: those that show its rows, and those that go on to be edited. */
export const WINDOW_TABS: WindowTabs = {
  shown: [LEADS, ORDERS].map((table: Table) => ({ table, columns: readableColumns(table) })),
  edited: [SCORING, LISTS, CAFES, MENU].map((table: Table) => ({ table, columns: editedColumns(table) })),
};

/** From the version on they are for the API, and long. */
function readableColumns(table: Table): string[] {
  const names = columnNames(table);
  return names.slice(0, names.indexOf('version'));
}
