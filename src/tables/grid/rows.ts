import { fromTextCells, toTextCells } from '../schema/cell-text';
import type { Cell, Column } from '../schema/column';
import { type ColumnName, columnNames, columnOf, type Row, type Table } from '../schema/table';
import type { Header } from './header';
import type { Found } from './read-cells';
import type { Tab } from './tab';

/** The cells of a row by position; a long text fills its continuations, and clears those it does not need. */
export function toCells<T extends Table>(
  { schema, header }: Tab<T>,
  row: Partial<Row<T>>,
): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  for (const [name, value] of Object.entries(row)) {
    const written = writeValue(columnOf(schema, name), value);
    header.positions(name).forEach((position, part) => {
      cells.set(position, written[part] ?? '');
    });
  }
  return cells;
}

/** How many cells each value of these rows needs at most, for the columns that need more than one. */
export function partsNeeded<T extends Table>(
  table: T,
  rows: readonly Partial<Row<T>>[],
): Map<string, number> {
  const needed = new Map<string, number>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const { length } = writeValue(columnOf(table, name), value);
      if (length > (needed.get(name) ?? 1)) needed.set(name, length);
    }
  }
  return needed;
}

/** Reads rows whose cells stand below this header; `row` is the number that the sheet shows. */
export function rowReader<T extends Table, C extends ColumnName<T>>(
  table: T,
  header: Header,
  names: readonly C[],
): (cells: readonly Cell[], row: number) => Pick<Row<T>, C> {
  const columns = names.map((name) => ({
    name,
    column: columnOf(table, name),
    positions: header.positions(name),
  }));
  return (cells, row) => {
    const entries = columns.map(({ name, column, positions }) => {
      const own = positions.map((position) => cells[position] ?? '');
      return [name, readValue(column, own, () => header.addressOf(name, row))];
    });
    return Object.fromEntries(entries) as Pick<Row<T>, C>;
  };
}

/** What all cells of a row mean. @throws LayoutError where the tab lacks a column */
export function parseRow<T extends Table>({ schema, header }: Tab<T>, { cells, row }: Found): Row<T> {
  return rowReader(schema, header, columnNames(schema))(cells, row) as Row<T>;
}

/** The cells that a value needs, as they have to be written. */
export function writeValue<T>(column: Column<T>, value: T): Cell[] {
  const cell = column.toCell(value);
  return typeof cell === 'string' ? toTextCells(cell) : [cell];
}

/** The value in these cells; one that a person has spoilt stops nothing: it is reported and reads as empty. */
export function readValue<T>(column: Column<T>, cells: readonly Cell[], addressOf: () => string): T {
  const cell = fromTextCells(cells);
  if (cell === '') return column.empty;
  const value = column.fromCell(cell);
  if (value !== undefined) return value;
  console.warn(`${addressOf()} must be ${column.holds}. It is treated as empty until it is fixed.`);
  return column.empty;
}

/** Cells that stand next to each other, by the position of the first: they are written together. */
export function runsOf(cells: ReadonlyMap<number, Cell>): Map<number, Cell[]> {
  const runs = new Map<number, Cell[]>();
  let first = -1;
  for (const [position, cell] of [...cells].sort(([a], [b]) => a - b)) {
    const run = runs.get(first);
    if (run && position === first + run.length) run.push(cell);
    else {
      first = position;
      runs.set(first, [cell]);
    }
  }
  return runs;
}

/** All cells of a row, blank where the table has no column. */
export function toLine<T extends Table>(tab: Tab<T>, row: Row<T>): Cell[] {
  const cells = toCells(tab, row);
  return Array.from({ length: tab.header.width }, (_, position) => cells.get(position) ?? '');
}
