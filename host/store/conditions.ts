import { type Expression, type SqlBool, sql } from 'kysely';
import { KEY_COLUMN } from '../../src/tables/schema/request-key';
import { toStorable } from '../../src/tables/schema/storable';
import { idsOf, type Table } from '../../src/tables/schema/table';
import {
  isOperator,
  isSame,
  type Operator,
  type OwnCondition,
  type Where,
} from '../../src/tables/schema/where';
import { db, eb, isAnyOf } from '../database/builder';
import { type Layout, layoutOf, ROW_ORDER, type StoredColumn, storedColumn, toTwin } from './layout';

/** A condition for rows, as a part of a statement. */
export type Condition = Expression<SqlBool>;

/** Rows that are to be read or counted. */
export type Rows = ReturnType<typeof db.selectFrom<string>>;

/** The rows of a table that meet all of these. */
export function rowsWhere(table: Table, conditions: readonly Condition[]): Rows {
  return conditions.reduce<Rows>((rows, one) => rows.where(one), db.selectFrom(layoutOf(table).name));
}

/** Makes the conditions for rows, with the same meaning as in the sheet. */
export function conditionsOf<T extends Table>(table: T, where: Where<T> = {}): Condition[] {
  const layout = layoutOf(table);
  return Object.entries(where)
    .filter(([, condition]) => condition !== undefined)
    .map(([name, condition]) =>
      conditionOn({ table, layout, column: storedColumn(layout, name) }, condition),
    );
}

interface Subject {
  table: Table;
  layout: Layout;
  column: StoredColumn;
}

function conditionOn(subject: Subject, condition: unknown): Condition {
  if (!isOperator(condition)) return isOneOf(subject, [condition]);
  const { table, column } = subject;
  if ('own' in condition) return hasOwn(subject, condition);
  if ('in' in condition) return isOneOf(subject, condition.in);
  if ('notIn' in condition) return eb.not(isOneOf(subject, condition.notIn));
  if ('isEmpty' in condition) return isEmpty(column, condition.isEmpty);
  if ('after' in condition) return eb(ROW_ORDER, '>', idsOf(table).numberOf(condition.after));
  return isWithin(column, condition);
}

/** The twin has the names of fields in lower case, too. It is read as JSON only where there is some. */
function hasOwn({ layout, column }: Subject, { own }: OwnCondition): Condition {
  const values = sql`nullif(${eb.ref(layout.twins.get(column.name) ?? '')}, '')::json`;
  const twinOf = (text: string) => toTwin(toStorable(text));
  const parts = Object.entries(own).map(([name, wanted]) => {
    const value = sql`coalesce(${values} ->> ${twinOf(name)}::text, '')`;
    return sql<boolean>`${value} = any(${unique(wanted.map(twinOf))}::text[])`;
  });
  return eb.and(parts);
}

/** Never null, so that it can be negated. */
function isOneOf({ layout, column }: Subject, wanted: readonly unknown[]): Condition {
  const { compared, values } = comparable(layout, column, wanted);
  const isNullable = column.type !== 'text';
  const isEqual = values.length === 1 ? eb(compared, '=', values[0]) : isAnyOf(compared, values);
  const isFilled = isNullable ? eb.and([isEqual, eb(compared, 'is not', null)]) : isEqual;
  return eb.or([
    ...(values.length > 0 ? [isFilled] : []),
    ...(isNullable && wanted.includes(null) ? [eb(compared, 'is', null)] : []),
  ]);
}

/** Returns what a column is compared by, and those of the wanted values that it can have at all. */
export function comparable(
  layout: Layout,
  column: StoredColumn,
  wanted: readonly unknown[],
): { compared: string; values: (string | number | boolean | Date)[] } {
  const { name, storedAs: compared, type } = column;
  const { choices } = column.column;
  if (type === 'text') {
    const texts = wanted.filter((value) => typeof value === 'string');
    if (choices)
      return { compared, values: choices.filter((choice) => texts.some((text) => isSame(choice, text))) };
    const twin = layout.twins.get(name);
    if (twin) return { compared: twin, values: unique(texts.map((text) => toTwin(toStorable(text)))) };
    if (name !== layout.key.name && name !== KEY_COLUMN)
      throw new Error(`The table ${layout.name} has no index by which rows are found by "${name}".`);
    return { compared, values: unique(texts.map(toStorable)) };
  }
  if (type === 'boolean')
    return { compared, values: unique(wanted.filter((value) => typeof value === 'boolean')) };
  if (type === 'timestamptz')
    return {
      compared,
      values: wanted.filter((value) => value instanceof Date && !Number.isNaN(value.getTime())) as Date[],
    };
  const isPossible = type === 'bigint' ? Number.isSafeInteger : Number.isFinite;
  return { compared, values: unique(wanted.filter((value) => typeof value === 'number')).filter(isPossible) };
}

function isEmpty({ storedAs, type }: StoredColumn, wanted: boolean): Condition {
  if (type === 'text') return eb(storedAs, wanted ? '=' : '<>', sql.lit(''));
  return eb(storedAs, wanted ? 'is' : 'is not', null);
}

/** An empty value is within no bounds. */
function isWithin(
  { name, storedAs, type }: StoredColumn,
  { gte, lt, lte }: Extract<Operator, { gte?: number }>,
): Condition {
  if (type === 'text' || type === 'boolean')
    throw new Error(`"${name}" has no order that bounds could be in.`);
  const bounds = [
    { operator: '>=', bound: gte, round: Math.ceil },
    { operator: '<', bound: lt, round: Math.ceil },
    { operator: '<=', bound: lte, round: Math.floor },
  ] as const;
  const parts = bounds.flatMap(({ operator, bound, round }) => {
    if (bound === undefined || Math.abs(Number(bound)) === Number.POSITIVE_INFINITY) return [];
    // Nothing is before or after a day that no date can have, such as the one after the year 9999.
    if (Number.isNaN(Number(bound))) return [eb.lit(false)];
    return [eb(storedAs, operator, type === 'bigint' ? clamped(round(bound)) : bound)];
  });
  return eb.and([...parts, eb(storedAs, 'is not', null)]);
}

function clamped(number: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, number));
}

export function unique<V>(values: readonly V[]): V[] {
  return [...new Set(values)];
}
