import { type RawBuilder, sql } from 'kysely';
import { KEY_COLUMN } from '../../src/tables/schema/request-key';
import { SEARCHABLE } from '../../src/tables/schema/searchable';
import { indexesOf as declaredIndexesOf, type Table } from '../../src/tables/schema/table';
import { execute, query, SqlError } from '../database/sql';
import { fillSearchable, fillTwins } from './fill-twins';
import { type Layout, layoutOf, ROW_ORDER, type StoredColumn } from './layout';
import { type Stored, storedNames, toStored } from './rows';
import { PAIRS } from './search';
import { hasTotals, isCounted, recount } from './totals';

/** Tables that the engine itself keeps, beside those of the desks. */
const OWN_TABLES = [
  `create table if not exists counters ("name" text primary key, "value" bigint not null)`,
  `create table if not exists claims (
    "table_name" text not null, "key" text not null, "number" bigint not null, "row_count" bigint not null,
    "claimed_at" timestamptz not null, primary key ("table_name", "key"))`,
  `create table if not exists totals (
    "table_name" text not null, "kind" text not null, "day" text not null, "value" text not null,
    "shard" bigint not null, "rows" bigint not null, "amount" double precision not null, "filled" bigint not null,
    "changed_at" timestamptz not null, primary key ("table_name", "kind", "day", "value", "shard"))`,
];

/**
 * Makes the tables, and what they lack: columns and indexes that a release has added. What a release no longer has stays
 * where it is, so that a host of the release before goes on working beside this one.
 */
export function createTables(tables: readonly Table[]): void {
  untilMade(() => completeTables(tables));
}

/** SQLSTATEs that CREATE IF NOT EXISTS statements still raise if two hosts run them at the same moment. */
const MADE_MEANWHILE = ['23505', '42P07', '42701', '42710', 'XX000'];
const MAX_REPEATS = 20;

/** Repeats statements of which each does nothing where its work has been done. */
export function untilMade(make: () => void): void {
  for (let attempt = 1; ; attempt++) {
    try {
      make();
      return;
    } catch (error) {
      const isMade = error instanceof SqlError && MADE_MEANWHILE.includes(error.code);
      if (!isMade || attempt === MAX_REPEATS) throw error;
      Utilities.sleep(100 * Math.random());
    }
  }
}

function completeTables(tables: readonly Table[]): void {
  for (const text of OWN_TABLES) execute(text);
  const present = presentColumns();
  const indexes = presentIndexes();
  for (const table of tables) {
    const layout = layoutOf(table);
    const known = present.get(layout.name);
    if (known) addColumns(table, known);
    else execute(createTable(layout));
    for (const index of indexesOf(table).filter(({ name }) => indexes.get(name) !== 'whole')) {
      // No row is looked for by an index that is not there, so it is not too late for what was cut off before.
      if (known) fillTwins(table, index.columns);
      createIndex(table, index, known !== undefined);
    }
    if (hasTotals(table) && !isCounted(table)) recount(table);
  }
  createSearchIndexes(
    tables.filter((table) => indexes.get(searchIndexOf(table).name) !== 'whole'),
    present,
  );
}

/** Lists the columns that the database has, by table. */
function presentColumns(): Map<string, Set<string>> {
  const rows = query<{ table_name: string; column_name: string }>(
    'select table_name, column_name from information_schema.columns where table_schema = current_schema()',
  );
  const present = new Map<string, Set<string>>();
  for (const { table_name: table, column_name: column } of rows)
    present.set(table, (present.get(table) ?? new Set()).add(column));
  return present;
}

/** `unfinished` is one that is being made, or whose making was cut off: no query uses it. */
function presentIndexes(): Map<string, 'whole' | 'unfinished'> {
  const rows = query<{ name: string; is_valid: boolean }>(
    `select c.relname as name, i.indisvalid as is_valid
     from pg_catalog.pg_index as i join pg_catalog.pg_class as c on c.oid = i.indexrelid
     join pg_catalog.pg_namespace as n on n.oid = c.relnamespace where n.nspname = current_schema()`,
  );
  return new Map(rows.map(({ name, is_valid: isValid }) => [name, isValid ? 'whole' : 'unfinished']));
}

function createTable(layout: Layout): RawBuilder<unknown> {
  const columns = columnsOf(layout).map(({ name, definition }) => sql`${sql.ref(name)} ${definition}`);
  const key = sql`primary key (${refs([layout.key.storedAs, ROW_ORDER])})`;
  return sql`create table if not exists ${sql.table(layout.name)} (${sql.join([...columns, key])})`;
}

function refs(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}

function addColumns(table: Table, known: ReadonlySet<string>): void {
  const layout = layoutOf(table);
  const to = sql.table(layout.name);
  const missing = columnsOf(layout).filter(({ name }) => !known.has(name));
  for (const { name, definition } of missing)
    execute(sql`alter table ${to} add column if not exists ${sql.ref(name)} ${definition}`);
  if (missing.some(({ name }) => name === SEARCHABLE)) fillSearchable(table);
}

