import type { Row, Table } from '../../src/tables/schema/table';
import type { Write } from '../../src/tables/schema/write';
import { update as change, removeAll, rowsOf, stepOf } from './tables';

/** What `src/tables/writes.ts` does in a sheet. */

export function insert<T extends Table>(table: T, rows: readonly Row<T>[]): Write {
  return stepOf(() => rowsOf(table).push(...rows));
}

export function update<T extends Table>(
  table: T,
  changes: ReadonlyMap<string, (row: Row<T>) => Partial<Row<T>>>,
): Write {
  return stepOf(() => {
    for (const [id, patch] of changes) change(table, id, patch);
  });
}

export function remove<T extends Table>(table: T, ids: readonly string[]): Write {
  return stepOf(() => {
    removeAll(table, ids);
  });
}

export const truncate = (): Write => stepOf(() => {});
