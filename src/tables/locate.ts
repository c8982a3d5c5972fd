import { type Cell, textOf } from './cell';
import { fromTextCells } from './cell-text';
import { letter } from './header';
import { rangeOf } from './ranges';
import type { Table } from './table';
import type { Tabs } from './tabs';
import { UserError } from './user-error';

/** A row as it was read; `row` is the number that the sheet shows. */
export interface Found {
  row: number;
  cells: Cell[];
}

export const TRIES = 3;

/** Where the rows with these ids stand now, read under the lock: positions are hints, ids are truth. */
export function locate(tabs: Tabs, table: Table, ids: ReadonlySet<string>): Map<string, number> {
  const [at] = tabs.open(table.name).header.letters(table.key);
  const cells = rangeOf(tabs.spreadsheet, table.name, `${at}:${at}`).getValues();
  const rows = new Map<string, number>();
  cells.forEach(([cell = ''], index) => {
    const id = idIn(cell);
    if (index > 0 && ids.has(id) && !rows.has(id)) rows.set(id, index + 1);
  });
  return rows;
}

/** The row with this id and all its cells, undefined where there is none. */
export function findRow(tabs: Tabs, table: Table, id: string): Found | undefined {
  for (let tries = 0; tries < TRIES; tries++) {
    const near = readNear(tabs, table, id);
    if (near) return near;
    const row = locate(tabs, table, new Set([id])).get(id);
    if (row === undefined) return undefined;
    const cells = cellsOf(tabs, table, row, row)[0] ?? [];
    if (idIn(cells[keyOf(tabs, table)]) === id) return { row, cells };
    SpreadsheetApp.flush();
  }
  throw new UserError(`Somebody is moving the rows of the tab ${table.name}. Try again in a minute.`);
}

/** The same for a row that has to be there. */
export function readRow(tabs: Tabs, table: Table, id: string): Found {
  const found = findRow(tabs, table, id);
  if (!found) throw new UserError(`The tab ${table.name} has no row "${id}".`);
  return found;
}

/** Rows read on each side of where one should stand: what is deleted and inserted moves it by less, mostly. */
const MARGIN = 48;

/**
 * Where ids count upwards: one read about where counting from the tab's first row leads, whatever the size of the
 * tab. Undefined where the owner has sorted it or removed many rows.
 */
function readNear(tabs: Tabs, table: Table, id: string): Found | undefined {
  const position = keyOf(tabs, table);
  const wanted = table.numberOf?.(id);
  const begin = table.numberOf?.(idIn(tabs.open(table.name).first[position]));
  if (!wanted || !begin) return undefined;
  const from = Math.max(2, 2 + wanted - begin - MARGIN);
  const rows = cellsWithinGrid(tabs, table, from, from + 2 * MARGIN);
  const index = rows.findIndex((cells) => idIn(cells[position]) === id);
  return index < 0 ? undefined : { row: from + index, cells: rows[index] ?? [] };
}

/** None where the rows lie outside the tab. */
function cellsWithinGrid(tabs: Tabs, table: Table, from: number, to: number): Cell[][] {
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

function keyOf(tabs: Tabs, { name, key }: Table): number {
  return tabs.open(name).header.get(key);
}

function idIn(cell: Cell = ''): string {
  return textOf(fromTextCells([cell]));
}
