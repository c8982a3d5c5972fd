import { type OwnValues, textOf } from './column';
import { withStandIns } from './storable';
import { type ColumnName, idsOf, type Row, type Table } from './table';

/**
 * Value that a column has to hold: this one, one of several or none of them, one within bounds, an id that was made after
 * another, or any at all.
 */
type Condition<V> =
  | V
  | { in: readonly V[] }
  | { notIn: readonly V[] }
  | { gte?: V; lt?: V; lte?: V }
  | { isEmpty: boolean }
  | { after: string }
  | OwnCondition;

/** Texts for some columns that the owner has added: each has to hold one of its own. */
export interface OwnCondition {
  own: Readonly<Record<string, readonly string[]>>;
}

/** Filters as data, by column; a row has to meet all of them. `undefined` is no filter. */
export type Where<T extends Table> = { [N in ColumnName<T>]?: Condition<Row<T>[N]> | undefined };

export interface Filter {
  column: string;
  matches(value: unknown): boolean;
}

export function filtersOf<T extends Table>(table: T, where: Where<T>): Filter[] {
  return Object.entries(where)
    .filter(([, condition]) => condition !== undefined)
    .map(([column, condition]) => ({ column, matches: matcherOf(table, condition) }));
}

function matcherOf(table: Table, condition: unknown): Filter['matches'] {
  if (!isOperator(condition) || !('after' in condition)) return (value) => meets(value, condition);
  const { numberOf } = idsOf(table);
  const number = numberOf(condition.after);
  return (value) => numberOf(String(value)) > number;
}

function meets(value: unknown, condition: unknown): boolean {
  if (!isOperator(condition) || 'after' in condition) return isSame(value, condition);
  if ('own' in condition) return meetsOwn(value as OwnValues, condition);
  if ('in' in condition) return condition.in.some((one) => isSame(value, one));
  if ('notIn' in condition) return !condition.notIn.some((one) => isSame(value, one));
  if ('isEmpty' in condition) return isEmpty(value) === condition.isEmpty;
  const { gte = -Infinity, lt, lte = Infinity } = condition;
  if (isEmpty(value)) return false;
  const number = value as number;
  return number >= gte && number <= lte && (lt === undefined || number < lt);
}

function meetsOwn(values: OwnValues, { own }: OwnCondition): boolean {
  const held = new Map(Object.entries(values));
  return Object.entries(own).every(([name, wanted]) =>
    wanted.some((text) => isSame(textOf(held.get(name) ?? ''), text)),
  );
}

export type Operator =
  | OwnCondition
  | { in: readonly unknown[] }
  | { notIn: readonly unknown[] }
  | { isEmpty: boolean }
  | { gte?: number; lt?: number; lte?: number }
  | { after: string };

export function isOperator(condition: unknown): condition is Operator {
  return typeof condition === 'object' && condition !== null && !(condition instanceof Date);
}

/** Texts are the same whatever their letter case and the blanks around them: people type into the sheet. */
export function isSame(value: unknown, wanted: unknown): boolean {
  if (typeof value === 'string' && typeof wanted === 'string') return normalize(value) === normalize(wanted);
  return value instanceof Date && wanted instanceof Date ? +value === +wanted : value === wanted;
}

export function isEmpty(value: unknown): boolean {
  return value === '' || value === null || (value instanceof Date && Number.isNaN(value.getTime()));
}

/** The text by which others are the same and stand in order. Databases have it in a column beside the text. */
export function normalize(text: string): string {
  return withStandIns(text.trim().toLowerCase());
}

/**
 * Returns a key that orders the values of a column by `<` as a database orders them; undefined for an empty one. That has texts
 * in the order of their code points, while `<` takes an emoji for the first of its two halves, which are not the last characters.
 */
export function sortKey(value: unknown): string | number | undefined {
  if (isEmpty(value)) return undefined;
  if (typeof value !== 'string') return Number(value);
  return normalize(value).replace(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFF$&') || undefined;
}
