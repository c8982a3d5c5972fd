import { rowsAreMoving, UserError } from '../platform/user-error';
import { rowOfText } from './look-up';
import { findNear } from './near';
import { rangeOf } from './ranges';
import { type Found, findAt, idIn } from './row-cells';
import type { Table } from './table';
import type { Tabs } from './tabs';

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
  if (id === '') return undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    const near = findNear(tabs, table, id);
    if (near) return near;
    const row = rowOfText(tabs, table, table.key, id);
    if (row === undefined) return undefined;
    const found = findAt(tabs, table, { id, row });
    if (found) return found;
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(table.name);
}

/** The same for a row that has to be there. */
export function readRow(tabs: Tabs, table: Table, id: string): Found {
  const found = findRow(tabs, table, id);
  if (!found) throw new UserError(`The tab ${table.name} has no row "${id}".`);
  return found;
}
