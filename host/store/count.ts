import { sql } from 'kysely';
import type { ColumnName, Table } from '../../src/tables/schema/table';
import { isOperator, type Where } from '../../src/tables/schema/where';
import type { ListQuery } from '../../src/tables/tables';
import { db } from '../database/builder';
import { query as ask } from '../database/sql';
import { type Condition, comparable, conditionsOf, filtered, type Rows, rowsWhere } from './conditions';
import { layoutOf, storedColumn } from './layout';
import { containing, isIndexed, rowsContaining } from './search';
import { hasTotals, totalOf, totalRows } from './totals';

/** Counting up to this costs little, whatever the size of the table. */
const CAP = 1_000;

type Selection<T extends Table> = Pick<ListQuery<T, never>, 'where' | 'q'>;

/** Makes the conditions for the rows of a list. */
export function filtersOf<T extends Table>(table: T, { where, q }: Selection<T>): Condition[] {
  return [...conditionsOf(table, where), ...(q === undefined ? [] : [containing(q)])];
}

/** The rows of a list, found by its words where their index knows some. */
export function rowsOf<T extends Table>(table: T, selection: Selection<T>): Rows {
  const { where, q } = selection;
  if (q === undefined || !isIndexed(q)) return rowsWhere(table, filtersOf(table, selection));
  return filtered(db.selectFrom(rowsContaining(table, q)), conditionsOf(table, where));
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
  const rows = rowsOf(table, query);
  if (count !== 'capped') return { total: countAll(rows) };
  const cap = Math.max(CAP, seen);
  const total = countUpTo(rows, cap + 1);
  return total > cap ? { total, totalIsAtLeast: true } : { total };
}

/** The number of rows, as `rows`. */
export const NUMBER_OF_ROWS = sql<number>`count(*)`.as('rows');

export function countAll(rows: Rows): number {
  return ask<{ rows: number }>(rows.select(NUMBER_OF_ROWS))[0]?.rows ?? 0;
}

export function countUpTo(rows: Rows, limit: number): number {
  const some = rows.select(sql.lit(1).as('n')).limit(limit);
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
