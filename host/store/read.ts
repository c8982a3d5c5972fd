import { sql } from 'kysely';
import { perExecution } from '../../src/platform/execution';
import { toStorable } from '../../src/tables/schema/storable';
import { type ColumnName, columnNames, type Row, type Table } from '../../src/tables/schema/table';
import type { Where } from '../../src/tables/schema/where';
import { eb, isAnyOf, quoted } from '../database/builder';
import { query, queryAlong, type SqlValue } from '../database/sql';
import { type Condition, conditionsOf, rowsWhere, unique } from './conditions';
import { NUMBER_OF_ROWS } from './count';
import { layoutOf, ROW_ORDER, storedColumn, toTwin } from './layout';
import { rowReader, type StoredRow, storedNames } from './rows';

/** The row with this id; undefined where there is none. */
export function find<T extends Table>(table: T, id: string): Row<T> | undefined {
  if (id === '') return undefined;
  const found = takeForeseen(table, id);
  const stored = found ? found()[0] : findStored(table, id);
  return stored && (rowReader(table, columnNames(table))(stored) as Row<T>);
}

const foreseen = perExecution(() => new Map<string, () => StoredRow[]>());

/** Reads a row along with the next statement, for the one `find` that is to come. */
export function foresee(table: Table, id: string): void {
  const wanted = { column: table.key, texts: [id] };
  const found = queryAlong<StoredRow>(...having(table, columnNames(table), wanted));
  foreseen.current.set(`${table.name} ${id}`, found);
}

function takeForeseen({ name }: Table, id: string): (() => StoredRow[]) | undefined {
  const found = foreseen.current.get(`${name} ${id}`);
  foreseen.current.delete(`${name} ${id}`);
  return found;
}

/** Finds a row, with its place among the others. */
export function findStored(table: Table, id: string): StoredRow | undefined {
  return storedOfIds(table, [id])[0];
}

