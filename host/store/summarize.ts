import { type AliasableExpression, type Expression, sql } from 'kysely';
import { addDays, dayAt, isDay, startOfDay } from '../../src/platform/day';
import { lastNotAfter } from '../../src/platform/sorted';
import { deskTimeZone } from '../../src/platform/time-zone';
import { fromStorable } from '../../src/tables/schema/storable';
import type { ColumnName, Row, Table } from '../../src/tables/schema/table';
import { isOperator, isSame, type Where } from '../../src/tables/schema/where';
import type { Group, SummaryQuery } from '../../src/tables/tables';
import { db, eb } from '../database/builder';
import { query } from '../database/sql';
import { conditionsOf, rowsWhere } from './conditions';
import { NUMBER_OF_ROWS } from './count';
import { layoutOf, storedColumn } from './layout';
import { rowReader, SEPARATOR, type StoredRow } from './rows';
import { DAILY, filled, isCounted } from './totals';

/** A question, without the types of one table. */
interface Question {
  where: Readonly<Record<string, unknown>>;
  by: string | undefined;
  starts: readonly number[] | undefined;
  sum: readonly string[];
  count: readonly string[];
}

type Figures = Group<unknown, string, string>;

/**
 * Figures of the rows that meet the filters, for each value of `by`; without `by` one group, also of no rows. They come from
 * what is counted of each day, where that is enough, and else from the rows.
 */
export function summarize<
  T extends Table,
  B extends ColumnName<T> | never = never,
  S extends ColumnName<T> = never,
  N extends ColumnName<T> = never,
>(
  table: T,
  { where = {}, by, starts, sum = [], count = [] }: SummaryQuery<T, B, S, N>,
): Group<[B] extends [never] ? undefined : Row<T>[B], S, N>[] {
  const question: Question = { where, by, starts, sum, count };
  const period = periodOf(table, question);
  const groups = period ? fromDays(table, question, period) : fromRows(table, question);
  return groups as Group<[B] extends [never] ? undefined : Row<T>[B], S, N>[];
}

/** The first of the days and the last, both included. */
interface Period {
  from: string;
  to: string;
  zone: string;
}

const FIRST_DAY = '0000-00-00';
const LAST_DAY = '9999-99-99';

/** Undefined where the days' figures do not answer the question. */
function periodOf(table: Table, { where, by, starts, sum, count }: Question): Period | undefined {
  const { daily } = table.lookups ?? {};
  if (!daily) return undefined;
  const filters = Object.entries(where).filter(([, condition]) => condition !== undefined);
  const areKnown = filters.every(([name]) => name === daily.at || daily.by.includes(name));
  const isByDay = by === daily.at && starts !== undefined;
  const isByKnown = by === undefined || isByDay || (daily.by.includes(by) && starts === undefined);
  const areFigures = sum.every((name) => name === daily.sum) && count.every((name) => name === daily.count);
  if (!areKnown || !isByKnown || !areFigures || where[daily.at] === undefined) return undefined;
  const zone = deskTimeZone();
  const period = daysWithin(where[daily.at], zone);
  const areDays = !starts || starts.every((start) => isStartOfDay(start, zone));
  return period && areDays && isCounted(table) ? { ...period, zone } : undefined;
}

/** Undefined where the bounds are not those of whole days. */
function daysWithin(condition: unknown, zone: string): Omit<Period, 'zone'> | undefined {
  if (!isOperator(condition) || 'in' in condition || 'notIn' in condition) return undefined;
  if ('after' in condition || 'own' in condition) return undefined;
  if ('isEmpty' in condition) return condition.isEmpty ? undefined : { from: FIRST_DAY, to: LAST_DAY };
  const { gte, lt, lte } = condition;
  const bounds = [gte, lt].filter((bound) => bound !== undefined).map(Number);
  if (lte !== undefined || !bounds.every((bound) => isStartOfDay(bound, zone))) return undefined;
  return {
    from: gte === undefined ? FIRST_DAY : dayAt(Number(gte), zone),
    to: lt === undefined ? LAST_DAY : addDays(dayAt(Number(lt), zone), -1),
  };
}

function isStartOfDay(ms: number, zone: string): boolean {
  if (Number.isNaN(ms)) return false;
  const day = dayAt(ms, zone);
  // No day has a year of five digits, such as the one after the last day of the year 9999.
  return isDay(day) && startOfDay(day, zone) === ms;
}

interface DayFigures {
  day: string;
  value: string;
  rows: number;
  amount: number;
  filled: number;
}

