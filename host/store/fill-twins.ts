import { sql } from 'kysely';
import type { Table } from '../../src/tables/schema/table';
import { execute } from '../database/sql';
import { layoutOf, ROW_ORDER, SEARCH_TEXT, storedColumn, toTwin } from './layout';
import { forEachBlock } from './read';
import { type StoredRow, searchTextOf } from './rows';

/** Fills what is kept beside the columns of rows, where a release is the first to look for rows by them. */

export function fillTwins(table: Table, columns: readonly string[]): void {
  const layout = layoutOf(table);
  for (const name of columns) {
    const twin = layout.twins.get(name);
    const { storedAs } = storedColumn(layout, name);
    if (twin) fill(table, [name], { column: twin, textOf: (stored) => toTwin(String(stored[storedAs])) });
  }
}

export function fillSearchTexts(table: Table): void {
  const { search } = layoutOf(table);
  fill(table, search, { column: SEARCH_TEXT, textOf: (stored) => searchTextOf(table, stored) });
}

interface Filling {
  column: string;
  textOf(stored: StoredRow): string;
}

function fill(table: Table, from: readonly string[], { column, textOf }: Filling): void {
  const { name, key } = layoutOf(table);
  forEachBlock(table, { where: {}, columns: from }, (rows) => {
    if (rows.length === 0) return;
    const ids = rows.map((stored) => String(stored[key.storedAs]));
    const places = rows.map((stored) => Number(stored[ROW_ORDER]));
    const filled = sql`unnest(${ids}::text[], ${places}::bigint[], ${rows.map(textOf)}::text[])`;
    execute(sql`
      update ${sql.table(name)} set ${sql.ref(column)} = filled.text from ${filled} as filled (id, place, text)
      where ${sql.ref(`${name}.${key.storedAs}`)} = filled.id and ${sql.ref(`${name}.${ROW_ORDER}`)} = filled.place`);
  });
}
