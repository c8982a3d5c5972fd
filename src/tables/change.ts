import { atRow } from './at-row';
import { assertColumns, type Change } from './commit';
import { giveUp, isQuiet, readCounter } from './counter';
import { forgetRows } from './known-rows';
import { rowReader } from './rows';
import { columnNames, type Row, type Table } from './table';
import type { Tab } from './tabs';
import { writeChanges } from './write-changes';

/** Somebody else has changed the row since; `row` is how it stands now. */
export class StaleError extends Error {
  override name = 'StaleError';
  readonly row: unknown;

  constructor(row: unknown) {
    super('The row has been changed since.');
    this.row = row;
  }
}

/**
 * Changes one row by a pure function of what stands there, which may run twice, and counts its column `version` up.
 * With `ifVersion`, only that state. Undefined where there is no such row. Where the function changes nothing, nothing
 * is written, and the version stays. `first` is what has to stand elsewhere before the row changes.
 */
export function change<T extends Table>(
  table: T,
  id: string,
  patch: (row: Row<T>) => Partial<Row<T>>,
  { ifVersion, first }: { ifVersion?: number; first?: (next: Row<T>) => Change } = {},
): Row<T> | undefined {
  return atRow(table, id, (tabs, found) => {
    assertColumns(tabs, table, columnNames(table));
    const { header } = tabs.open(table.name);
    const row = rowReader(table, header, columnNames(table))(found.cells, found.row) as Row<T>;
    const { version } = row as { version: number };
    if (ifVersion !== undefined && ifVersion !== version) throw new StaleError(row);
    const patched = { ...patch(row), version: version + 1 } as Partial<Row<T>>;
    const next = { ...row, ...patched };
    return writeChanges(tabs, table, { found, patched, first: first?.(next) }) ? next : row;
  });
}

/** Deletes a row for good; false where there is none. */
export function remove(table: Table, id: string): boolean {
  const isRemoved = atRow(table, id, (tabs, { row }) => {
    const counter = readCounter(table.name);
    giveUp(table.name, counter, table.numberOf?.(id));
    // Else the rows below would move up, under those that are about to be written.
    const tab = tabs.open(table.name);
    if (isQuiet(counter) && !isOnlyRow(tab)) tab.sheet.deleteRow(row);
    else tab.sheet.getRange(row, 1, 1, tab.header.width).clearContent();
    return true;
  });
  if (isRemoved) forgetRows(table);
  return isRemoved ?? false;
}

/** No sheet can be without a row below its frozen ones. */
function isOnlyRow({ sheet }: Tab): boolean {
  return sheet.getMaxRows() - sheet.getFrozenRows() <= 1;
}
