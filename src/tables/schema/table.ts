import { type Column, text } from './column';
import { SEARCHABLE } from './searchable';

type Columns = Record<string, Column<unknown>>;

/** Names of a tab's columns, in code and in the sheet. */
export interface Columned {
  name: string;
  columns: Columns;
  lookups?: Pick<Lookups, 'search'>;
}

/** The columns of a tab from left to right: those of its rows, and the one by which `q` finds them. The owner's are not among them. */
export function tabColumns({ columns, lookups }: Columned): Columns {
  const kept = Object.fromEntries(Object.entries(columns).filter(([, { isOwn }]) => !isOwn));
  return lookups?.search ? { ...kept, [SEARCHABLE]: text() } : kept;
}

/** The header of a column in the sheet. */
export function headerOf({ columns }: Columned, name: string): string {
  return columns[name]?.header ?? name;
}

/** The headers of all its columns. */
export function headersOf(tab: Columned): string[] {
  return Object.keys(tabColumns(tab)).map((name) => headerOf(tab, name));
}

/** A tab as a value: its name, its columns from left to right, and the column that identifies a row. */
export interface Table<C extends Columns = Columns> {
  name: string;
  columns: C;
  key: string;
  /** The columns that the sheet's owner may change by hand; the others get a warning-only protection. */
  edited: readonly string[];
  /** Ids that count upwards: rows are made under the next one, and found near where counting leads. */
  ids?: AutoId;
  lookups?: Lookups;
}

/** Columns by which an engine with indexes finds and counts rows; the sheet's reads whole columns instead. */
export interface Lookups<N extends string = string> {
  /** The columns by which a caller may filter a list, each by what its kind of value allows. */
  filters?: readonly N[];
  /** The columns by which a caller may sort one. */
  sorts?: readonly N[];
  /** Other columns that rows are found by together, one index each. */
  indexes?: readonly (readonly N[])[];
  /** The columns in which lists look for `q`. */
  search?: readonly N[];
  /** The columns for each of whose values the number of rows is known. */
  totals?: readonly N[];
  /** Sums and counts of each day of the desk's zone, for every combination of the values of `by`. */
  daily?: { at: N; by: readonly N[]; sum: N; count: N };
}

export type ColumnName<T extends Table> = keyof T['columns'] & string;

export type Row<T extends Table> = {
  [K in ColumnName<T>]: T['columns'][K] extends Column<infer V> ? V : never;
};

export interface AutoId {
  toId: (number: number) => string;
  /** 0 for what is no such id. */
  numberOf: (id: string) => number;
}

/** Names a table's columns where they are declared, so that `key` and `edited` can only name some of them. */
export function table<C extends Columns>(
  definition: Table<C> & {
    key: keyof C & string;
    edited: readonly (keyof C & string)[];
    lookups?: Lookups<keyof C & string>;
  },
): Table<C> {
  return definition;
}

/** The columns of each index: what a list is filtered or sorted by needs one. In each the rows are in the order they were made. */
export function indexesOf({
  key,
  ids,
  lookups: { filters = [], sorts = [], indexes = [] } = {},
}: Table): readonly (readonly string[])[] {
  const single = new Set([...filters, ...sorts.filter((name) => name !== key || !ids)]);
  return [...[...single].map((name) => [name]), ...indexes];
}

export function columnNames<T extends Columned>(table: T): (keyof T['columns'] & string)[] {
  return Object.keys(table.columns);
}

export function isOwn({ columns }: Columned, name: string): boolean {
  return columns[name]?.isOwn === true;
}

export function columnOf(table: Table, name: string): Column<unknown> {
  const column = table.columns[name] ?? tabColumns(table)[name];
  if (!column) throw new Error(`The table ${table.name} has no column "${name}".`);
  return column;
}

/** Ids of a letter and a number that counts upwards, `L-7`; what may follow the number is a pattern. */
export function prefixedId(letter: string, tail = ''): AutoId {
  const pattern = new RegExp(`^${letter}-([1-9]\\d{0,14})${tail}$`);
  return {
    toId: (number) => `${letter}-${number}`,
    numberOf: (id) => Number(pattern.exec(id)?.[1] ?? 0),
  };
}

/** @throws where the table's rows get no ids of their own */
export function idsOf({ name, ids }: Table): AutoId {
  if (!ids) throw new Error(`The table ${name} makes no ids.`);
  return ids;
}
