import { textOf } from '../../src/tables/schema/column';
import { toStorable } from '../../src/tables/schema/storable';
import { type ColumnName, columnNames, headersOf, type Row, type Table } from '../../src/tables/schema/table';
import { textPattern } from '../../src/tables/schema/text-pattern';
import type { Lines } from '../../src/tables/tables';
import { query } from '../database/sql';
import { layoutOf, storedColumn } from './layout';
import { forEachBlock, storedOfIds } from './read';
import { rowReader, type StoredRow, unquoted } from './rows';

export type { Lines } from '../../src/tables/tables';

/** The rows with these ids that are there, as their cells would be in a sheet. */
export function readLines(table: Table, ids: readonly string[]): Lines {
  const key = unquoted(layoutOf(table).key.sql);
  const rows = ids.length === 0 ? [] : storedOfIds(table, ids);
  return {
    header: headersOf(table),
    lines: new Map(rows.map((stored) => [String(stored[key]), toLine(table, stored)])),
  };
}

/** Every column as text, without the blank ones at the end. */
export function toLine(table: Table, stored: StoredRow): string[] {
  const layout = layoutOf(table);
  const texts = columnNames(table).map((name) =>
    textOf(stored[unquoted(storedColumn(layout, name).sql)] ?? ''),
  );
  while (texts[texts.length - 1] === '') texts.pop();
  return texts;
}

/**
 * The ids of the rows in which one of these columns contains what any of these regular expressions finds. They are compared
 * here: each engine has regular expressions of its own.
 */
export function findMentions(
  table: Table,
  columns: readonly string[],
  patterns: readonly string[],
): string[] {
  if (patterns.length === 0 || columns.length === 0) return [];
  const layout = layoutOf(table);
  const pattern = new RegExp(patterns.join('|'), 'iu');
  const keys = columns.map((name) => unquoted(storedColumn(layout, name).sql));
  const found: string[] = [];
  forEachBlock(table, { where: {}, columns }, (rows) => {
    for (const stored of rows) {
      const id = String(stored[unquoted(layout.key.sql)]);
      if (id !== '' && keys.some((key) => pattern.test(textOf(stored[key] ?? '')))) found.push(id);
    }
  });
  return found;
}

/** The rows in which a column contains any of these texts (see `textPattern`), and which of them, in the order they were made. */
export function search<T extends Table, C extends ColumnName<T>>(
  table: T,
  { column, texts }: { column: ColumnName<T>; texts: readonly string[] },
  names: readonly C[],
): { row: Pick<Row<T>, C>; contains: boolean[] }[] {
  const layout = layoutOf(table);
  const { sql } = storedColumn(layout, column);
  const key = unquoted(layout.key.sql);
  const matches = texts.map((text) => {
    const pattern = textPattern(toStorable(text.trim().replace(/\s+/g, ' ')));
    const found = query<StoredRow>(`select ${layout.key.sql} from ${layout.sql} where ${sql} ~ $1`, [
      pattern,
    ]);
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
