import { createHash } from 'node:crypto';
import { type Expression, sql } from 'kysely';
import { dayAt } from '../../src/platform/day';
import { deskTimeZone } from '../../src/platform/time-zone';
import { toStorable } from '../../src/tables/schema/storable';
import { columnOf, type Table } from '../../src/tables/schema/table';
import { isEmpty } from '../../src/tables/schema/where';
import { db, eb, isAnyOf } from '../database/builder';
import { change, execute, query, transaction } from '../database/sql';
import { type Layout, layoutOf, storedColumn, toTwin } from './layout';
import { SEPARATOR } from './rows';

/**
 * Numbers of rows: of a table, for each value of some columns, and for each day. Every write changes the figures in its own
 * transaction. Each writer has rows of its own, so that none waits for another, and the figure is their sum.
 */

/** The kind for all rows together. */
const ALL_ROWS = '';
/** The kind for each day: `value` is then one combination of the values of `daily.by`. */
export const DAILY = 'daily';
/** The kind whose value is what is counted, and the time zone that the days are of. */
const COUNTED = 'counted';

/** Two writers with the same number only wait for each other. */
const WRITER = 1 + Math.floor(Math.random() * 0xffff);
const WRITERS = 0x1_0000;

interface Figures {
  kind: string;
  day: string;
  value: string;
  rows: number;
  /** The sum of `daily.sum`. */
  amount: number;
  /** The number of rows that have a value in `daily.count`. */
  filled: number;
}

