import { logged } from '../../src/platform/logged';
import { type Cell, textOf } from '../../src/tables/schema/column';
import { SEARCHABLE, toSearchable } from '../../src/tables/schema/searchable';
import { fromStorable, toStorable } from '../../src/tables/schema/storable';
import type { ColumnName, Row, Table } from '../../src/tables/schema/table';
import { type Layout, layoutOf, type StoredColumn, storedColumn, toTwin } from './layout';

/** A value as the database holds it; null if it is empty, unless it is text. */
export type Stored = string | number | boolean | Date | null;

/** A row, or some of its columns, as the database gives it: by its own names of columns. */
export type StoredRow = Record<string, Stored>;

/** Between the texts of one combination: none of them has it, since it is not storable. */
export const SEPARATOR = '\u001F';

/** Columns by their names in the database. */
export function storedNames(layout: Layout, names: readonly string[]): string[] {
  return names.map((name) => storedColumn(layout, name).storedAs);
}

/** Reads columns of what the database gives. A value that a column refuses is logged and reads as empty, as in the sheet. */
export function rowReader<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): (stored: StoredRow) => Pick<Row<T>, C> {
  const layout = layoutOf(table);
  const columns = names.map((name) => storedColumn(layout, name));
  const id = layout.key.storedAs;
  return (stored) => {
    const row: Record<string, unknown> = {};
    for (const { name, storedAs, column } of columns) {
      const cell = toCell(stored[storedAs] ?? null);
      const value = cell === '' ? column.empty : column.fromCell(cell);
      if (value === undefined)
        console.warn(
          logged(
            `${table.name} ${stored[id] ?? ''}: ${name} must be ${column.holds}. It is treated as empty.`,
          ),
        );
      row[name] = value === undefined ? column.empty : value;
    }
    return row as Pick<Row<T>, C>;
  };
}

export function toCell(stored: Stored): Cell {
  if (stored === null) return '';
  return typeof stored === 'string' ? fromStorable(stored) : stored;
}

/** Turns a value into what the database stores for it. */
export function toStored({ column, type }: StoredColumn, value: unknown): Stored {
  return storedCell(type, column.toCell(value));
}

function storedCell(type: StoredColumn['type'], cell: Cell): Stored {
  if (type === 'text') return toStorable(textOf(cell));
  return cell === '' ? null : cell;
}

/** The columns that a patch sets, and those that follow from them, by their names in the database. */
export function toAssignments(layout: Layout, patch: object, current?: object): StoredRow {
  const assigned: StoredRow = {};
  for (const [name, value] of Object.entries(patch)) {
    const column = storedColumn(layout, name);
    const stored = toStored(column, value);
    assigned[column.storedAs] = stored;
    const twin = layout.twins.get(name);
    if (twin) assigned[twin] = toTwin(String(stored));
  }
  if (layout.search.some((name) => name in patch))
    assigned[SEARCHABLE] = searchableOf(layout, { ...current, ...patch });
  return assigned;
}

function searchableOf(layout: Layout, row: Readonly<Record<string, unknown>>): string {
  return toSearchable(
    layout.search.map((name) => textOf(storedColumn(layout, name).column.toCell(row[name]))),
  );
}

export function isSameStored(one: Stored, other: Stored): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}
