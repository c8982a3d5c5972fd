import { withScriptLock } from '../platform/lock';
import { rowsAreMoving } from '../platform/user-error';
import type { Cell } from './cell';
import type { Insertion } from './insert';
import { TRIES } from './locate';
import { blockAt } from './ranges';
import { type Reservation, reserveAbove } from './reserve';
import { cellsOf, findAt } from './row-cells';
import { partsNeeded, toCells } from './rows';
import type { Row, Table } from './table';
import { hasRoom, type Tab, Tabs } from './tabs';
import { toLine } from './write-all';
import { withRoom } from './write-changes';

type Range = GoogleAppsScript.Spreadsheet.Range;

interface Writing<T extends Table> {
  reservation: Reservation;
  hash: string | undefined;
  make: (number: number) => Row<T>;
}

/**
 * Writes a row whole where its place was reserved, or below where somebody has put something there. Undefined where
 * another request with the same key has made the row.
 */
export function writeNew<T extends Table>(
  opened: Tabs,
  table: T,
  { reservation, hash, make }: Writing<T>,
): Insertion<Row<T>> | undefined {
  let reserved: Reservation | undefined = reservation;
  for (let tries = 0; tries < TRIES && reserved; tries++) {
    const row = make(reserved.number);
    const needed = partsNeeded(table, [row]);
    const tabs = withSpace(reserved.hasWaited ? reopen(opened) : opened, table, needed);
    if (reserved.isFree || isFree(tabs, table, reserved.row)) {
      const tab = tabs.open(table.name);
      writeLine(tab, reserved.row, toCells(table, tab.header, row));
      return { row, isNew: true };
    }
    // Another execution may have taken this one for dead, and have written its row.
    if (hash !== undefined && findAt(tabs, table, { id: row[table.key] as string, row: reserved.row }))
      return undefined;
    reserved = reserveAbove(tabs, table, { hash, own: reserved.number });
  }
  if (reserved) throw rowsAreMoving(table.name);
  return undefined;
}

function isFree(tabs: Tabs, table: Table, row: number): boolean {
  SpreadsheetApp.flush();
  if (tabs.open(table.name).sheet.getLastRow() < row) return true;
  const [cells = []] = cellsOf(tabs, table, row, row);
  return cells.every((cell) => cell === '');
}

function writeLine(tab: Tab, row: number, cells: ReadonlyMap<number, Cell>): void {
  lineAt(tab, row).setValues([toLine(cells, tab.header.width)]);
  SpreadsheetApp.flush();
}

/** Only one execution at a time adds columns for long texts. */
function withSpace(tabs: Tabs, table: Table, needed: ReadonlyMap<string, number>): Tabs {
  if (hasRoom(tabs.open(table.name).header, needed)) return tabs;
  return withScriptLock(() => withRoom(tabs, table, needed));
}

function reopen({ spreadsheet }: Tabs): Tabs {
  SpreadsheetApp.flush();
  return new Tabs(spreadsheet);
}

/** The grid grows under the lock: two that add rows at once would add them in the middle of each other's. */
function lineAt({ sheet, header }: Tab, row: number): Range {
  try {
    return sheet.getRange(row, 1, 1, header.width);
  } catch {
    return withScriptLock(() => {
      SpreadsheetApp.flush();
      return blockAt(sheet, row, 1, header.width);
    });
  }
}
