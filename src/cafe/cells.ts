import { type HealthCheck, toProblem } from '../health/checks';
import { noteCells, readCells, readSchema } from '../tables/sheet';
import type { MaintenanceTask, Table } from '../tables/tables';
import {
  CAFE_COLUMNS,
  type CheckedTab,
  checkCafes,
  checkMenu,
  type InvalidCell,
  MENU_COLUMNS,
  type TypedRow,
} from './cell-rules';
import { CAFES, MENU } from './tables';

/** A column of a thousand cells may have been pasted. */
const MAX_LINES = 50;

/** Each cell that is invalid. */
export const CAFE_CELLS_CHECK: HealthCheck = {
  light: 'in',
  label: 'Cells of Cafes and Menu',
  find() {
    const invalid = checkTabs().flatMap((tab) => tab.invalid);
    const found = invalid
      .slice(0, MAX_LINES)
      .map((cell) => toProblem(`${cell.address}: ${cell.column} ${describe(cell)}`, 'Correct the cell.'));
    const others = invalid.length - found.length;
    if (others === 0) return found;
    return [...found, toProblem(`${others} more cells in the Cafes and Menu tabs need attention.`)];
  },
};

/** Notes on cells that were typed or fixed without a trigger, such as by the API. */
export const CELL_NOTES: MaintenanceTask = {
  name: 'cell notes',
  everyMinutes: 60,
  run() {
    if (readSchema() !== '') noteInvalidCells();
  },
};

/** Puts a note on each invalid cell, and takes it away from those that have been fixed. */
export function noteInvalidCells(): void {
  for (const { table, rows, columns, invalid } of checkTabs()) {
    const textsOf = (name: string) => {
      const texts = new Map(rows.map((row) => [row, '']));
      for (const cell of invalid) if (cell.column === name) texts.set(cell.row, describe(cell));
      return texts;
    };
    noteCells(table, { label: 'Not valid', texts: new Map(columns.map((name) => [name, textsOf(name)])) });
  }
}

function checkTabs(): CheckedTab[] {
  const cafes: TypedRow[] = readCells<Table, string>(CAFES, CAFE_COLUMNS);
  const items: TypedRow[] = readCells<Table, string>(MENU, MENU_COLUMNS);
  return [checkCafes(cafes), checkMenu(items, cafes)];
}

function describe({ problem, effect }: InvalidCell): string {
  return effect === undefined ? problem : `${problem} ${effect}`;
}
