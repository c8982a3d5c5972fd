import { untilStill } from '../grid/locate';
import { rowReader } from '../grid/rows';
import type { ColumnName, Row, Table } from '../schema/table';
import { isByNumber, matching } from './matching';
import { newest } from './newest';
import { filtersOf, type Where } from './where';

interface ListQuery<T extends Table, C extends ColumnName<T>> {
  /** From 1 on. */
  page: number;
  pageSize: number;
  /** A column, with a minus in front for descending order; without one the newest rows come first. */
  sort?: string | undefined;
  where?: Where<T>;
  /** A text that any of the columns `searchIn` has to contain, whatever its letter case. */
  q?: string | undefined;
  searchIn?: readonly ColumnName<T>[];
  /** What is answered of each row. */
  columns: readonly C[];
}

export interface ListPage<R> {
  data: R[];
  page: number;
  pageSize: number;
  /** How many rows match, on all pages. */
  total: number;
}

/** A page of the rows that match (tables-and-intake A, "Lists"). Columns that are filtered or sorted by are read whole. */
export function list<T extends Table, C extends ColumnName<T>>(
  table: T,
  query: ListQuery<T, C>,
): ListPage<Pick<Row<T>, C>> {
  const { page, pageSize, columns, q, searchIn = [] } = query;
  const window = { skip: (page - 1) * pageSize, size: pageSize, names: columns };
  const sort = query.sort
    ? { by: query.sort.replace(/^-/, ''), isDescending: query.sort.startsWith('-') }
    : undefined;
  const filters = query.where ? filtersOf(query.where) : [];
  const text = q === undefined ? undefined : { q, searchIn };
  const isNewestFirst = !sort || (isByNumber(table, sort) && sort.isDescending);
  return untilStill(table, (tab) => {
    const part =
      isNewestFirst && filters.length === 0 && !text
        ? newest(tab, window)
        : matching(tab, { ...window, filters, text, sort });
    if (!part) return undefined;
    const read = rowReader(table, tab.header, columns);
    return { data: part.rows.map(({ cells, row }) => read(cells, row)), page, pageSize, total: part.total };
  });
}