/** Days are told apart only where the groups are made of them, and the texts of a day only where they matter. */
function fromDays(table: Table, question: Question, { from, to, zone }: Period): Figures[] {
  const { where, by, starts, sum, count } = question;
  const names = table.lookups?.daily?.by ?? [];
  const filters = names.filter((name) => where[name] !== undefined);
  const areValuesNeeded = filters.length > 0 || (by !== undefined && !starts);
  const rows = query<DayFigures>(
    db
      .selectFrom('totals')
      .select([
        sql`${starts ? eb.ref('day') : sql.lit('')}`.as('day'),
        sql`${areValuesNeeded ? eb.ref('value') : sql.lit('')}`.as('value'),
        sql`sum("rows")::bigint`.as('rows'),
        sql`sum("amount")`.as('amount'),
        sql`sum("filled")::bigint`.as('filled'),
      ])
      .where('table_name', '=', layoutOf(table).name)
      .where('kind', '=', DAILY)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy([sql`1`, sql`2`])
      .orderBy(sql`min("day")`),
  );
  const groups = new Map<unknown, Figures>(by === undefined ? [[undefined, begin(question, undefined)]] : []);
  for (const one of rows) {
    const texts = one.value.split(SEPARATOR).map(fromStorable);
    const textOf = (name: string) => texts[names.indexOf(name)] ?? '';
    if (one.rows === 0 || !filters.every((name) => meetsText(textOf(name), where[name]))) continue;
    const start = starts && startOf(starts, startOfDay(one.day, zone));
    const shared = starts || by === undefined ? start : textOf(by);
    const group = groups.get(shared) ?? begin(question, starts ? new Date(Number(shared)) : shared);
    groups.set(shared, group);
    group.rows += one.rows;
    for (const name of sum) group.sums[name] = (group.sums[name] ?? 0) + one.amount;
    for (const name of count) group.counts[name] = (group.counts[name] ?? 0) + one.filled;
  }
  return [...groups.values()];
}

function meetsText(text: string, condition: unknown): boolean {
  if (!isOperator(condition)) return isSame(text, condition);
  if ('in' in condition) return condition.in.some((one) => isSame(text, one));
  if ('notIn' in condition) return !condition.notIn.some((one) => isSame(text, one));
  return 'isEmpty' in condition && condition.isEmpty === (text === '');
}

function fromRows(table: Table, question: Question): Figures[] {
  const { where, by, starts, sum, count } = question;
  const layout = layoutOf(table);
  const columnOf = (name: string) => eb.ref(storedColumn(layout, name).storedAs);
  const value = by && (starts ? startIn(starts, columnOf(by)) : columnOf(by));
  const all = rowsWhere(table, conditionsOf(table, where as Where<Table>));
  const grouped = value ? all.select(value.as('value')).groupBy(sql`1`) : all;
  const rows = query<StoredRow & { rows: number }>(
    grouped.select([
      NUMBER_OF_ROWS,
      ...sum.map((name, at) => sql`coalesce(sum(${columnOf(name)}), 0)::double precision`.as(`sum_${at}`)),
      ...count.map((name, at) => sql`count(${filled(layout, name)})`.as(`count_${at}`)),
    ]),
  );
  return rows.map((stored) => {
    const group = begin(question, by === undefined ? undefined : groupValue(table, by, { stored, starts }));
    group.rows = stored.rows;
    for (const [index, name] of sum.entries()) group.sums[name] = Number(stored[`sum_${index}`]);
    for (const [index, name] of count.entries()) group.counts[name] = Number(stored[`count_${index}`]);
    return group;
  });
}

/** A row with an empty time, or one before all starts, is in the first interval. */
function startIn(starts: readonly number[], column: Expression<unknown>): AliasableExpression<unknown> {
  const all = sql`unnest(${starts.map(toText)}::timestamptz[]) as starts(s)`;
  return sql`coalesce((select max(s) from ${all} where s <= ${column}), (select min(s) from ${all}))`;
}

function groupValue(
  table: Table,
  by: string,
  { stored, starts }: { stored: StoredRow; starts: readonly number[] | undefined },
): unknown {
  const { value = null } = stored;
  if (starts) return value;
  return rowReader(table, [by])({ [storedColumn(layoutOf(table), by).storedAs]: value })[by];
}

function begin({ sum, count }: Question, value: unknown): Figures {
  const zeros = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
  return { value, rows: 0, sums: zeros(sum), counts: zeros(count) };
}

/** The start of the interval that a time lies in. */
function startOf(starts: readonly number[], at: number): number | undefined {
  return starts[Math.max(0, lastNotAfter(starts, at))];
}

/** Writes a time as in ISO 8601, but PostgreSQL counts the years before the first one backwards, and has no year 0. */
function toText(ms: number): string {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  const rest = date.toISOString().slice(-'-01-31T00:00:00.000Z'.length);
  const digits = String(year > 0 ? year : 1 - year).padStart(4, '0');
  return `${digits}${rest}${year > 0 ? '' : ' BC'}`;
}
