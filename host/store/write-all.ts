import { sql } from 'kysely';
import { type ColumnName, columnNames, type Row, type Table } from '../../src/tables/schema/table';
import { nextVersion } from '../../src/tables/schema/version';
import type { Write } from '../../src/tables/schema/write';
import { db } from '../database/builder';
import { change, query, transaction } from '../database/sql';
import { addRows, changeRow, dropRows, toPresent } from './change';
import { layoutOf, storedColumn } from './layout';
import { selectHaving, storedOfIds } from './read';

/** A step of a write, within the transaction of all. */
interface Step extends Write {
  run(): void;
}

function toWrite(run: () => void): Write {
  const step: Step = { run };
  return step;
}

const NO_WRITE = toWrite(() => {});

/** Within a transaction. */
export function perform(writes: readonly Write[]): void {
  for (const one of writes as readonly Step[]) one.run();
}

/** All of them in the given order, or none. */
export function writeAll(...writes: Write[]): void {
  transaction(() => perform(writes));
}

/** New rows, after all others. */
export function insertRows<T extends Table>(table: T, rows: readonly Row<T>[]): Write {
  return rows.length === 0 ? NO_WRITE : toWrite(() => addRows(table, rows));
}

/**
 * Changes many rows, each by a pure function of its current state, and counts their column `version` up where the table has
 * one, unless the function sets it. Rows that are gone are passed over.
 */
export function updateRows<T extends Table>(
  table: T,
  changes: ReadonlyMap<string, (row: Row<T>) => Partial<Row<T>>>,
): Write {
  if (changes.size === 0) return NO_WRITE;
  return toWrite(() => {
    for (const stored of storedOfIds(table, [...changes.keys()])) {
      const present = toPresent(table, stored);
      const change = changes.get(present.row[table.key as ColumnName<T>] as string);
      const patch: Partial<Row<T>> = change?.(present.row) ?? {};
      changeRow(table, present, { ...nextVersion(present.row), ...patch });
    }
  });
}

/** Many rows at once. An id that is given twice means two rows; those that are gone already are passed over. */
export function removeRows(table: Table, ids: readonly string[]): Write {
  if (ids.length === 0) return NO_WRITE;
  return toWrite(() => {
    const wanted = [...ids];
    const gone = selectHaving(table, columnNames(table), { column: table.key, texts: ids })
      .map((stored) => toPresent(table, stored))
      .filter(({ row }) => {
        const at = wanted.indexOf(String(row[table.key]));
        if (at >= 0) wanted.splice(at, 1);
        return at >= 0;
      });
    dropRows(table, gone);
  });
}

/** Deleting the oldest rows of a log one by one would cost more than to have some more of them. */
const SLACK = 1.1;

/** Deletes the rows of a log that are older than its newest `maxRows`, by a column of times. */
export function truncateLog<T extends Table>(table: T, by: ColumnName<T>, maxRows: number): Write {
  return toWrite(() => {
    const { name } = layoutOf(table);
    const at = storedColumn(layoutOf(table), by).storedAs;
    const one = db.selectFrom(name).select(at).limit(sql.lit(1));
    if (query(one.orderBy(at).offset(Math.floor(maxRows * SLACK))).length === 0) return;
    const oldest = one.orderBy(at, (order) => order.desc().nullsLast()).offset(maxRows - 1);
    change(db.deleteFrom(name).where((is) => is.or([is(at, '<', oldest), is(at, 'is', null)])));
  });
}
