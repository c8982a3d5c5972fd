import { type ColumnName, columnNames, type Row, type Table } from '../../src/tables/schema/table';
import type { Where } from '../../src/tables/schema/where';
import { query } from '../database/sql';
import {
  type Conditions,
  conditionsOf,
  havingTexts,
  noConditions,
  placeholder,
  whereText,
} from './conditions';
import { countUpTo } from './count';
import { layoutOf, ROW_ORDER } from './layout';
import { rowReader, type StoredRow, selected, unquoted } from './rows';

/** The row with this id; undefined where there is none. */
export function find<T extends Table>(table: T, id: string): Row<T> | undefined {
  if (id === '') return undefined;
  const stored = findStored(table, id);
  return stored && (rowReader(table, columnNames(table))(stored) as Row<T>);
}

/** With its place among the others. */
export function findStored(table: Table, id: string): StoredRow | undefined {
  return storedOfIds(table, [id])[0];
}

/** The rows with these ids in the order they were made; of rows with the same id the first. */
export function storedOfIds(
  table: Table,
  ids: readonly string[],
  names: readonly string[] = columnNames(table),
): StoredRow[] {
  const layout = layoutOf(table);
  const conditions = noConditions();
  conditions.parts.push(havingTexts(conditions, layout, { column: table.key, texts: ids }));
  const key = unquoted(layout.key.sql);
  const seen = new Set<unknown>();
  return selectStored(table, withKey(table, names), conditions).filter(({ [key]: id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/**
 * The rows that have one of these texts in a column, or some of their columns, in the order they were made; of rows with the
 * same id only the first.
 */
export function findAll<T extends Table, C extends ColumnName<T> = ColumnName<T>>(
  table: T,
  column: ColumnName<T>,
  texts: readonly string[],
  names: readonly C[] = columnNames(table) as C[],
): Pick<Row<T>, C>[] {
  if (texts.length === 0) return [];
  if (column === table.key) return storedOfIds(table, texts, names).map(rowReader(table, names));
  const conditions = noConditions();
  conditions.parts.push(havingTexts(conditions, layoutOf(table), { column, texts }));
  return selectStored(table, names, conditions).map(rowReader(table, names));
}

/** Sorting this many rows costs little. */
export const MAX_SORTED = 50_000;

/** As many rows as one statement may return, with long texts in them. */
const ROWS_AT_ONCE = 2_000;

/** All rows, or some of their columns, in the order they were made. */
export function scan<T extends Table, C extends ColumnName<T> = ColumnName<T>>(
  table: T,
  names: readonly C[] = columnNames(table) as C[],
): Pick<Row<T>, C>[] {
  return mapRows(table, { where: {}, columns: names }, (row) => row);
}

/** What `map` makes of each row that meets the filters, in the order they were made. */
export function mapRows<T extends Table, C extends ColumnName<T>, R>(
  table: T,
  { where, columns }: { where: Where<T>; columns: readonly C[] },
  map: (row: Pick<Row<T>, C>) => R,
): R[] {
  const mapped: R[] = [];
  const read = rowReader(table, columns);
  forEachBlock(table, { where, columns }, (rows) => {
    for (const stored of rows) mapped.push(map(read(stored)));
  });
  return mapped;
}

interface Scan<T extends Table> {
  where: Where<T>;
  columns: readonly string[];
}

/** Rows in blocks, so that a table of any size can be read. */
export function forEachBlock<T extends Table>(
  table: T,
  scanned: Scan<T>,
  visit: (rows: readonly StoredRow[]) => void,
): void {
  const { parts } = conditionsOf(table, scanned.where);
  const extent = parts.length > 0 ? extentOf(table, scanned.where) : undefined;
  if (extent && extent.rows <= MAX_SORTED) visitPlaces(table, scanned, visit);
  else visitAll(table, { ...scanned, ...extent }, visit);
}

interface Extent {
  rows: number;
  /** The places of the first and the last. */
  first: number;
  last: number;
}

/** Where in a table the rows are that meet the filters: those of a period are all near its end, as a rule. */
function extentOf<T extends Table>(table: T, where: Where<T>): Extent {
  const conditions = conditionsOf(table, where);
  const [found] = query<Extent>(
    `select count(*) as rows, coalesce(min(${ROW_ORDER}), 0) as first, coalesce(max(${ROW_ORDER}), 0) as last
     from ${layoutOf(table).sql}${whereText(conditions)}`,
    conditions.values,
  );
  return found ?? { rows: 0, first: 0, last: 0 };
}

/** Few rows: their places are looked up first, and each row is read once, wherever it is. */
function visitPlaces<T extends Table>(
  table: T,
  { where, columns }: Scan<T>,
  visit: (rows: readonly StoredRow[]) => void,
): void {
  const { sql } = layoutOf(table);
  const looked = conditionsOf(table, where);
  const found = query<{ place: number }>(
    `select ${ROW_ORDER} as place from ${sql}${whereText(looked)} order by ${ROW_ORDER} + 0`,
    looked.values,
  );
  const places = found.map(({ place }) => place);
  for (let at = 0; at < places.length; at += ROWS_AT_ONCE) {
    const conditions = conditionsOf(table, where);
    const some = placeholder(conditions, places.slice(at, at + ROWS_AT_ONCE));
    conditions.parts.push(`${ROW_ORDER} = any(${some})`);
    visit(selectStored(table, withKey(table, columns), conditions));
  }
}

/** Many rows: all between the first and the last are gone through in their order. */
function visitAll<T extends Table>(
  table: T,
  { where, columns, first, last }: Scan<T> & Partial<Extent>,
  visit: (rows: readonly StoredRow[]) => void,
): void {
  const layout = layoutOf(table);
  const key = layout.key.sql;
  const names = selected(layout, withKey(table, columns), true);
  let previous: StoredRow | undefined;
  do {
    const conditions = conditionsOf(table, where);
    if (first !== undefined) conditions.parts.push(`${ROW_ORDER} >= ${placeholder(conditions, first)}`);
    if (last !== undefined) conditions.parts.push(`${ROW_ORDER} <= ${placeholder(conditions, last)}`);
    if (previous) {
      const [place, id] = [previous[unquoted(ROW_ORDER)] ?? 0, previous[unquoted(key)] ?? ''];
      conditions.parts.push(
        `(${ROW_ORDER}, ${key}) > (${placeholder(conditions, place)}, ${placeholder(conditions, id)})`,
      );
    }
    const rows = query<StoredRow>(
      `select ${names} from ${layout.sql}${whereText(conditions)} order by ${ROW_ORDER}, ${key} limit ${ROWS_AT_ONCE}`,
      conditions.values,
    );
    visit(rows);
    previous = rows.length === ROWS_AT_ONCE ? rows[rows.length - 1] : undefined;
  } while (previous);
}

function withKey({ key }: Table, columns: readonly string[]): readonly string[] {
  return columns.includes(key) ? columns : [...columns, key];
}

/**
 * Whether so few rows meet conditions that they are better found by an index of these and then sorted. They are sorted by an
 * expression, whose order no index has: else the database might go through all rows in the hope of meeting them soon.
 */
export function isNarrow(table: Table, conditions: Conditions): boolean {
  return conditions.parts.length > 0 && countUpTo(table, conditions, MAX_SORTED + 1) <= MAX_SORTED;
}

/** With their places, in the order they were made. */
export function selectStored(table: Table, names: readonly string[], conditions: Conditions): StoredRow[] {
  const layout = layoutOf(table);
  return query<StoredRow>(
    `select ${selected(layout, names, true)} from ${layout.sql}${whereText(conditions)} order by ${ROW_ORDER}`,
    conditions.values,
  );
}
