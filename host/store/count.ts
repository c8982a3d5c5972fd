import { sql } from 'kysely';
import type { ColumnName, Table } from '../../src/tables/schema/table';
import { isOperator, type Where } from '../../src/tables/schema/where';
import type { ListQuery } from '../../src/tables/tables';
import { db } from '../database/builder';
import { query as ask } from '../database/sql';
import { type Condition, comparable, conditionsOf, containing, rowsWhere } from './conditions';
import { layoutOf, storedColumn } from './layout';
import { hasTotals, totalOf, totalRows } from './totals';

/** Counting up to this costs little, whatever the size of the table. */
const CAP = 1_000;

/** Makes the conditions for the rows of a list. */
export function filtersOf<T extends Table>(
  table: T,
  { where, q }: Pick<ListQuery<T, never>, 'where' | 'q'>,
): Condition[] {
  return [...conditionsOf(table, where), ...(q === undefined ? [] : [containing(q)])];
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

/** The number of rows, as `rows`. */
export const NUMBER_OF_ROWS = sql<number>`count(*)`.as('rows');

export function countAll(table: Table, conditions: readonly Condition[]): number {
  return ask<{ rows: number }>(rowsWhere(table, conditions).select(NUMBER_OF_ROWS))[0]?.rows ?? 0;
}

export function countUpTo(table: Table, conditions: readonly Condition[], limit: number): number {
  const some = rowsWhere(table, conditions).select(sql.lit(1).as('n')).limit(limit);
  return ask<{ rows: number }>(db.selectFrom(some.as('counted')).select(NUMBER_OF_ROWS))[0]?.rows ?? 0;
}

/** Returns a total that is counted at every write: of all rows, or of those with some values of one column. */
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
