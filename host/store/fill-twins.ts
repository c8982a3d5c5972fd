import type { Table } from '../../src/tables/schema/table';
import { execute } from '../database/sql';
import { layoutOf, ROW_ORDER, SEARCH_TEXT, storedColumn, toTwin } from './layout';
import { forEachBlock } from './read';
import { type StoredRow, searchTextOf, unquoted } from './rows';

/** Fills what is kept beside the columns of rows, where a release is the first to look for rows by them. */

export function fillTwins(table: Table, columns: readonly string[]): void {
  const layout = layoutOf(table);
  for (const name of columns) {
    const twin = layout.twins.get(name);
    const key = unquoted(storedColumn(layout, name).sql);
    if (twin) fill(table, [name], { column: twin, textOf: (stored) => toTwin(String(stored[key])) });
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
  const { sql, key } = layoutOf(table);
  forEachBlock(table, { where: {}, columns: from }, (rows) => {
    if (rows.length === 0) return;
    execute(
      `update ${sql} set ${column} = filled.text
       from unnest($1::text[], $2::bigint[], $3::text[]) as filled (id, place, text)
       where ${sql}.${key.sql} = filled.id and ${sql}.${ROW_ORDER} = filled.place`,
      [
        rows.map((stored) => String(stored[unquoted(key.sql)])),
        rows.map((stored) => Number(stored[unquoted(ROW_ORDER)])),
        rows.map(textOf),
      ],
    );
  });
}
