import { type Expression, sql } from 'kysely';
import { addDays, dayAt, isDay, startOfDay } from '../../src/platform/day';
import type { Fold, Group } from '../../src/platform/folds';
import { deskTimeZone } from '../../src/platform/time-zone';
import { fromStorable, toStorable } from '../../src/tables/schema/storable';
import type { Table } from '../../src/tables/schema/table';
import { isOperator, isSame } from '../../src/tables/schema/where';
import type { Figure, Grouping, Question } from '../../src/tables/tables';
import { db, eb } from '../database/builder';
import { query } from '../database/sql';
import { conditionsOf, type Rows, rowsWhere } from './conditions';
import { layoutOf, storedColumn } from './layout';
import { SEPARATOR } from './rows';
import { DAILY, isCounted } from './totals';

/**
 * Figures of the groups of each question, in no order. They come from what is counted of each day, where that is enough, and
 * else the database folds the rows.
 */
export function summarize<T extends Table, N extends string>(
  table: T,
  figures: Readonly<Record<N, Figure<T>>>,
  questions: readonly Question<T>[],
): Group<N>[][] {
  return questions.map((question) => {
    const period = periodOf(table, figures, question);
    return period ? fromDays(table, figures, { ...question, ...period }) : fromRows(table, figures, question);
  });
}

type Figures<T extends Table> = Readonly<Record<string, Figure<T>>>;

/** The first of the days and the last, both included. */
interface Period {
  from: string;
  to: string;
}

const FIRST_DAY = '0000-00-00';
const LAST_DAY = '9999-99-99';

/** Undefined where the days' figures do not answer the question. */
function periodOf<T extends Table>(
  table: T,
  figures: Figures<T>,
  { where, by }: Question<T>,
): Period | undefined {
  const { daily } = table.lookups ?? {};
  if (!daily) return undefined;
  const conditions: Readonly<Record<string, unknown>> = where;
  const filters = Object.keys(conditions).filter((name) => conditions[name] !== undefined);
  const areKnown = filters.every((name) => name === daily.at || daily.by.includes(name));
  const areCounted = Object.values(figures).every((figure) => countedAs(table, figure));
  if (!areKnown || !areCounted || conditions[daily.at] === undefined) return undefined;
  const zone = deskTimeZone();
  const isByDay =
    by && 'clock' in by && by.clock === 'day' && by.column === daily.at && by.days.zone === zone;
  if (by && !isByDay && !('labelOf' in by && daily.by.includes(by.column))) return undefined;
  const period = daysWithin(conditions[daily.at], zone);
  return period && isCounted(table) ? period : undefined;
}

