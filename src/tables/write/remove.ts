import { withScriptLock } from '../../platform/lock';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { readIds, rowsOfTexts } from '../grid/locate';
import { readRowsAt } from '../grid/read-cells';
import { type Tab, Tabs } from '../grid/tabs';
import { invalidateRows } from '../read/newest';
import type { Table } from '../schema/table';
import { expireClaim, isQuiet, readSequence } from './sequence';
import { assertVersion, parseRow, withLockedRow } from './update';

/** Rows of another table that hang on a row: those with its id in a column. */
export interface ChildRows {
  table: Table;
  column: string;
}

export interface Removal {
  /** Only in that state. */
  ifVersion?: number;
  /** What goes with it, under the same lock. */
  cascade?: readonly ChildRows[];
}

/**
 * Deletes a row for good; false where there is none. What hangs on it goes just before: whoever dies in between finds
 * the row and repeats it, and one that is refused takes nothing.
 * @throws VersionConflict where somebody else has changed the row since `ifVersion`
 */
export function remove(table: Table, id: string, { ifVersion, cascade = [] }: Removal = {}): boolean {
  const children = cascade.map((one) => ({ ...one, rows: childRowsOf(id, one) }));
  const isRemoved = withLockedRow(table, id, (tabs, found) => {
    if (ifVersion !== undefined) assertVersion(parseRow(tabs, table, found), ifVersion);
    for (const one of children)
      for (const row of currentChildRowsOf(tabs, id, one).reverse()) erase(tabs, one.table, row);
    expireClaim(table.name, table.ids?.numberOf(id));
    erase(tabs, table, found.row);
    return true;
  });
  if (isRemoved) invalidateRows(table);
  return isRemoved ?? false;
}

/**
 * The same for several rows of a table whose places nobody reserves. An id that is given twice means two rows; those that
 * are gone already are passed over.
 */
export function removeAll(table: Table, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const spreadsheet = boundSpreadsheet();
  withScriptLock(() => {
    SpreadsheetApp.flush();
    const tabs = new Tabs(spreadsheet);
    for (const row of rowsWith(ids, readIds(tabs, table)).reverse()) erase(tabs, table, row);
    SpreadsheetApp.flush();
  });
  invalidateRows(table);
}

/** The uppermost rows with these ids, from top to bottom; `standing` are the ids from row 2 on. */
function rowsWith(ids: readonly string[], standing: readonly string[]): number[] {
  const wanted = [...ids];
  return standing.flatMap((id, index) => {
    const at = id === '' ? -1 : wanted.indexOf(id);
    if (at < 0) return [];
    wanted.splice(at, 1);
    return [index + 2];
  });
}

/** Looked for outside the lock: as a rule there are none, and then nothing has to be looked at under it. */
function childRowsOf(id: string, { table, column }: ChildRows): number[] {
  return rowsOfTexts(new Tabs(boundSpreadsheet()), table, column, [id]);
}

/** From top to bottom; looked for again where they have been moved since. */
function currentChildRowsOf(
  tabs: Tabs,
  id: string,
  { table, column, rows }: ChildRows & { rows: number[] },
): number[] {
  if (rows.length === 0) return [];
  const { header } = tabs.open(table);
  const read = readRowsAt(tabs, table, { rows, names: [column] });
  const isThere = read?.every(({ cells }) => cells[header.get(column)] === id);
  return isThere ? rows : rowsOfTexts(tabs, table, column, [id]);
}

/** While a row is being made, the rows below may not move up under it. */
function erase(tabs: Tabs, table: Table, row: number): void {
  const tab = tabs.open(table);
  if (isQuiet(readSequence(table.name)) && !isOnlyRow(tab)) tab.sheet.deleteRow(row);
  else tab.sheet.getRange(row, 1, 1, tab.header.width).clearContent();
}

/** No sheet can be without a row below its frozen ones. */
function isOnlyRow({ sheet }: Tab): boolean {
  return sheet.getMaxRows() - sheet.getFrozenRows() <= 1;
}
