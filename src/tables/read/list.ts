import { boundSpreadsheet } from '../../platform/spreadsheet';
import { rowsAreMoving } from '../../platform/user-error';
import { TRIES } from '../grid/locate';
import { rowReader } from '../grid/rows';
import { Tabs } from '../grid/tabs';
import { pick } from '../pick';
import type { ColumnName, Row, Table } from '../schema/table';
import { isByNumber, matches, sorted } from './matches';
import { newest, type Part } from './newest';

interface PageQuery<T extends Table, C extends ColumnName<T>> {
  /** A test by column; each tested column is read whole, in one call. */
  where?: { [N in ColumnName<T>]?: (value: Row<T>[N]) => boolean };
  /** The newest first unless said. */
  sort?: { by: ColumnName<T>; isDescending: boolean };
  /** From 1 on. */
  page: number;
  size: number;
  /** What is answered of each row. */
  columns: readonly C[];
}

interface ListQuery {
  page: number;
  pageSize: number;
  sort?: string | undefined;
  q?: string | undefined;
}

interface Listing<T extends Table, C extends ColumnName<T>> {
  /** What is answered of each row. */
  columns: readonly C[];
  /** What `q` is looked for in. */
  searched: readonly ColumnName<T>[];
  where: Where<T>;
}

type Where<T extends Table> = NonNullable<PageQuery<T, never>['where']>;

export interface ListPage<R> {
  data: R[];
  page: number;
  pageSize: number;
  total: number;
}

/** A page of a table's rows, those that fit all the filters and the text `q`. */
export function list<T extends Table, C extends ColumnName<T>>(
  table: T,
  query: ListQuery,
  listing: Listing<T, C>,
): ListPage<Pick<Row<T>, C>> {
  const { page: number, pageSize } = query;
  const found = query.q === undefined ? pageOf(table, query, listing) : searchFor(table, query, listing);
  return { data: found.rows, page: number, pageSize, total: found.total };
}

/** By column: the tests of those filters that are given. */
export function whereOf<T extends Table>(filters: Readonly<Record<string, unknown>>): Where<T> {
  const given = Object.entries(filters).filter(([, wanted]) => wanted !== undefined);
  const tests = given.map(([name, wanted]) => [name, (value: unknown) => isSame(value, wanted)]);
  return Object.fromEntries(tests);
}

/** Letter case and blanks around do not matter. */
function isSame(value: unknown, wanted: unknown): boolean {
  return typeof value === 'string' && typeof wanted === 'string'
    ? plain(value) === plain(wanted)
    : value === wanted;
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}

function pageOf<T extends Table, C extends ColumnName<T>>(
  table: T,
  query: ListQuery,
  { columns, where }: Listing<T, C>,
): { rows: Pick<Row<T>, C>[]; total: number } {
  const sort = sortOf<T>(query.sort);
  return page(table, { where, ...(sort ? { sort } : {}), page: query.page, size: query.pageSize, columns });
}

function sortOf<T extends Table>(sort: string | undefined): PageQuery<T, never>['sort'] {
  if (sort === undefined) return undefined;
  return { by: sort.replace(/^-/, '') as ColumnName<T>, isDescending: sort.startsWith('-') };
}

/** Any of several columns may hold the text, so they are read and looked through here. */
function searchFor<T extends Table, C extends ColumnName<T>>(
  table: T,
  { q = '', sort, page: number, pageSize }: ListQuery,
  { columns, searched, where }: Listing<T, C>,
): { rows: Pick<Row<T>, C>[]; total: number } {
  const { by, isDescending } = sortOf<T>(sort) ?? {
    by: table.key as ColumnName<T>,
    isDescending: true,
  };
  const tests = Object.entries(where) as [ColumnName<T>, (value: unknown) => boolean][];
  const names = [...new Set([table.key as ColumnName<T>, by, ...searched, ...tests.map(([name]) => name)])];
  let total = 0;
  const rows = pick(table, names, (all) => {
    const matches = [...all.keys()].filter((index) => {
      const row = all[index] as Row<T>;
      const holds = (name: ColumnName<T>) => plain(String(row[name])).includes(plain(q));
      return row[table.key] !== '' && searched.some(holds) && tests.every(([name, test]) => test(row[name]));
    });
    total = matches.length;
    const values = all.map((row) => sortValue(table, by, row[by]));
    const inOrder = sorted(
      matches.map((index) => index + 2),
      values,
      { by, isDescending },
    );
    return inOrder.slice((number - 1) * pageSize, number * pageSize).map((row) => row - 2);
  });
  return { rows: rows.map((row) => pickColumns(row, columns)), total };
}

/** Where ids have numbers, the numbers count. */
function sortValue({ key, numberOf }: Table, by: string, value: unknown): unknown {
  return by === key && numberOf ? numberOf(String(value)) : value;
}

function pickColumns<T extends Table, C extends ColumnName<T>>(row: Row<T>, names: readonly C[]) {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row<T>, C>;
}

/** A page of rows, and how many match in all (tables-and-intake A, "Lists"). */
export function page<T extends Table, C extends ColumnName<T>>(
  table: T,
  query: PageQuery<T, C>,
): { rows: Pick<Row<T>, C>[]; total: number } {
  for (let tries = 0; tries < TRIES; tries++) {
    const tabs = new Tabs(boundSpreadsheet());
    const part = readPage(tabs, table, query);
    if (part) {
      const read = rowReader(table, tabs.open(table.name).header, query.columns);
      return { rows: part.rows.map(({ cells, row }) => read(cells, row)), total: part.total };
    }
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(table.name);
}

function readPage<T extends Table, C extends ColumnName<T>>(
  tabs: Tabs,
  table: T,
  { where = {}, sort, page, size, columns }: PageQuery<T, C>,
): Part | undefined {
  const window = { skip: (page - 1) * size, size, names: columns };
  const tests = new Map(Object.entries(where) as [string, (value: unknown) => boolean][]);
  const isPlain = tests.size === 0 && (!sort || (isByNumber(table, sort) && sort.isDescending));
  return isPlain ? newest(tabs, table, window) : matches(tabs, table, { ...window, tests, sort });
}