/** The rows with these ids in the order they were made; of rows with the same id the first. */
export function storedOfIds(
  table: Table,
  ids: readonly string[],
  names: readonly string[] = columnNames(table),
): StoredRow[] {
  const key = layoutOf(table).key.storedAs;
  const wanted = { column: table.key, texts: ids };
  const seen = new Set<unknown>();
  return selectHaving(table, withKey(table, names), wanted).filter(({ [key]: id }) => {
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
  return selectHaving(table, names, { column, texts }).map(rowReader(table, names));
}

/** The same rows by another column than the key, read along with the next statement: returns what to ask for them with. */
export function findAllAlong<T extends Table>(
  table: T,
  column: ColumnName<T>,
  texts: readonly string[],
): () => Row<T>[] {
  const names = columnNames(table) as ColumnName<T>[];
  const found = queryAlong<StoredRow>(...having(table, names, { column, texts }));
  return () => found().map((stored) => rowReader(table, names)(stored) as Row<T>);
}

/** Sorting this many rows costs little. */
export const MAX_SORTED = 50_000;

/** The number of rows that one statement may return, with long texts in them. */
const ROWS_AT_ONCE = 2_000;

/** All rows, or some of their columns, in the order they were made. */
export function scan<T extends Table, C extends ColumnName<T> = ColumnName<T>>(
  table: T,
  names: readonly C[] = columnNames(table) as C[],
): Pick<Row<T>, C>[] {
  return mapRows(table, { where: {}, columns: names }, (row) => row);
}

/** Maps each row that meets the filters, in the order they were made. */
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
  const conditions = conditionsOf(table, scanned.where);
  const extent = conditions.length > 0 ? extentOf(table, conditions) : undefined;
  if (extent && extent.rows <= MAX_SORTED) visitPlaces(table, scanned, visit);
  else visitAll(table, { ...scanned, ...extent }, visit);
}

interface Extent {
  rows: number;
  /** The places of the first and the last. */
  first: number;
  last: number;
}

/** Returns the part of a table with the rows that meet the filters: those of a period are all near its end, as a rule. */
function extentOf(table: Table, conditions: readonly Condition[]): Extent {
  const place = eb.ref(ROW_ORDER);
  const [found] = query<Extent>(
    rowsWhere(table, conditions).select([
      NUMBER_OF_ROWS,
      sql`coalesce(min(${place}), 0)`.as('first'),
      sql`coalesce(max(${place}), 0)`.as('last'),
    ]),
  );
  return found ?? { rows: 0, first: 0, last: 0 };
}

/** Few rows: their places are looked up first, and each row is read once, wherever it is. */
function visitPlaces<T extends Table>(
  table: T,
  { where, columns }: Scan<T>,
  visit: (rows: readonly StoredRow[]) => void,
): void {
  const conditions = conditionsOf(table, where);
  const found = query<{ place: number }>(
    rowsWhere(table, conditions)
      .select(`${ROW_ORDER} as place`)
      .orderBy(sql`${eb.ref(ROW_ORDER)} + 0`),
  );
  const places = found.map(({ place }) => place);
  const names = storedNames(layoutOf(table), withKey(table, columns));
  for (let at = 0; at < places.length; at += ROWS_AT_ONCE) {
    const isNext = isAnyOf(ROW_ORDER, places.slice(at, at + ROWS_AT_ONCE));
    const rows = rowsWhere(table, [...conditions, isNext])
      .select([...names, ROW_ORDER])
      .orderBy(ROW_ORDER);
    visit(query<StoredRow>(rows));
  }
}

/** Many rows: all between the first and the last are gone through in their order. */
function visitAll<T extends Table>(
  table: T,
  { where, columns, first, last }: Scan<T> & Partial<Extent>,
  visit: (rows: readonly StoredRow[]) => void,
): void {
  const layout = layoutOf(table);
  const key = layout.key.storedAs;
  const all = rowsWhere(table, [
    ...conditionsOf(table, where),
    ...(first === undefined ? [] : [eb(ROW_ORDER, '>=', first)]),
    ...(last === undefined ? [] : [eb(ROW_ORDER, '<=', last)]),
  ])
    .select([...storedNames(layout, withKey(table, columns)), ROW_ORDER])
    .orderBy(ROW_ORDER)
    .orderBy(key)
    .limit(sql.lit(ROWS_AT_ONCE));
  for (let next = all; ; ) {
    const rows = query<StoredRow>(next);
    visit(rows);
    const previous = rows[ROWS_AT_ONCE - 1];
    if (!previous) return;
    next = all.where(eb.refTuple(ROW_ORDER, key), '>', eb.tuple(previous[ROW_ORDER], previous[key]));
  }
}

function withKey({ key }: Table, columns: readonly string[]): readonly string[] {
  return columns.includes(key) ? columns : [...columns, key];
}

/** Rows that have exactly one of these texts in a column. */
interface Wanted {
  column: string;
  texts: readonly string[];
}

/** Selects rows with their places, in the order they were made, by the index of the column where it has one. */
export function selectHaving(table: Table, names: readonly string[], wanted: Wanted): StoredRow[] {
  return query<StoredRow>(...having(table, names, wanted));
}

/** Most requests send such a statement: the builder would take as long as the database. */
function having(
  table: Table,
  names: readonly string[],
  { column, texts }: Wanted,
): [text: string, values: SqlValue[]] {
  const layout = layoutOf(table);
  const columns = [...storedNames(layout, names), ROW_ORDER].map(quoted).join(', ');
  const { storedAs } = storedColumn(layout, column);
  const twin = layout.twins.get(column);
  const stored = texts.map(toStorable);
  const compared: [string, string[]][] = [
    [storedAs, stored],
    ...(twin === undefined ? [] : [[twin, unique(stored.map(toTwin))] as [string, string[]]]),
  ];
  // The database plans a statement anew each time where it cannot tell how many values it will have.
  const conditions = compared.map(([name, values], index) => {
    const value = `$${index + 1}`;
    return `${quoted(name)} = ${values.length === 1 ? value : `any(${value})`}`;
  });
  const text = `select ${columns} from ${quoted(layout.name)} where ${conditions.join(' and ')} order by ${quoted(ROW_ORDER)}`;
  return [text, compared.map(([, values]) => (values.length === 1 ? (values[0] ?? '') : values))];
}
