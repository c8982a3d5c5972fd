import { sql } from 'kysely';
import { KEY_COLUMN } from '../../src/tables/schema/request-key';
import { columnNames, type Row, type Table } from '../../src/tables/schema/table';
import { db, isAnyOf, quoted } from '../database/builder';
import { change } from '../database/sql';
import { layoutOf, ROW_ORDER, type SqlType, storedColumn } from './layout';
import { isSameStored, rowReader, type Stored, type StoredRow, toAssignments, toStored } from './rows';
import { countChanges } from './totals';

/**
 * Changes that all writes are made of: a row is made, changed or removed within a transaction, with all that is kept beside it.
 */

/** A row as it was read within this transaction. */
export interface Present<T extends Table> {
  row: Row<T>;
  stored: StoredRow;
}

export function toPresent<T extends Table>(table: T, stored: StoredRow): Present<T> {
  return { row: rowReader(table, columnNames(table))(stored) as Row<T>, stored };
}

/** Rows in one statement, so that none exceeds what a message to the database may have. */
const ROWS_AT_ONCE = 500;

export function addRows<T extends Table>(table: T, rows: readonly Row<T>[]): void {
  const layout = layoutOf(table);
  const places = newPlaces(rows.length);
  const lines = rows.map((row, index) => {
    const place = places[index] ?? 0;
    const number = table.ids?.numberOf(String(row[table.key]));
    // An id without a number is older than all that have one.
    return {
      ...toAssignments(layout, row),
      [ROW_ORDER]: number === 0 ? place - LAST_PLACE : (number ?? place),
    };
  });
  for (let at = 0; at < lines.length; at += ROWS_AT_ONCE) addLines(table, lines.slice(at, at + ROWS_AT_ONCE));
  countChanges(
    table,
    rows.map((after) => ({ after })),
  );
}

function addLines(table: Table, lines: readonly StoredRow[]): void {
  const [first] = lines;
  if (!first) return;
  const { name: into } = layoutOf(table);
  const names = Object.keys(first);
  if (lines.length === 1) {
    // The builder takes longer to put such a text together than everything else that makes a row.
    const places = names.map((_, index) => `$${index + 1}`);
    const values = names.map((name) => first[name] ?? null);
    change(
      `insert into ${quoted(into)} (${names.map(quoted).join(', ')}) values (${places.join(', ')})`,
      values,
    );
    return;
  }
  const arrays = names.map((name) => {
    const values = lines.map((line) => line[name] ?? null);
    return sql`${values}::${sql.raw(typeOf(table, name))}[]`;
  });
  change(
    db
      .insertInto(into)
      .columns(names)
      .expression(sql`select * from unnest(${sql.join(arrays)})`),
  );
}

function typeOf(table: Table, name: string): SqlType {
  if (name === ROW_ORDER) return 'bigint';
  for (const { storedAs, type } of layoutOf(table).columns.values()) if (storedAs === name) return type;
  return 'text';
}

/** Sets what a patch changes; false where everything is there already, but for the version. */
export function changeRow<T extends Table>(
  table: T,
  { row, stored }: Present<T>,
  patch: Partial<Row<T>>,
): boolean {
  const changed = changedColumns(table, stored, patch);
  if (changed.every((name) => name === 'version')) return false;
  const layout = layoutOf(table);
  const own = Object.fromEntries(changed.map((name) => [name, patch[name as keyof Row<T>]]));
  const key = layout.key.storedAs;
  change(
    db
      .updateTable(layout.name)
      .set(toAssignments(layout, own, row))
      .where(key, '=', stored[key])
      .where(ROW_ORDER, '=', stored[ROW_ORDER]),
  );
  countChanges(table, [{ before: row, after: { ...row, ...own } }]);
  return true;
}

/** Tells if a patch changes more than the version. */
export function hasChanges<T extends Table>(
  table: T,
  { stored }: Present<T>,
  patch: Partial<Row<T>>,
): boolean {
  return !changedColumns(table, stored, patch).every((name) => name === 'version');
}

function changedColumns(table: Table, stored: StoredRow, patch: object): string[] {
  const layout = layoutOf(table);
  return Object.entries(patch)
    .filter(([name, value]) => {
      const column = storedColumn(layout, name);
      const before: Stored = stored[column.storedAs] ?? null;
      return !isSameStored(toStored(column, value), before);
    })
    .map(([name]) => name);
}

/** Rows that were read within this transaction, and the claims of the requests that made them: those may be made again. */
export function dropRows<T extends Table>(table: T, present: readonly Present<T>[]): void {
  if (present.length === 0) return;
  const { name, key } = layoutOf(table);
  const isOneOf = (column: string) =>
    isAnyOf(
      column,
      present.map(({ stored }) => stored[column] ?? null),
    );
  change(db.deleteFrom(name).where(isOneOf(key.storedAs)).where(isOneOf(ROW_ORDER)));
  const keys = present.map(({ row }) => String((row as Record<string, unknown>)[KEY_COLUMN] ?? ''));
  const claimed = keys.filter(Boolean);
  if (claimed.length > 0)
    change(db.deleteFrom('claims').where('table_name', '=', name).where(isAnyOf('key', claimed)));
  countChanges(
    table,
    present.map(({ row }) => ({ before: row })),
  );
}

/** Beyond everything that a clock gives in two hundred years. */
const LAST_PLACE = Number.MAX_SAFE_INTEGER;

let lastPlace = 0;

/** Ascending, after all that this worker has given; those of other workers differ by chance. */
function newPlaces(count: number): number[] {
  const first = Math.max(lastPlace + 1, Date.now() * 1_000 + Math.floor(Math.random() * 1_000));
  lastPlace = first + count - 1;
  return Array.from({ length: count }, (_, index) => first + index);
}
