import { sql } from 'kysely';
import type { ColumnName, Table } from '../../src/tables/schema/table';
import { isOperator, type Where } from '../../src/tables/schema/where';
import type { ListQuery } from '../../src/tables/tables';
import { db } from '../database/builder';
import { query as ask } from '../database/sql';
import { type Condition, comparable, conditionsOf, type Rows, rowsWhere } from './conditions';
import { layoutOf, storedColumn } from './layout';
import { containing, isIndexed, rowsContaining } from './search';
import { hasTotals, totalOf, totalRows } from './totals';

type Selection<T extends Table> = Pick<ListQuery<T, never>, 'where' | 'q'>;

/** Makes the conditions for the rows of a list. */
export function filtersOf<T extends Table>(table: T, { where, q }: Selection<T>): Condition[] {
  return [...conditionsOf(table, where), ...(q === undefined ? [] : [containing(q)])];
}

/**
 * The rows of a list that meet these conditions too, found by its words where their index knows some; then they have their order
 * and these columns alone.
 */
export function rowsOf<T extends Table>(
  table: T,
  selection: Selection<T>,
  { conditions = [], columns = [] }: { conditions?: readonly Condition[]; columns?: readonly string[] } = {},
): Rows {
  const { where, q } = selection;
  if (q === undefined || !isIndexed(q))
    return rowsWhere(table, [...filtersOf(table, selection), ...conditions]);
  const others = [...conditionsOf(table, where), ...conditions];
  return db.selectFrom(rowsContaining(table, { q, conditions: others, columns }));
}

/** Exact, unless the caller allows to count no further than `cap`. */
export function countRows<T extends Table, C extends ColumnName<T>>(
  table: T,
  query: ListQuery<T, C>,
  cap: number,
): { total: number; totalIsAtLeast?: true } {
  const { where, q, count } = query;
  const known = q === undefined ? knownTotal(table, where) : undefined;
  if (known !== undefined) return { total: known };
  const rows = rowsOf(table, query);
  if (count !== 'capped') return { total: countAll(rows) };
  const some = rows.select(sql.lit(1).as('n')).limit(cap + 1);
  const total = countAll(db.selectFrom(some.as('counted')));
  return total > cap ? { total, totalIsAtLeast: true } : { total };
}

/** The number of rows, as `rows`. */
export const NUMBER_OF_ROWS = sql<number>`count(*)`.as('rows');

export function countAll(rows: Rows): number {
  return ask<{ rows: number }>(rows.select(NUMBER_OF_ROWS))[0]?.rows ?? 0;
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
