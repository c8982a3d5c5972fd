import { columnNames, type Table } from '../../src/tables/schema/table';
import type { Where } from '../../src/tables/schema/where';
import type { IsUnchanged } from '../../src/tables/tables';
import { query, transaction } from '../database/sql';
import { dropRows, toPresent } from './change';
import { conditionsOf, placeholder, whereText } from './conditions';
import { layoutOf } from './layout';
import { toLine } from './lines';
import { storedOfIds } from './read';
import { type StoredRow, selected } from './rows';

/** So that others need not wait long, and a transaction stays small. */
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
    const layout = layoutOf(table);
    const conditions = conditionsOf(table, where);
    const limit = placeholder(conditions, ROWS_AT_ONCE);
    const rows = query<StoredRow>(
      `select ${selected(layout, columnNames(table), true)} from ${layout.sql}${whereText(conditions)} limit ${limit}`,
      conditions.values,
    );
    dropRows(
      table,
      rows.map((stored) => toPresent(table, stored)),
    );
    return rows.length;
  });
}
