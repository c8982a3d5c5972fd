import type { Row, Table } from '../../src/tables/schema/table';
import { columnNames } from '../../src/tables/schema/table';
import { assertVersion, nextVersion } from '../../src/tables/schema/version';
import type { Removal, UpdateOptions } from '../../src/tables/tables';
import { transaction } from '../database/sql';
import { changeRow, dropRows, hasChanges, type Present, toPresent } from './change';
import { findStored, selectHaving } from './read';
import { perform } from './write-all';

/**
 * Changes one row by a pure function of its current state, which may run several times, and counts its column `version` up, if any.
 * Undefined where there is no such row. Where the function changes nothing, nothing is written, and the version stays.
 */
export function update<T extends Table>(
  table: T,
  id: string,
  patch: (row: Row<T>) => Partial<Row<T>>,
  { ifVersion, first }: UpdateOptions<T> = {},
): Row<T> | undefined {
  return withRow(table, id, (present) => {
    const { row } = present;
    assertVersion(row, ifVersion);
    const patched: Partial<Row<T>> = { ...patch(row), ...nextVersion(row) };
    if (!hasChanges(table, present, patched)) return row;
    const next = { ...row, ...patched };
    const writes = first?.(next) ?? [];
    if (writes.length === 0) {
      changeRow(table, present, patched);
      return next;
    }
    perform(writes);
    // Writes that come first may be in this very row.
    const stored = findStored(table, id);
    if (stored) changeRow(table, toPresent(table, stored), patched);
    return next;
  });
}

/**
 * Deletes a row for good, and what hangs on it; false where there is none.
 *
 * @throws VersionConflict where the row has changed since `ifVersion`
 */
export function remove<T extends Table>(
  table: T,
  id: string,
  { ifVersion, cascade = [], first }: Removal<T> = {},
): boolean {
  const isRemoved = withRow(table, id, (present) => {
    assertVersion(present.row, ifVersion);
    if (first) perform(first(present.row));
    for (const { table: of, column } of cascade) {
      const rows = selectHaving(of, columnNames(of), { column, texts: [id] });
      dropRows(
        of,
        rows.map((stored) => toPresent(of, stored)),
      );
    }
    dropRows(table, [present]);
    return true;
  });
  return isRemoved ?? false;
}

function withRow<T extends Table, R>(table: T, id: string, work: (present: Present<T>) => R): R | undefined {
  if (id === '') return undefined;
  return transaction(() => {
    const stored = findStored(table, id);
    return stored && work(toPresent(table, stored));
  });
}
