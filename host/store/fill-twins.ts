import { sql } from 'kysely';
import { SEARCHABLE, toSearchable } from '../../src/tables/schema/searchable';
import { fromStorable } from '../../src/tables/schema/storable';
import type { Table } from '../../src/tables/schema/table';
import { execute } from '../database/sql';
import { layoutOf, ROW_ORDER, storedColumn, toTwin } from './layout';
import { forEachBlock } from './read';
import { type StoredRow, storedNames } from './rows';

/** Fills what is kept beside the columns of rows, where a release is the first to look for rows by them. */

export function fillTwins(table: Table, columns: readonly string[]): void {
  const layout = layoutOf(table);
  for (const name of columns) {
    const twin = layout.twins.get(name);
    const { storedAs } = storedColumn(layout, name);
    if (twin) fill(table, [name], { column: twin, textOf: (stored) => toTwin(String(stored[storedAs])) });
  }
}

export function fillSearchable(table: Table): void {
  const layout = layoutOf(table);
  const names = storedNames(layout, layout.search);
  const textOf = (stored: StoredRow) =>
    toSearchable(names.map((name) => fromStorable(String(stored[name] ?? ''))));
  fill(table, layout.search, { column: SEARCHABLE, textOf });
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
