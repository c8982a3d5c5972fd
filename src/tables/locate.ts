import { type Cell, textOf } from './cell';
import { fromTextCells } from './cell-text';
import { rangeOf } from './ranges';
import type { Table } from './table';
import type { Tabs } from './tabs';
import { UserError } from './user-error';

const TRIES = 3;

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

/** The row with this id and all its cells; looked for again where somebody has sorted the tab in between. */
export function readRow(tabs: Tabs, table: Table, id: string): { row: number; cells: Cell[] } {
  const { sheet, header } = tabs.open(table.name);
  for (let tries = 0; tries < TRIES; tries++) {
    const row = locate(tabs, table, new Set([id])).get(id);
    if (row === undefined) throw new UserError(`The tab ${table.name} has no row "${id}".`);
    const cells: Cell[] = sheet.getRange(row, 1, 1, header.width).getValues()[0] ?? [];
    if (idIn(cells[header.get(table.key)] ?? '') === id) return { row, cells };
    SpreadsheetApp.flush();
  }
  throw new UserError(`Somebody is moving the rows of the tab ${table.name}. Try again in a minute.`);
}

function idIn(cell: Cell): string {
  return textOf(fromTextCells([cell]));
}
