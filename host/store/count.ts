import type { ColumnName, Table } from '../../src/tables/schema/table';
import { isOperator, type Where } from '../../src/tables/schema/where';
import type { ListQuery } from '../../src/tables/tables';
import { query as ask, type SqlValue } from '../database/sql';
import { type Conditions, comparable, conditionsOf, containing, placeholder, whereText } from './conditions';
import { layoutOf, storedColumn } from './layout';
import { hasTotals, totalOf, totalRows } from './totals';

/** Counting up to this costs little, whatever the size of the table. */
const CAP = 1_000;

/** What the rows of a list have to meet, and one more condition. */
export function filtersOf<T extends Table>(
  table: T,
  { where, q }: Pick<ListQuery<T, never>, 'where' | 'q'>,
  only?: string,
): Conditions {
  const conditions = conditionsOf(table, where);
  if (q !== undefined) conditions.parts.push(containing(conditions, q));
  if (only !== undefined) conditions.parts.push(only);
  return conditions;
}

/** Exact, unless the caller allows less and it would cost much. */
export function countRows<T extends Table, C extends ColumnName<T>>(
  table: T,
  query: ListQuery<T, C>,
  seen: number,
): { total: number; totalIsAtLeast?: true } {
  const { where, q, count } = query;
  const known = q === undefined ? knownTotal(table, where) : undefined;
  if (known !== undefined) return { total: known };
  const conditions = filtersOf(table, query);
  if (count !== 'capped') return { total: countAll(table, conditions) };
  const cap = Math.max(CAP, seen);
  const total = countUpTo(table, conditions, cap + 1);
  return total > cap ? { total, totalIsAtLeast: true } : { total };
}

export function countAll(table: Table, conditions: Conditions): number {
  const { sql } = layoutOf(table);
  return countOf(`select count(*) as rows from ${sql}${whereText(conditions)}`, conditions.values);
}

export function countUpTo(table: Table, conditions: Conditions, limit: number): number {
  const { sql } = layoutOf(table);
  const some = `select 1 from ${sql}${whereText(conditions)} limit ${placeholder(conditions, limit)}`;
  return countOf(`select count(*) as rows from (${some}) as counted`, conditions.values);
}

/** What is counted at every write: all rows, and those with some values of one column. */
function knownTotal<T extends Table>(table: T, where: Where<T> = {}): number | undefined {
  if (!hasTotals(table)) return undefined;
  const filters = Object.entries(where).filter(([, condition]) => condition !== undefined);
  const [filter, ...others] = filters;
  if (!filter) return totalRows(table);
  const [name, condition] = filter;
  const isCounted = others.length === 0 && table.lookups?.totals?.includes(name);
  const wanted = !isOperator(condition) ? [condition] : 'in' in condition ? condition.in : undefined;
  if (!isCounted || !wanted) return undefined;
  const layout = layoutOf(table);
  const { values } = comparable(layout, storedColumn(layout, name), wanted);
  return totalOf(table, name, values.map(String));
}

function countOf(text: string, values: readonly SqlValue[]): number {
  return ask<{ rows: number }>(text, values)[0]?.rows ?? 0;
}
