import type { ColumnName, Row, Table } from './table';

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
  _table: T,
  _query: PageQuery<T, C>,
): { rows: Pick<Row<T>, C>[]; total: number } {
  throw new Error('not built yet');
}
