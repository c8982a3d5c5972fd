/** A statement on its way from a worker to the database. */
export interface Statement {
  text: string;
  values: readonly SqlValue[];
  /** The place in a unit of work, as its first statement or a further one; absent outside of one. */
  unit?: 'first' | 'next';
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

/** The end of a unit of work. */
export type UnitEnd = 'commit' | 'rollback';

/** The code of an error that says nothing of the statement: there is no database, or it ended the connection. */
export const UNAVAILABLE = 'unavailable';

/** The code of a statement for whose rows the disk has no room: it has changed nothing, and many that read go on. */
export const DISK_FULL = '53100';
