import { sql } from 'kysely';
import { type Place, toCursor, toPlace } from '../../src/tables/schema/cursor';
import type { ColumnName, Row, Table } from '../../src/tables/schema/table';
import { isOperator, type Where } from '../../src/tables/schema/where';
import type { ListPage, ListQuery } from '../../src/tables/tables';
import { db, eb } from '../database/builder';
import { query as ask } from '../database/sql';
import { type Condition, rowsWhere } from './conditions';
import { countAll, countRows, filtersOf, rowsOf } from './count';
import { layoutOf, ROW_ORDER, type StoredColumn, storedColumn } from './layout';
import { MAX_SORTED } from './read';
import { rowReader, type StoredRow, storedNames } from './rows';
import { isIndexed } from './search';

export type { ListPage } from '../../src/tables/tables';

/** Counting up to this costs little, whatever the size of the table. */
const CAP = 1_000;

/** @throws UnreadableCursor */
export function list<T extends Table, C extends ColumnName<T>>(
  table: T,
  query: ListQuery<T, C>,
): ListPage<Pick<Row<T>, C>> {
  const { page, pageSize, columns, cursor, where, q } = query;
  const order = orderOf(table, query.sort);
  const origin = { sort: query.sort, column: order.by?.column, hasId: false };
  const after = cursor === undefined ? undefined : toPlace(cursor, origin);
  const mayBeSorted = q === undefined ? !order.by && hasEnd(table, where) : isIndexed(q);
  const counted = countRows(table, query, Math.max(mayBeSorted ? MAX_SORTED : CAP, page * pageSize));
  const isSorted = mayBeSorted && counted.total <= MAX_SORTED;
  // One more tells whether there is a next page.
  const window = { skip: after ? 0 : (page - 1) * pageSize, size: pageSize + 1 };
  const found = readPart(table, query, { order, after, isSorted, ...window });
  const rows = found.slice(0, pageSize);
  const last = found.length > pageSize ? rows[rows.length - 1] : undefined;
  return {
    data: rows.map(rowReader(table, columns)),
    page,
    pageSize,
    ...counted,
    ...(last ? { nextCursor: toCursor(placeOf(order, last), query.sort) } : {}),
  };
}

/** An order of rows: by a column, those without a value last, and by age in the same direction among equals; or by age alone. */
interface Order {
  storedAs: string;
  isDescending: boolean;
  /** Absent where rows are ordered by age. */
  by?: StoredColumn;
}

const NEWEST_FIRST: Order = { storedAs: ROW_ORDER, isDescending: true };

interface Part {
  order: Order;
  after: Place | undefined;
  /** True if so few rows match that they are found by the filters and then sorted. */
  isSorted: boolean;
  skip: number;
  size: number;
}

/** First the rows that have a value to be sorted by, then those that have none: each part is read in the order of an index. */
function readPart<T extends Table, C extends ColumnName<T>>(
  table: T,
  query: ListQuery<T, C>,
  part: Part,
): StoredRow[] {
  const { order, after, skip, size } = part;
  if (!order.by) return readRows(table, query, part);
  const isFilled = hasValue(order, true);
  const blank = { ...part, order: NEWEST_FIRST, only: hasValue(order, false) };
  if (after?.value === null) return readRows(table, query, blank);
  const filled = readRows(table, query, { ...part, only: isFilled });
  if (filled.length === size) return filled;
  const isPast = filled.length === 0 && skip > 0;
  const passed = isPast ? countAll(rowsOf(table, query, { conditions: [isFilled] })) : skip + filled.length;
  const rest = { skip: Math.max(0, skip - passed), size: size - filled.length };
  return [...filled, ...readRows(table, query, { ...blank, ...rest, after: undefined })];
}

/**
 * Reads a page. Rows are looked for in the indexes alone, as far as those have all that is asked for; of the table only the page
 * is read.
 */
function readRows<T extends Table, C extends ColumnName<T>>(
  table: T,
  query: ListQuery<T, C>,
  { order, after, isSorted, skip, size, only }: Part & { only?: Condition },
): StoredRow[] {
  const layout = layoutOf(table);
  const { storedAs, by } = order;
  const direction = order.isDescending ? 'desc' : 'asc';
  const conditions = [...(only ? [only] : []), ...(after ? [isBehind(order, after)] : [])];
  const rows = isSorted
    ? rowsOf(table, query, { conditions, columns: [storedAs] })
    : rowsWhere(table, [...filtersOf(table, query), ...conditions]);
  // No index has this order, so that the rows are found by another one.
  const byAge = isSorted ? sql`${eb.ref(ROW_ORDER)} + 0` : ROW_ORDER;
  const sorted = by ? rows.orderBy(storedAs, direction) : rows;
  const places = sorted.select(ROW_ORDER).orderBy(byAge, direction).limit(size).offset(skip);
  const page = db
    .selectFrom(layout.name)
    .select([...storedNames(layout, query.columns), ROW_ORDER])
    .where(ROW_ORDER, '=', sql`any(array${places})`);
  const inOrder = by ? page.select(`${storedAs} as sort_value`).orderBy(storedAs, direction) : page;
  return ask<StoredRow>(inOrder.orderBy(ROW_ORDER, direction));
}

/**
 * Tells if a filter leaves out times from some on. Such rows are mostly the newest, so that to go through all rows from the
 * newest on would be long; the database takes them to be anywhere.
 */
function hasEnd<T extends Table>(table: T, where: Where<T> = {}): boolean {
  return Object.entries(where).some(
    ([name, condition]) =>
      storedColumn(layoutOf(table), name).type === 'timestamptz' &&
      isOperator(condition) &&
      ('lt' in condition || 'lte' in condition),
  );
}

/** Returns the order of rows: by number if their ids have one. */
function orderOf(table: Table, sort: string | undefined): Order {
  const by = sort?.replace(/^-/, '');
  const isDescending = sort === undefined || sort.startsWith('-');
  if (by === undefined || (by === table.key && table.ids)) return { storedAs: ROW_ORDER, isDescending };
  const layout = layoutOf(table);
  const column = storedColumn(layout, by);
  return { storedAs: layout.twins.get(by) ?? column.storedAs, by: column, isDescending };
}

function hasValue({ storedAs, by }: Order, wanted: boolean): Condition {
  if (by?.type === 'text') return eb(storedAs, wanted ? '>' : '=', sql.lit(''));
  return eb(storedAs, wanted ? 'is not' : 'is', null);
}

function isBehind({ storedAs, by, isDescending }: Order, { value, order }: Place): Condition {
  const sign = isDescending ? '<' : '>';
  const isOlder = eb(ROW_ORDER, sign, order);
  if (!by) return isOlder;
  return eb.and([eb(storedAs, `${sign}=`, value), eb.or([eb(storedAs, sign, value), isOlder])]);
}

function placeOf({ by }: Order, row: StoredRow): Place {
  const { sort_value: value = null } = row;
  return { value: !by || value === '' ? null : value, order: Number(row[ROW_ORDER]) };
}
