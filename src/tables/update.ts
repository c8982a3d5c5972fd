import { atRow } from './at-row';
import type { Found } from './row-cells';
import { rowReader } from './rows';
import { columnNames, type Row, type Table } from './table';
import type { Tabs } from './tabs';
import { assertColumns, type Write } from './write-all';
import { writeChanges } from './write-changes';

/** Somebody else has changed the row since; `row` is how it stands now. */
export class VersionConflict extends Error {
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
export function update<T extends Table>(
  table: T,
  id: string,
  patch: (row: Row<T>) => Partial<Row<T>>,
  { ifVersion, first }: { ifVersion?: number; first?: (next: Row<T>) => Write } = {},
): Row<T> | undefined {
  return atRow(table, id, (tabs, found) => {
    const row = readWhole(tabs, table, found);
    const { version } = assertVersion(row, ifVersion);
    const patched = { ...patch(row), version: version + 1 } as Partial<Row<T>>;
    const next = { ...row, ...patched };
    return writeChanges(tabs, table, { found, patched, first: first?.(next) }) ? next : row;
  });
}

/** Under the lock, a row that was found there. */
export function readWhole<T extends Table>(tabs: Tabs, table: T, { cells, row }: Found): Row<T> {
  assertColumns(tabs, table, columnNames(table));
  return rowReader(table, tabs.open(table.name).header, columnNames(table))(cells, row) as Row<T>;
}

/** @throws StaleError */
export function assertVersion(row: object, expected: number | undefined): { version: number } {
  const { version } = row as { version: number };
  if (expected !== undefined && expected !== version) throw new VersionConflict(row);
  return { version };
}
