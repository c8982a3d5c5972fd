import { changedRuns } from './changed-runs';
import { cellsOf, type Found } from './row-cells';
import { partsNeeded, toCells } from './rows';
import type { Row, Table } from './table';
import { hasRoom, Tabs, widen } from './tabs';
import type { Write } from './write-all';

interface Changes<T extends Table> {
  found: Found;
  patched: Partial<Row<T>>;
  /** What has to reach the sheet before the row does. */
  first?: Write | undefined;
}

/** Under the lock; false where everything stands already, but for the version. */
export function writeChanges<T extends Table>(
  opened: Tabs,
  table: T,
  { found, patched, first }: Changes<T>,
): boolean {
  const { row } = found;
  const tabs = withRoom(opened, table, partsNeeded(table, [patched]));
  const { sheet, header } = tabs.open(table.name);
  const [standing = []] = tabs === opened ? [found.cells] : cellsOf(tabs, table, row, row);
  const runs = changedRuns(table, header, { standing, cells: toCells(table, header, patched) });
  if (first && runs.size > 0) writeAhead(tabs, first);
  for (const [position, run] of runs) sheet.getRange(row, position + 1, 1, run.length).setValues([run]);
  return runs.size > 0;
}

function writeAhead(tabs: Tabs, first: Write): void {
  first.check(tabs);
  first.write(tabs);
  SpreadsheetApp.flush();
}

/** Under the lock: tabs whose header has the columns that long texts go on in. Others may have added some. */
export function withRoom(tabs: Tabs, { name }: Table, needed: ReadonlyMap<string, number>): Tabs {
  if (hasRoom(tabs.open(name).header, needed)) return tabs;
  SpreadsheetApp.flush();
  const fresh = new Tabs(tabs.spreadsheet);
  widen(fresh.open(name), needed);
  SpreadsheetApp.flush();
  return fresh;
}
