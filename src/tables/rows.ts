import { toTextCells } from './cell-text';
import type { Cell } from './columns';
import type { Header } from './header';
import { columnNames, type Row, type Table } from './table';

/** The cells of a row by position; a long text fills its continuations, and clears those it does not need. */
export function toCells<T extends Table>(table: T, header: Header, row: Partial<Row<T>>): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  for (const [name, value] of Object.entries(row)) {
    const written = cellsOf(table, name, value);
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
      const { length } = cellsOf(table, name, value);
      if (length > (needed.get(name) ?? 1)) needed.set(name, length);
    }
  }
  return needed;
}

export function fromCells<T extends Table>(table: T, header: Header, cells: readonly Cell[]): Row<T> {
  const entries = columnNames(table).map((name) => [name, readColumn(table, header, cells, name)]);
  return Object.fromEntries(entries);
}

function readColumn(table: Table, header: Header, cells: readonly Cell[], name: string): unknown {
  const [first, ...rest] = header.positions(name).map((position) => cells[position] ?? '');
  const isContinued = rest.some((cell) => cell !== '');
  return table.columns[name]?.fromCell(isContinued ? [first, ...rest].join('') : (first ?? ''));
}

function cellsOf(table: Table, name: string, value: unknown): Cell[] {
  const cell = table.columns[name]?.toCell(value) ?? '';
  return typeof cell === 'string' ? toTextCells(cell) : [cell];
}
