import { KEY_COLUMN } from '../../src/tables/schema/request-key';
import { toStorable } from '../../src/tables/schema/storable';
import { idsOf, type Table } from '../../src/tables/schema/table';
import { isOperator, isSame, type Operator, type Where } from '../../src/tables/schema/where';
import type { SqlValue } from '../database/sql';
import {
  type Layout,
  layoutOf,
  ROW_ORDER,
  SEARCH_TEXT,
  type StoredColumn,
  storedColumn,
  toTwin,
} from './layout';

/** A statement in the making: its conditions, and the values for their placeholders. */
export interface Conditions {
  parts: string[];
  values: SqlValue[];
}

export function noConditions(): Conditions {
  return { parts: [], values: [] };
}

/** `$3`, once the value stands in the third place. */
export function placeholder({ values }: Conditions, value: SqlValue): string {
  values.push(value);
  return `$${values.length}`;
}

export function whereText({ parts }: Conditions): string {
  return parts.length > 0 ? ` where ${parts.join(' and ')}` : '';
}

/** What rows have to meet, with the same meaning as in the sheet. */
export function conditionsOf<T extends Table>(table: T, where: Where<T> = {}): Conditions {
  const layout = layoutOf(table);
  const conditions = noConditions();
  for (const [name, condition] of Object.entries(where)) {
    if (condition === undefined) continue;
    const column = storedColumn(layout, name);
    conditions.parts.push(conditionOn(conditions, { table, layout, column }, condition));
  }
  return conditions;
}

interface Subject {
  table: Table;
  layout: Layout;
  column: StoredColumn;
}

function conditionOn(conditions: Conditions, subject: Subject, condition: unknown): string {
  if (!isOperator(condition)) return isOneOf(conditions, subject, [condition]);
  const { table, column } = subject;
  if ('in' in condition) return isOneOf(conditions, subject, condition.in);
  if ('notIn' in condition)
    return condition.notIn.length === 0 ? 'true' : `not (${isOneOf(conditions, subject, condition.notIn)})`;
  if ('isEmpty' in condition) return isEmpty(column, condition.isEmpty);
  if ('after' in condition)
    return `${ROW_ORDER} > ${placeholder(conditions, idsOf(table).numberOf(condition.after))}`;
  return isWithin(conditions, column, condition);
}

/** Never null, so that it can be negated. */
function isOneOf(conditions: Conditions, { layout, column }: Subject, wanted: readonly unknown[]): string {
  const { sql, values } = comparable(layout, column, wanted);
  const isNullable = column.type !== 'text';
  const alternatives: string[] = [];
  if (values.length > 0) {
    const [first = null] = values;
    const isEqual =
      values.length === 1
        ? `${sql} = ${placeholder(conditions, first)}`
        : `${sql} = any(${placeholder(conditions, values)})`;
    alternatives.push(isNullable ? `(${isEqual} and ${sql} is not null)` : isEqual);
  }
  if (isNullable && wanted.includes(null)) alternatives.push(`${sql} is null`);
  if (alternatives.length === 0) return 'false';
  return alternatives.length === 1 ? String(alternatives[0]) : `(${alternatives.join(' or ')})`;
}

/** What a column is compared by, and those of the wanted values that it can have at all. */
export function comparable(
  layout: Layout,
  column: StoredColumn,
  wanted: readonly unknown[],
): { sql: string; values: (string | number | boolean | Date)[] } {
  const { name, sql, type } = column;
  const { choices } = column.column;
  if (type === 'text') {
    const texts = wanted.filter((value) => typeof value === 'string');
    if (choices)
      return { sql, values: choices.filter((choice) => texts.some((text) => isSame(choice, text))) };
    const twin = layout.twins.get(name);
    if (twin) return { sql: twin, values: unique(texts.map((text) => toTwin(toStorable(text)))) };
    if (name !== layout.key.name && name !== KEY_COLUMN)
      throw new Error(`The table ${layout.name} has no index by which rows are found by "${name}".`);
    return { sql, values: unique(texts.map(toStorable)) };
  }
  if (type === 'boolean')
    return { sql, values: unique(wanted.filter((value) => typeof value === 'boolean')) };
  if (type === 'timestamptz')
    return {
      sql,
      values: wanted.filter((value) => value instanceof Date && !Number.isNaN(value.getTime())) as Date[],
    };
  const isPossible = type === 'bigint' ? Number.isSafeInteger : Number.isFinite;
  return { sql, values: unique(wanted.filter((value) => typeof value === 'number')).filter(isPossible) };
}

function isEmpty({ sql, type }: StoredColumn, wanted: boolean): string {
  if (type === 'text') return `${sql} ${wanted ? '=' : '<>'} ''`;
  return `${sql} is ${wanted ? '' : 'not '}null`;
}

/** An empty value is within no bounds. */
function isWithin(
  conditions: Conditions,
  { name, sql, type }: StoredColumn,
  { gte, lt, lte }: Extract<Operator, { gte?: number }>,
): string {
  if (type === 'text' || type === 'boolean')
    throw new Error(`"${name}" has no order that bounds could be in.`);
  const bounds = [
    { operator: '>=', bound: gte, round: Math.ceil },
    { operator: '<', bound: lt, round: Math.ceil },
    { operator: '<=', bound: lte, round: Math.floor },
  ];
  const parts = bounds.flatMap(({ operator, bound, round }) => {
    if (bound === undefined || Math.abs(Number(bound)) === Number.POSITIVE_INFINITY) return [];
    // Nothing is before or after a day that no date can have, such as the one after the year 9999.
    if (Number.isNaN(Number(bound))) return ['false'];
    const value = type === 'bigint' ? clamped(round(bound)) : bound;
    return [`${sql} ${operator} ${placeholder(conditions, value)}`];
  });
  return [...parts, `${sql} is not null`].join(' and ');
}

function clamped(number: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, number));
}

/** The index of texts knows them by three characters each. */
const MIN_INDEXED = 3;

/** Rows whose texts contain `q`, whatever the letter case. */
export function containing(conditions: Conditions, q: string): string {
  const part = toTwin(toStorable(q));
  const pattern = placeholder(conditions, `%${part.replace(/[\\%_]/g, '\\$&')}%`);
  if (part.length >= MIN_INDEXED) return `${SEARCH_TEXT} like ${pattern}`;
  // For fewer characters all of that index would be read before the first row is, where a few rows show enough matches.
  return `${SEARCH_TEXT} || '' like ${pattern}`;
}

/** Rows that have exactly one of these texts in a column, by its index where it has one. */
export function havingTexts(
  conditions: Conditions,
  layout: Layout,
  { column, texts }: { column: string; texts: readonly string[] },
): string {
  const { sql } = storedColumn(layout, column);
  const stored = texts.map(toStorable);
  const twin = layout.twins.get(column);
  const isExact = `${sql} = any(${placeholder(conditions, stored)})`;
  if (!twin) return isExact;
  return `${twin} = any(${placeholder(conditions, unique(stored.map(toTwin)))}) and ${isExact}`;
}

export function unique<V>(values: readonly V[]): V[] {
  return [...new Set(values)];
}
