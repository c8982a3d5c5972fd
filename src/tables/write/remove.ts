import { rowsOfTexts } from '../grid/locate';
import { parseRow, readRowsAt } from '../grid/rows';
import { Tab } from '../grid/tab';
import { invalidateRows } from '../read/newest';
import type { Table } from '../schema/table';
import { expireClaim, isQuiet, readSequence } from './allocate';
import { clearRows } from './remove-rows';
import { assertVersion, withLockedRow } from './update';

/** Rows of another table, without allocated rows, that hang on a row: those with its id in a column. */
interface ChildRows {
  table: Table;
  column: string;
}

interface Removal {
  /** Only in that state. */
  ifVersion?: number;
  /** What goes with it, under the same lock. */
  cascade?: readonly ChildRows[];
}

/**
 * Deletes a row for good; false where there is none. Its child rows go just before: after a crash in between the row is
 * still there, and the call can be repeated.
 * @throws VersionConflict where the row has changed since `ifVersion`
 */
export function remove(table: Table, id: string, { ifVersion, cascade = [] }: Removal = {}): boolean {
  // Looked for outside the lock: as a rule there are none, and then nothing has to be looked at under it.
  const children = cascade.map((one) => ({
    ...one,
    rows: rowsOfTexts(new Tab(one.table), one.column, [id]),
  }));
  const isRemoved = withLockedRow(table, id, (tab, found) => {
    if (ifVersion !== undefined) assertVersion(parseRow(tab, found), ifVersion);
    for (const { table: child, column, rows } of children) {
      if (rows.length === 0) continue;
      const childTab = new Tab(child);
      const current = currentRows(childTab, column, { id, rows });
      if (current.length > 0) clearRows(childTab, current);
    }
    expireClaim(table.name, table.ids?.numberOf(id));
    erase(tab, found.row);
    return true;
  });
  if (isRemoved) invalidateRows(table);
  return isRemoved ?? false;
}

/** From top to bottom; looked for again where they have been moved since. */
function currentRows(
  tab: Tab,
  column: string,
  { id, rows }: { id: string; rows: readonly number[] },
): number[] {
  const position = tab.header.get(column);
  const isThere = readRowsAt(tab, rows, [column])?.every(({ cells }) => cells[position] === id);
  return isThere ? [...rows] : rowsOfTexts(tab, column, [id]);
}

/** While a row is being made, the rows below may not move up under it. */
function erase(tab: Tab, row: number): void {
  const { schema, sheet, header } = tab;
  // No sheet can be without a row below its frozen ones.
  const isOnlyRow = () => sheet.getMaxRows() - sheet.getFrozenRows() <= 1;
  if (isQuiet(readSequence(schema.name)) && !isOnlyRow()) sheet.deleteRow(row);
  else sheet.getRange(row, 1, 1, header.width).clearContent();
}
