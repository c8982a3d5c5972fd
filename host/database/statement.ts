export interface Statement {
  text: string;
  values: readonly SqlValue[];
}

/** Statements on their way from a worker to the database, all in one exchange. */
export interface Batch {
  statements: readonly Statement[];
  /** The place in a unit of work, as its first statements or further ones; absent outside of one. */
  unit?: 'first' | 'next';
  /** The unit is committed behind them, if none of them fails. */
  commits?: boolean;
}

export type SqlValue = SingleValue | readonly SingleValue[];

type SingleValue = string | number | boolean | Date | null;

/** Rows as lists of values, which cost less on their way to a worker than objects. */
export interface Result {
  columns: string[];
  rows: unknown[][];
  /** Rows that were read or changed. */
  count: number;
}

/** The code of an error that says nothing of the statement: there is no database, or it ended the connection. */
export const UNAVAILABLE = 'unavailable';

/** The code of a statement for whose rows the disk has no room: it has changed nothing, and many that read go on. */
export const DISK_FULL = '53100';
