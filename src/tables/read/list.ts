import { untilStill } from '../grid/locate';
import { rowReader } from '../grid/rows';
import { toCursor, toPlace } from '../schema/cursor';
import { type ColumnName, columnOf, type Row, type Table } from '../schema/table';
import { filtersOf, type Where } from '../schema/where';
import { rowsChanged } from './kept-columns';
import { isByNumber, matching } from './matching';
import { newest } from './newest';

export interface ListQuery<T extends Table, C extends ColumnName<T>> {
  /** Number of the page, from 1 on. */
  page: number;
  pageSize: number;
  /** End of an earlier page, as its `nextCursor` says; `page` is then only the number that the page gets. */
  cursor?: string | undefined;
  /** `capped` allows to count no further than is cheap; `exact` without it. */
  count?: 'exact' | 'capped' | undefined;
  /** A column, with a minus in front for descending order; without one the newest rows come first. */
  sort?: string | undefined;
  where?: Where<T>;
  /** Words that the table's `search` columns have to contain, in any order, whatever their letter case and accents. */
  q?: string | undefined;
  /** Columns that are answered of each row. */
  columns: readonly C[];
}

export interface ListPage<R> {
  data: R[];
  page: number;
  pageSize: number;
  /** Number of rows that match, on all pages. */
  total: number;
  /** More rows match than were counted. Where a further page exists, `total` is beyond this one all the same. */
  totalIsAtLeast?: true;
  /** Beginning of the next page, whatever is inserted meanwhile. Absent on the last page. */
  nextCursor?: string;
}

/**
 * A page of the rows that match. Columns that are filtered or sorted by are read whole, so that the total is always exact.
 *
 * @throws UnreadableCursor
 */
export function list<T extends Table, C extends ColumnName<T>>(
  table: T,
  query: ListQuery<T, C>,
): ListPage<Pick<Row<T>, C>> {
  const { page, pageSize, columns, q, cursor } = query;
  const sort = query.sort
    ? { by: query.sort.replace(/^-/, ''), isDescending: query.sort.startsWith('-') }
    : undefined;
  const column = sort && !isByNumber(table, sort) ? columnOf(table, sort.by) : undefined;
  const after = cursor === undefined ? undefined : toPlace(cursor, { sort: query.sort, column, hasId: true });
  const window = { skip: (page - 1) * pageSize, size: pageSize, names: columns, after };
  const filters = query.where ? filtersOf(table, query.where) : [];
  const isNewestFirst = !sort || (isByNumber(table, sort) && sort.isDescending);
  return untilStill(table, (tab, isLast) => {
    const part =
      isNewestFirst && filters.length === 0 && q === undefined
        ? newest(tab, window)
        : matching(tab, { ...window, filters, q, sort, isByIds: isLast });
    if (!part) {
      // A person may have moved rows, of which nothing tells but the rows themselves.
      rowsChanged(table);
      return undefined;
    }
    const read = rowReader(table, tab.header, columns);
    const { rows, total, hasMore, lastValue = null } = part;
    const last = hasMore ? rows[rows.length - 1] : undefined;
    const end = last && { value: lastValue, order: last.row, id: last.id };
    return {
      data: rows.map(({ cells, row }) => read(cells, row)),
      page,
      pageSize,
      total,
      ...(end ? { nextCursor: toCursor(end, query.sort) } : {}),
    };
  });
}