/** A row before a write and after it; one of them is missing where the row is made or removed. */
interface RowChange {
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

const NAMES = '"table_name", "kind", "day", "value", "shard", "rows", "amount", "filled", "changed_at"';
const COLUMNS = sql.raw(NAMES);

const isOf = (table: Table, kind: string) =>
  eb.and([eb('table_name', '=', layoutOf(table).name), eb('kind', '=', kind)]);

/** Within the transaction that changes the rows. */
export function countChanges(table: Table, changes: readonly RowChange[]): void {
  if (!hasTotals(table)) return;
  const sums = new Map<string, Figures>();
  for (const { before, after } of changes) {
    if (before) for (const one of figuresOf(table, before)) add(sums, one, -1);
    if (after) for (const one of figuresOf(table, after)) add(sums, one, 1);
  }
  const changed = [...sums.values()].filter(({ rows, amount, filled }) => rows || amount || filled);
  if (changed.length > 0) addAs(layoutOf(table).name, shardOf(table) + WRITER, changed);
}

export function hasTotals({ lookups }: Table): boolean {
  return lookups?.totals !== undefined || lookups?.daily !== undefined;
}

/** Returns the number of all rows. */
export function totalRows(table: Table): number {
  return totalOf(table, ALL_ROWS, ['']);
}

/** Returns the number of rows with one of these values in a column, as it is compared. */
export function totalOf(table: Table, kind: string, values: readonly string[]): number {
  const [found] = query<{ rows: number }>(
    db
      .selectFrom('totals')
      .select(sql`coalesce(sum(${eb.ref('rows')}), 0)::bigint`.as('rows'))
      .where(isOf(table, kind))
      .where('day', '=', sql.lit(''))
      .where(isAnyOf('value', values)),
  );
  return found?.rows ?? 0;
}

/** Counts anew, after rows have come in by other ways, and where something else is to be counted now. */
export function recount(table: Table): void {
  if (!hasTotals(table)) return;
  const layout = layoutOf(table);
  const { name } = layout;
  const { totals = [], daily } = table.lookups ?? {};
  const from = sql.table(name);
  const into = (kind: string) => sql`insert into totals (${COLUMNS}) select ${name}::text, ${kind}::text`;
  transaction(() => {
    execute(db.deleteFrom('totals').where('table_name', '=', name));
    execute(sql`${into(ALL_ROWS)}, '', '', 0, count(*), 0, 0, current_timestamp from ${from}`);
    for (const column of totals) {
      const value = sql.ref(comparedBy(table, column));
      const counts = sql`'', ${value}, 0, count(*), 0, 0, current_timestamp from ${from} group by ${value}`;
      execute(sql`${into(column)}, ${counts}`);
    }
    if (!daily) return;
    const columnIn = (own: string) => sql.ref(storedColumn(layout, own).storedAs);
    const at = columnIn(daily.at);
    const value = sql.join(daily.by.map(columnIn), sql` || ${sql.lit(SEPARATOR)} || `);
    execute(
      sql`${into(DAILY)}, to_char(${at} at time zone ${deskTimeZone()}::text, 'YYYY-MM-DD'), ${value}, 0, count(*),
        coalesce(sum(${columnIn(daily.sum)}), 0)::double precision, count(${filled(layout, daily.count)}), current_timestamp
        from ${from} where ${at} is not null group by 3, 4`,
    );
    execute(sql`${into(COUNTED)}, '', ${countedOf(table)}::text, 0, 0, 0, 0, current_timestamp`);
  });
}

/** Tells if the database has counted what this release counts, by the days of the desk's time zone as it is now. */
export function isCounted(table: Table): boolean {
  const known = query<{ value: string }>(db.selectFrom('totals').select('value').where(isOf(table, COUNTED)));
  return known[0]?.value === countedOf(table);
}

/**
 * The first of the shards of all writers that count the same as this one; shard 0 is what maintenance has added up. A row in
 * any other shard is of a host that counts something else: one of another release, or in another time zone.
 */
function shardOf(table: Table): number {
  const counted = countedOf(table);
  const shard = shards.get(counted) ?? WRITERS * createHash('sha256').update(counted).digest().readUInt32BE();
  shards.set(counted, shard);
  return shard;
}

/** Shards by what is counted: there are a few. */
const shards = new Map<string, number>();

/** Counts anew what such hosts have changed, once they are gone. As long as the figures are what they count, they are theirs. */
export function recountOthers(tables: readonly Table[]): void {
  for (const table of tables.filter(hasTotals)) {
    if (!isCounted(table)) continue;
    const own = shardOf(table);
    const others = query(
      db
        .selectFrom('totals')
        .select('shard')
        .where('table_name', '=', layoutOf(table).name)
        .where('shard', '<>', sql.lit(0))
        .where(eb.or([eb('shard', '<', own), eb('shard', '>', own + WRITERS)]))
        .limit(sql.lit(1)),
    );
    if (others.length > 0) recount(table);
  }
}

function countedOf({ lookups: { totals = [], daily } = {} }: Table): string {
  return JSON.stringify({ totals, daily, zone: deskTimeZone() });
}

/**
 * Adds up the rows of writers that are gone, so that there are never more than a few for each figure. Those that were
 * changed within the hour are left to their writers.
 */
export function foldTotals(): void {
  transaction(() => {
    const old = query<Figures & { table_name: string; shard: number }>(
      db
        .selectFrom('totals')
        .select(['table_name', 'kind', 'day', 'value', 'shard', 'rows', 'amount', 'filled'])
        .where('shard', '<>', sql.lit(0))
        .where('changed_at', '<', sql`current_timestamp - interval '1 hour'`)
        .limit(sql.lit(2_000)),
    );
    for (const name of new Set(old.map((one) => one.table_name))) {
      const own = old.filter((one) => one.table_name === name);
      const sums = new Map<string, Figures>();
      for (const one of own) add(sums, one, 1);
      addAs(name, 0, [...sums.values()]);
    }
    for (const { table_name, kind, day, value, shard } of old)
      execute(db.deleteFrom('totals').where((is) => is.and({ table_name, kind, day, value, shard })));
  });
}

function addAs(name: string, shard: number, figures: readonly Figures[]): void {
  const column = <K extends keyof Figures>(key: K) => figures.map((one) => one[key]);
  const columns = [column('kind'), column('day'), column('value')];
  change(ADD, [name, shard, ...columns, column('rows'), column('amount'), column('filled')]);
}

const ADD = `insert into totals (${NAMES})
  select $1::text, c.kind, c.day, c.value, $2::bigint, c.rows, c.amount, c.filled, current_timestamp
  from unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::double precision[], $8::bigint[])
    as c(kind, day, value, rows, amount, filled)
  on conflict ("table_name", "kind", "day", "value", "shard") do update set
    "rows" = totals."rows" + excluded."rows",
    "amount" = totals."amount" + excluded."amount",
    "filled" = totals."filled" + excluded."filled",
    "changed_at" = excluded."changed_at"`;

function figuresOf(table: Table, row: Readonly<Record<string, unknown>>): Figures[] {
  const { totals = [], daily } = table.lookups ?? {};
  const layout = layoutOf(table);
  const none = { day: '', rows: 1, amount: 0, filled: 0 };
  const byValue = totals.map((column) => {
    const text = toStorable(String(row[column]));
    return { ...none, kind: column, value: layout.twins.has(column) ? toTwin(text) : text };
  });
  const figures: Figures[] = [{ ...none, kind: ALL_ROWS, value: '' }, ...byValue];
  const at = daily && (row[daily.at] as Date);
  if (!daily || !at || isEmpty(at)) return figures;
  const value = daily.by.map((name) => toStorable(String(row[name]))).join(SEPARATOR);
  const filled = isEmpty(row[daily.count]) ? 0 : 1;
  const day = dayAt(at.getTime(), deskTimeZone());
  return [...figures, { kind: DAILY, day, value, rows: 1, amount: Number(row[daily.sum]), filled }];
}

function add(sums: Map<string, Figures>, one: Figures, sign: 1 | -1): void {
  const { kind, day, value } = one;
  const key = [kind, day, value].join(SEPARATOR);
  const sum = sums.get(key) ?? { kind, day, value, rows: 0, amount: 0, filled: 0 };
  sum.rows += sign * one.rows;
  sum.amount += sign * one.amount;
  sum.filled += sign * one.filled;
  sums.set(key, sum);
}

function comparedBy(table: Table, name: string): string {
  const layout = layoutOf(table);
  columnOf(table, name);
  return layout.twins.get(name) ?? storedColumn(layout, name).storedAs;
}

/** A column, for a count of the rows that have a value in it. */
function filled(layout: Layout, name: string): Expression<unknown> {
  const { storedAs, type } = storedColumn(layout, name);
  return type === 'text' ? sql`nullif(${eb.ref(storedAs)}, '')` : eb.ref(storedAs);
}
