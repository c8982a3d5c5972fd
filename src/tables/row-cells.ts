import { UserError } from '../platform/user-error';
import { type Cell, textOf } from './cell';
import { fromTextCells } from './cell-text';
import { letter } from './header';
import { rangeOf } from './ranges';
import type { Table } from './table';
import type { Tabs } from './tabs';

/** A row as it was read; `row` is the number that the sheet shows. */
export interface Found {
  row: number;
  cells: Cell[];
}

/** The row with this id if it stands there. */
export function findAt(
  tabs: Tabs,
  table: Table,
  { id, row }: { id: string; row: number },
): Found | undefined {
  const [cells = []] = cellsWithinGrid(tabs, table, row, row);
  return idIn(cells[keyOf(tabs, table)]) === id ? { row, cells } : undefined;
}

/** None where the rows lie outside the tab. */
export function cellsWithinGrid(tabs: Tabs, table: Table, from: number, to: number): Cell[][] {
  try {
    return cellsOf(tabs, table, from, to);
  } catch (error) {
    if (error instanceof UserError) throw error;
    return [];
  }
}

/** All cells of rows that stand next to each other. */
export function cellsOf(tabs: Tabs, { name }: Table, from: number, to: number): Cell[][] {
  const last = letter(tabs.open(name).header.width - 1);
  return rangeOf(tabs.spreadsheet, name, `A${from}:${last}${to}`).getValues();
}

export function keyOf(tabs: Tabs, { name, key }: Table): number {
  return tabs.open(name).header.get(key);
}

export function idIn(cell: Cell = ''): string {
  return textOf(fromTextCells([cell]));
}
