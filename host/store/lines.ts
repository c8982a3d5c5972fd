import { sql } from 'kysely';
import { textOf } from '../../src/tables/schema/column';
import { type ColumnName, columnNames, headerOf, type Row, type Table } from '../../src/tables/schema/table';
import type { Lines } from '../../src/tables/tables';
import { db, eb } from '../database/builder';
import { query } from '../database/sql';
import { layoutOf } from './layout';
import { storedOfIds } from './read';
import { rowReader, type StoredRow, storedNames } from './rows';

export type { Lines } from '../../src/tables/tables';

/** The rows with these ids that are there, as their cells would be in a sheet. */
export function readLines(table: Table, ids: readonly string[]): Lines {
  const key = layoutOf(table).key.storedAs;
  const rows = ids.length === 0 ? [] : storedOfIds(table, ids);
  return {
    header: columnNames(table).map((name) => headerOf(table, name)),
    lines: new Map(rows.map((stored) => [String(stored[key]), toLine(table, stored)])),
  };
}

/** Every column as text, without the blank ones at the end. */
export function toLine(table: Table, stored: StoredRow): string[] {
  const texts = storedNames(layoutOf(table), columnNames(table)).map((name) => textOf(stored[name] ?? ''));
  while (texts[texts.length - 1] === '') texts.pop();
  return texts;
}

/** The rows in which one of these columns contains what any of these regular expressions finds, in the order they were made. */
export function search<T extends Table, C extends ColumnName<T>>(
  table: T,
  { columns, patterns }: { columns: readonly ColumnName<T>[]; patterns: readonly string[] },
  names: readonly C[],
): { row: Pick<Row<T>, C>; contains: boolean[] }[] {
  if (columns.length === 0) return [];
  const layout = layoutOf(table);
  const key = layout.key.storedAs;
  const matches = patterns.map((pattern) => {
    const contains = storedNames(layout, columns).map((name) => eb(sql`${eb.ref(name)}::text`, '~', pattern));
    const found = query<StoredRow>(db.selectFrom(layout.name).select(key).where(eb.or(contains)));
    return new Set(found.map((stored) => String(stored[key])));
  });
  const ids = [...new Set(matches.flatMap((found) => [...found]))];
  if (ids.length === 0) return [];
  const read = rowReader(table, names);
  return storedOfIds(table, ids).map((stored) => ({
    row: read(stored),
    contains: matches.map((found) => found.has(String(stored[key]))),
  }));
}
