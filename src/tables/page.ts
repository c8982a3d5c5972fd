import { boundSpreadsheet } from '../platform/spreadsheet';
import { rowsAreMoving } from '../platform/user-error';
import { TRIES } from './locate';
import { isByNumber, matches } from './matches';
import { newest, type Part } from './newest';
import { rowReader } from './rows';
import type { ColumnName, Row, Table } from './table';
import { Tabs } from './tabs';

export interface PageQuery<T extends Table, C extends ColumnName<T>> {
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
