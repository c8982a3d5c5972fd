import { rowsOfText, rowsOfTexts } from '../grid/locate';
import { parseRow, readRowsAt } from '../grid/rows';
import { expireClaim, isQuiet, readSequence } from '../grid/sequence';
import { OpenTabs, Tab } from '../grid/tab';
import { invalidateRows } from '../read/newest';
import type { Row, Table } from '../schema/table';
import { assertVersion } from '../schema/version';
import type { Write } from '../schema/write';
import { clearRows } from './remove-rows';
import { withLockedRow } from './update';
import { writeNow } from './write-all';

/** Rows of another table, without allocated rows, that hang on a row: those with its id in a column. */
interface ChildRows {
  table: Table;
  column: string;
  /** The row itself, as it was seen, says that there are none. */
  isEmpty?: boolean;
}

export interface Removal<T extends Table> {
  /** Version that the row must have, or one of these. */
  ifVersion?: number | readonly number[];
  /** Child rows that go with it, under the same lock. */
  cascade?: readonly ChildRows[];
  /** Version of the row before this call. Where it has another one since, its child rows are looked for again under the lock. */
  seenVersion?: number;
  /** Written elsewhere before anything goes, in the same hold of the lock. */
  first?: (row: Row<T>) => readonly Write[];
  /** The tables that `first` writes into: their headers are read before the lock. */
  opens?: readonly Table[];
}

/**
 * Deletes a row for good; false where there is none. Its child rows go just before: after a crash in between the row is
 * still there, and the call can be repeated.
 * @throws VersionConflict where the row has changed since `ifVersion`
 */
export function remove<T extends Table>(
  table: T,
  id: string,
  { ifVersion, cascade = [], seenVersion, first, opens = [] }: Removal<T> = {},
): boolean {
  const tabs = new OpenTabs();
  for (const other of opens) tabs.open(other);
  // Looked for outside the lock: as a rule there are none, and then nothing has to be looked at under it.
  const children = cascade.map((one) => ({
    ...one,
    rows: one.isEmpty ? [] : rowsOfText(one.table, one.column, id),
  }));
  const isRemoved = withLockedRow(table, id, (tab, found, hasWaited) => {
    const row = parseRow(tab, found);
    assertVersion(row, ifVersion);
    if (first) {
      tabs.refresh(hasWaited);
      writeNow(first(row), tabs.open);
    }
    const { version } = row as { version?: number };
    const isAsSeen = seenVersion === undefined || seenVersion === version;
    for (const { table: child, column, rows } of children) {
      if (rows.length === 0 && isAsSeen) continue;
      const childTab = new Tab(child);
      const current = currentRows(childTab, column, { id, rows, isAsSeen });
      if (current.length > 0) clearRows(childTab, current);
    }
    expireClaim(table.name, table.ids?.numberOf(id));
    erase(tab, found.row);
    return true;
  });
  if (isRemoved) invalidateRows(table);
  return isRemoved ?? false;
}

/** Returns the rows from top to bottom; looks for them again where they have been moved since. */
function currentRows(
  tab: Tab,
  column: string,
  { id, rows, isAsSeen }: { id: string; rows: readonly number[]; isAsSeen: boolean },
): number[] {
  const position = tab.header.get(column);
  const isThere = isAsSeen && readRowsAt(tab, rows, [column])?.every(({ cells }) => cells[position] === id);
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
