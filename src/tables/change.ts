import type { Row, Table } from './table';

/** Somebody else has changed the row since; `row` is how it stands now. */
export class StaleError extends Error {
  override name = 'StaleError';
  readonly row: unknown;

  constructor(row: unknown) {
    super('The row has been changed since.');
    this.row = row;
  }
}

/**
 * Changes one row by a pure function of what stands there, which may run twice, and counts its column `version` up.
 * With `ifVersion`, only that state. Undefined where there is no such row.
 */
export function change<T extends Table>(
  _table: T,
  _id: string,
  _patch: (row: Row<T>) => Partial<Row<T>>,
  _options: { ifVersion?: number } = {},
): Row<T> | undefined {
  throw new Error('not built yet');
}

/** Deletes a row for good; false where there is none. */
export function remove(_table: Table, _id: string): boolean {
  throw new Error('not built yet');
}
