import { FRESH_MS, withScriptLock } from '../../platform/platform';
import { rowsAreMoving } from '../../platform/user-error';
import { MAX_ATTEMPTS } from '../grid/locate';
import { findAt, partsNeeded, toLine } from '../grid/rows';
import { expireClaim } from '../grid/sequence';
import { blockAt, type Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import type { IdempotencyKey } from '../schema/request-key';
import type { Row, Table } from '../schema/table';
import { type Allocation, allocateAfterLast } from './allocate';

/**
 * Does what has to be done before the rows are written. The same request made again need not wait for rows that will never be.
 * The place may be taken where this has lasted.
 */
export function afterPreparing(
  allocation: Allocation,
  { table, request }: { table: Table; request: IdempotencyKey | undefined },
  work: () => void,
): Allocation {
  const since = Date.now();
  try {
    work();
  } catch (error) {
    if (request) withScriptLock(() => expireClaim(table.name, allocation.number));
    throw error;
  }
  const isLate = Date.now() - since > FRESH_MS;
  return isLate ? { ...allocation, hasWaited: true, isExclusive: false } : allocation;
}

interface NewRows<T extends Table> {
  allocation: Allocation;
  hash?: string | undefined;
  /** The rows from a number on. A place may be empty. */
  make: (number: number) => readonly (Row<T> | undefined)[];
}

/**
 * Writes rows whole in their places, or below the others where a place has been filled. None where another request with
 * the same key has made the rows.
 */
export function writeNew<T extends Table>(
  opened: Tab<T>,
  { allocation, hash, make }: NewRows<T>,
): readonly (Row<T> | undefined)[] {
  let place: Allocation | undefined = allocation;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && place; attempt++) {
    const { number } = place;
    const rows = make(number);
    const count = rows.length;
    const tab = withRoomFor(
      place.hasWaited ? opened.reopen() : opened,
      rows.filter((row) => row !== undefined),
    );
    if (place.isExclusive || areFree(tab, place.row, count)) {
      linesAt(tab, place.row, count).setValues(
        rows.map((row) => (row ? toLine(tab, row) : Array<Cell>(tab.header.width).fill(''))),
      );
      SpreadsheetApp.flush();
      return rows;
    }
    // Another execution may have taken this one for dead, and have written its rows.
    if (hash !== undefined && isWritten(tab, rows, place.row)) return [];
    place = allocateAfterLast(tab, { count, hash, previousNumber: number });
  }
  if (place) throw rowsAreMoving(opened.schema.name);
  return [];
}

/** One of several rows tells, since they are written together. */
function isWritten<T extends Table>(
  tab: Tab<T>,
  rows: readonly (Row<T> | undefined)[],
  first: number,
): boolean {
  const index = rows.findIndex((row) => row !== undefined);
  const id = rows[index]?.[tab.schema.key] as string | undefined;
  return id !== undefined && findAt(tab, id, first + index) !== undefined;
}

/** Only one execution at a time adds columns for long texts. */
function withRoomFor<T extends Table>(tab: Tab<T>, rows: readonly Row<T>[]): Tab<T> {
  const needed = partsNeeded(tab.schema, rows);
  return tab.hasRoom(needed) ? tab : withScriptLock(() => tab.withRoom(needed));
}

function areFree(tab: Tab, row: number, count: number): boolean {
  SpreadsheetApp.flush();
  const last = tab.sheet.getLastRow();
  if (last < row) return true;
  return tab.rows(row, Math.min(last, row + count - 1)).every((cells) => cells.every((cell) => cell === ''));
}

/** The grid grows under the lock: two that add rows at once would add them in the middle of each other's. */
function linesAt({ sheet, header }: Tab, row: number, count: number): GoogleAppsScript.Spreadsheet.Range {
  try {
    return sheet.getRange(row, 1, count, header.width);
  } catch {
    return withScriptLock(() => {
      SpreadsheetApp.flush();
      return blockAt(sheet, row, count, header.width);
    });
  }
}
