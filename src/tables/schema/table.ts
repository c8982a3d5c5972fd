import type { Column } from './column';

type Columns = Record<string, Column<unknown>>;

/** What a tab's columns are called, in code and in the sheet. */
export interface Columned {
  name: string;
  columns: Columns;
}

/** The header of a column in the sheet. */
export function headerOf({ columns }: Columned, name: string): string {
  return columns[name]?.header ?? name;
}

export function headersOf(tab: Columned): string[] {
  return columnNames(tab).map((name) => headerOf(tab, name));
}

/** A tab as a value: its name, its columns from left to right, and the column that identifies a row. */
export interface Table<C extends Columns = Columns> {
  name: string;
  columns: C;
  key: string;
  /** The columns that the sheet's owner may change by hand; the others get a warning-only protection. */
  edited: readonly string[];
  /** Where ids count upwards: rows are made under the next one, and found near where counting leads. */
  ids?: AutoId;
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
  definition: Table<C> & { key: keyof C & string; edited: readonly (keyof C & string)[] },
): Table<C> {
  return definition;
}

export function columnNames<T extends Columned>(table: T): (keyof T['columns'] & string)[] {
  return Object.keys(table.columns);
}

export function columnOf({ name: tab, columns }: Table, name: string): Column<unknown> {
  const column = columns[name];
  if (!column) throw new Error(`The table ${tab} has no column "${name}".`);
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
