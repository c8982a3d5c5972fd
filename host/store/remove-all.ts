import { columnNames, type Table } from '../../src/tables/schema/table';
import type { Where } from '../../src/tables/schema/where';
import type { IsUnchanged } from '../../src/tables/tables';
import { query, transaction } from '../database/sql';
import { dropRows, toPresent } from './change';
import { conditionsOf, rowsWhere } from './conditions';
import { layoutOf, ROW_ORDER } from './layout';
import { toLine } from './lines';
import { storedOfIds } from './read';
import { type StoredRow, storedNames } from './rows';

/** A batch small enough that others need not wait long, and a transaction stays small. */
const ROWS_AT_ONCE = 200;

/**
 * Removes many rows, in several transactions. Where `isUnchanged` is given, rows stay that are not.
 *
 * @returns the ids that have no row now
 */
export function removeAll(table: Table, ids: readonly string[], isUnchanged?: IsUnchanged): string[] {
  const kept = new Set<string>();
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const some = ids.slice(at, at + ROWS_AT_ONCE);
    const stay = transaction(() => {
      const present = storedOfIds(table, some).map((stored) => ({ ...toPresent(table, stored), stored }));
      const idOf = (one: { row: object }) => String((one.row as Record<string, unknown>)[table.key]);
      const isGoing = (one: (typeof present)[number]) =>
        !isUnchanged || isUnchanged(idOf(one), toLine(table, one.stored));
      const going = present.filter(isGoing);
      dropRows(table, going);
      return present.filter((one) => !going.includes(one)).map(idOf);
    });
    for (const id of stay) kept.add(id);
  }
  return ids.filter((id) => !kept.has(id));
}

/**
 * Deletes rows that meet `where`, so many at a time. Without it there is nothing to do: no row is blank.
 *
 * @returns how many rows were deleted
 */
export function maintain<T extends Table>(table: T, where?: Where<T>): number {
  if (!where) return 0;
  return transaction(() => {
    const columns = [...storedNames(layoutOf(table), columnNames(table)), ROW_ORDER];
    const rows = query<StoredRow>(
      rowsWhere(table, conditionsOf(table, where)).select(columns).limit(ROWS_AT_ONCE),
    );
    dropRows(
      table,
      rows.map((stored) => toPresent(table, stored)),
    );
    return rows.length;
  });
}
