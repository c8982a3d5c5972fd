import type { Row, Table } from './table';

/** A table whose rows get a number when they are made: `L-7`. */
export interface Numbered<T extends Table> {
  table: T;
  /** The id of a number, the counterpart of the table's `numberOf`. */
  toId: (number: number) => string;
}

export interface Insertion<R> {
  row: R;
  /** False where a row made with the same request key stood already: that one is answered. */
  isNew: boolean;
}

/**
 * Makes a row under a number of its own (tables-and-intake A, "Creating"): only the number and the place are reserved
 * under the lock, the row is written outside. With a `requestKey`, a second call finds the row of the first; the
 * table has a text column `requestKey` then.
 */
export function insertNew<T extends Table>(
  _numbered: Numbered<T>,
  _make: (id: string) => Row<T>,
  _options: { requestKey?: string } = {},
): Insertion<Row<T>> {
  throw new Error('not built yet');
}