/** Undefined where the bounds are not those of whole days. */
function daysWithin(condition: unknown, zone: string): Period | undefined {
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

/** The figure of a day that a figure is made of; undefined for one that no day has. */
function countedAs<T extends Table>(
  { lookups: { daily } = {} }: T,
  figure: Figure<T>,
): 'rows' | 'amount' | 'filled' | undefined {
  if (figure.fold !== 'sum' && figure.fold !== 'average') return undefined;
  if ('of' in figure) return figure.of === daily?.sum ? 'amount' : undefined;
  if (!('meets' in figure)) return undefined;
  const [[name, condition] = [], ...others] = Object.entries(figure.meets);
  if (name === undefined) return 'rows';
  const isFilled = isOperator(condition) && 'isEmpty' in condition && !condition.isEmpty;
  return name === daily?.count && isFilled && others.length === 0 ? 'filled' : undefined;
}

/** Days are told apart only where the groups are made of them, and the texts of a day only where they matter. */
function fromDays<T extends Table>(
  table: T,
  figures: Figures<T>,
  { where, by, from, to }: Question<T> & Period,
): Group[] {
  const names: readonly string[] = table.lookups?.daily?.by ?? [];
  const conditions: Readonly<Record<string, unknown>> = where;
  const filters = names.filter((name) => conditions[name] !== undefined);
  const isByDay = by !== undefined && 'clock' in by;
  const areValuesNeeded = filters.length > 0 || (by !== undefined && !isByDay);
  const days = query<DayFigures>(
    db
      .selectFrom('totals')
      .select([
        sql`${isByDay ? eb.ref('day') : sql.lit('')}`.as('day'),
        sql`${areValuesNeeded ? eb.ref('value') : sql.lit('')}`.as('value'),
        sql`sum("rows")::bigint`.as('rows'),
        sql`sum("amount")`.as('amount'),
        sql`sum("filled")::bigint`.as('filled'),
      ])
      .where('table_name', '=', layoutOf(table).name)
      .where('kind', '=', DAILY)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy([sql`1`, sql`2`]),
  );
  const none = { rows: 0, amount: 0, filled: 0 };
  const groups = new Map(by ? [] : [['', none]]);
  for (const { day, value, rows, amount, filled } of days) {
    const texts = value.split(SEPARATOR).map(fromStorable);
    const textOf = (name: string) => texts[names.indexOf(name)] ?? '';
    if (rows === 0 || !filters.every((name) => meetsText(textOf(name), conditions[name]))) continue;
    const label = by && 'labelOf' in by ? by.labelOf(textOf(by.column)) : isByDay ? day : '';
    const group = groups.get(label) ?? none;
    groups.set(label, {
      rows: group.rows + rows,
      amount: group.amount + amount,
      filled: group.filled + filled,
    });
  }
  return [...groups].map(([label, group]) => {
    const values = Object.entries(figures).map(([name, figure]) => {
      const sum = group[countedAs(table, figure) ?? 'rows'];
      return [name, figure.fold === 'sum' ? sum : group.rows === 0 ? null : sum / group.rows];
    });
    return { label, values: Object.fromEntries(values) };
  });
}

function meetsText(text: string, condition: unknown): boolean {
  if (!isOperator(condition)) return isSame(text, condition);
  if ('in' in condition) return condition.in.some((one) => isSame(text, one));
  if ('notIn' in condition) return !condition.notIn.some((one) => isSame(text, one));
  return 'isEmpty' in condition && condition.isEmpty === (text === '');
}

function fromRows<T extends Table>(table: T, figures: Figures<T>, { where, by }: Question<T>): Group[] {
  const all = rowsWhere(table, conditionsOf(table, where));
  const grouped = by ? all.select(labelIn(table, all, by).as('label')).groupBy(sql`1`) : all;
  const names = Object.keys(figures);
  const folded = Object.values(figures).map((figure, at) =>
    sql`${FOLDS[figure.fold](numberIn(table, figure))}::double precision`.as(`figure_${at}`),
  );
  return query<Record<string, number | string | null>>(grouped.select(folded)).map((row) => ({
    label: fromStorable(String(row.label ?? '')),
    values: Object.fromEntries(names.map((name, at) => [name, row[`figure_${at}`] as number | null])),
  }));
}

const FOLDS: Record<Fold, (number: Expression<unknown>) => Expression<unknown>> = {
  sum: (number) => sql`coalesce(sum(${number}), 0)`,
  count: (number) => sql`count(${number})`,
  average: (number) => sql`avg(${number})`,
  median: (number) => sql`percentile_cont(0.5) within group (order by ${number})`,
  ninetieth: (number) => sql`percentile_cont(0.9) within group (order by ${number})`,
};

function numberIn<T extends Table>(table: T, figure: Figure<T>): Expression<unknown> {
  if ('of' in figure) return columnIn(table, figure.of);
  if ('meets' in figure) {
    const conditions = conditionsOf(table, figure.meets);
    return conditions.length === 0 ? sql.lit(1) : sql`case when ${eb.and(conditions)} then 1 else 0 end`;
  }
  const { from, to, within } = figure;
  const [start, end] = [columnIn(table, from), columnIn(table, to)];
  const minutesTo = (time: Expression<unknown>) =>
    sql`extract(epoch from ${time} - ${start})::double precision / 60`;
  if (within === undefined) return minutesTo(end);
  const now = sql`${new Date()}::timestamptz`;
  return sql`case when ${minutesTo(sql`coalesce(${end}, ${now})`)} > ${within}::int then 0 when ${end} is not null then 1 end`;
}

/** Labels of texts are made here, once for each text that occurs. */
function labelIn<T extends Table>(table: T, all: Rows, by: Grouping<T>) {
  const column = columnIn(table, by.column);
  if ('clock' in by) {
    const format = sql.lit(by.clock === 'day' ? 'YYYY-MM-DD' : 'HH24');
    return sql`to_char(${column} at time zone ${by.days.zone}::text, ${format})`;
  }
  const texts = query<{ text: string }>(all.select(sql`${column}`.as('text')).distinct()).map(
    ({ text }) => text,
  );
  const labels = texts.map((text) => toStorable(by.labelOf(fromStorable(text))));
  // A text that has come since is its own label.
  return sql`coalesce((${labels}::text[])[array_position(${texts}::text[], ${column})], ${column})`;
}

function columnIn(table: Table, name: string): Expression<unknown> {
  return eb.ref(storedColumn(layoutOf(table), name).storedAs);
}