function columnsOf(layout: Layout): { name: string; definition: RawBuilder<unknown> }[] {
  const own = [...layout.columns.values()].map((column) => ({
    name: column.storedAs,
    definition: sql`${sql.raw(column.type)} default ${sql.lit(defaultOf(column))}`,
  }));
  // Ordered by the codes of their characters, on every engine.
  const twins = [...layout.twins.values()].map((name) => ({
    name,
    definition: sql`text collate "C" default ''`,
  }));
  const search = layout.search.length > 0 ? [{ name: SEARCHABLE, definition: sql`text default ''` }] : [];
  return [...own, ...twins, ...search, { name: ROW_ORDER, definition: sql`bigint default 0` }];
}

/** Returns a row's value in a column that was added after it was made. */
function defaultOf(column: StoredColumn): Stored {
  const stored = toStored(column, column.column.empty);
  return stored instanceof Date ? null : stored;
}

interface Index {
  name: string;
  /** The columns of the table of `src/`. */
  columns: readonly string[];
  /** The table, and what rows are found by. */
  on: RawBuilder<unknown>;
}

function indexesOf(table: Table): Index[] {
  const layout = layoutOf(table);
  const { name, columns, twins } = layout;
  const on = (...names: string[]) => sql`${sql.table(name)} (${refs(names)})`;
  const requests = columns.has(KEY_COLUMN)
    ? [{ name: `${name}_request`, columns: [], on: on(...storedNames(layout, [KEY_COLUMN])) }]
    : [];
  const declared = declaredIndexesOf(table).map((own) => {
    const stored = storedNames(layout, own);
    const by = stored.map((one, at) => twins.get(own[at] ?? '') ?? one);
    return { name: `${name}_by_${stored.join('_')}`, columns: own, on: on(...by, ROW_ORDER) };
  });
  return [{ name: `${name}_order`, columns: [], on: on(ROW_ORDER) }, ...requests, ...declared];
}

function searchIndexOf(table: Table): Index {
  const { name } = layoutOf(table);
  return {
    name: `${name}_by_${SEARCHABLE}`,
    columns: [],
    on: sql`${sql.table(name)} using gin ((${PAIRS}))`,
  };
}

const LOOK_AGAIN_MS = 500;
const MAX_ATTEMPTS = 5;

/**
 * Makes an index. On a table with rows it is made without keeping anyone waiting, which takes the database several steps. So
 * one that is not whole may be in the making, by another host or by one that was killed meanwhile. An index that nobody is
 * making was cut off, and is made anew.
 */
function createIndex(table: Table, { name, on }: Index, hasRows: boolean): void {
  const index = sql.ref(name);
  if (!hasRows) {
    execute(sql`create index if not exists ${index} on ${on}`);
    return;
  }
  for (let attempt = 1; ; attempt++) {
    while (isBeingIndexed(table)) Utilities.sleep(LOOK_AGAIN_MS);
    const state = presentIndexes().get(name);
    if (state === 'whole') return;
    if (attempt > MAX_ATTEMPTS) throw new Error(`The index ${name} was cut off ${MAX_ATTEMPTS} times.`);
    if (state === 'unfinished') execute(sql`drop index concurrently if exists ${index}`);
    execute(sql`create index concurrently if not exists ${index} on ${on}`);
  }
}

const UNDEFINED_TABLE = '42P01';

/** Tells if an index of a table is being made at this moment. Databases without this view leave none unfinished. */
function isBeingIndexed(table: Table): boolean {
  try {
    const made = query(
      sql`select c.relname from pg_catalog.pg_stat_progress_create_index as p
       join pg_catalog.pg_class as c on c.oid = p.relid join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
       where c.relname = ${layoutOf(table).name} and n.nspname = current_schema()`,
    );
    return made.length > 0;
  } catch (error) {
    if (error instanceof SqlError && error.code === UNDEFINED_TABLE) return false;
    throw error;
  }
}

/** The errors of a database that has no such index. */
const NO_SUCH_INDEX = ['0A000', '42601', '42704', '42P17'];

/** Only PostgreSQL and what is built on it can look for a part of a text by an index; without one all texts are read. */
function createSearchIndexes(tables: readonly Table[], present: ReadonlyMap<string, unknown>): void {
  const searched = tables.filter((table) => layoutOf(table).search.length > 0);
  try {
    for (const table of searched) createIndex(table, searchIndexOf(table), present.has(layoutOf(table).name));
  } catch (error) {
    if (!(error instanceof SqlError && NO_SUCH_INDEX.includes(error.code))) throw error;
    console.warn(`Texts are searched without an index: the database has none for them (${error.message}).`);
  }
}
