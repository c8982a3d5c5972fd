import type { Column } from '../../src/tables/schema/column';
import { KEY_COLUMN } from '../../src/tables/schema/request-key';
import { fromStorable } from '../../src/tables/schema/storable';
import { indexesOf, type Table } from '../../src/tables/schema/table';
import { normalize } from '../../src/tables/schema/where';

/** The layout of a table of `src/`: its columns in snake_case, and what is kept beside them to find rows by. */
export interface Layout {
  /** The name of the table in the database. */
  name: string;
  columns: ReadonlyMap<string, StoredColumn>;
  key: StoredColumn;
  /** Names of twins by column: a twin holds the texts as they are compared, in lower case, without blanks around them. */
  twins: ReadonlyMap<string, string>;
  /** The columns in which `q` is looked for, all in one. */
  search: readonly string[];
}

export interface StoredColumn {
  name: string;
  /** The column's name in the database. */
  storedAs: string;
  type: SqlType;
  column: Column<unknown>;
}

export type SqlType = 'text' | 'double precision' | 'bigint' | 'boolean' | 'timestamptz';

/**
 * The order in which rows were made: the number in the id where there is one, else microseconds of the clock. Rows with the
 * same id, which people may type into small tables, differ in it.
 */
export const ROW_ORDER = 'row_order';

/** Made once for each table: they are constants. */
const layouts = new WeakMap<Table, Layout>();

export function layoutOf(table: Table): Layout {
  const known = layouts.get(table) ?? toLayout(table);
  layouts.set(table, known);
  return known;
}

/** @throws where the table has no such column */
export function storedColumn({ name: table, columns }: Layout, name: string): StoredColumn {
  const column = columns.get(name);
  if (!column) throw new Error(`The table ${table} has no column "${name}".`);
  return column;
}

/** `requestKey` becomes `request_key`, `Deleted leads` `deleted_leads`. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toLowerCase();
}

/** The text that a twin holds: as it is compared, without the words in which it is stored, by which nobody looks for it. */
export function toTwin(storable: string): string {
  return normalize(fromStorable(storable));
}

function toLayout(table: Table): Layout {
  const { name, key, columns, lookups } = table;
  const stored = Object.entries(columns).map(
    ([own, column]): StoredColumn => ({
      name: own,
      storedAs: toSnakeCase(own),
      type: typeOf(column),
      column,
    }),
  );
  const indexed = new Set(indexesOf(table).flat());
  const hasTwin = ({ name: own, type, column }: StoredColumn) =>
    (indexed.has(own) || column.isOwn === true) &&
    type === 'text' &&
    !column.choices &&
    own !== key &&
    own !== KEY_COLUMN;
  const byName = new Map(stored.map((one) => [one.name, one]));
  return {
    name: toSnakeCase(name),
    columns: byName,
    key: byName.get(key) as StoredColumn,
    twins: new Map(stored.filter(hasTwin).map((one) => [one.name, `${one.storedAs}_key`])),
    search: lookups?.search ?? [],
  };
}

function typeOf({ type, isInteger }: Column<unknown>): SqlType {
  if (type === 'number') return isInteger ? 'bigint' : 'double precision';
  return type === 'timestamp' ? 'timestamptz' : type;
}
