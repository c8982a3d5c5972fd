import { FRESH_MS, withScriptLock } from '../../platform/lock';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { rowsAreMoving } from '../../platform/user-error';
import { MAX_ATTEMPTS } from '../grid/locate';
import { cellsOf, findAt } from '../grid/read-cells';
import { partsNeeded, toCells } from '../grid/rows';
import { blockAt, hasRoom, type Tab, Tabs } from '../grid/tabs';
import type { Cell } from '../schema/column';
import { columnNames, type Row, type Table } from '../schema/table';
import { type Reservation, reserve, reserveAbove } from './allocate';
import { type Earlier, findEarlier, REQUEST_KEY, type Request, toRequest } from './idempotency';
import { giveUp, readCounter } from './sequence';
import { readWhole, withRoom } from './update';
import { assertColumns, toLine } from './write-all';

type Range = GoogleAppsScript.Spreadsheet.Range;

interface Writing<T extends Table> {
  reservation: Reservation;
  hash: string | undefined;
  make: (number: number) => Row<T>;
}

/** A table whose rows get a number when they are made: `L-7`. */
export interface AutoId<T extends Table> {
  table: T;
  /** The id of a number, the counterpart of the table's `numberOf`. */
  toId: (number: number) => string;
}

export interface Insertion<R> {
  row: R;
  /** False where a row made with the same request key stood already: that one is answered. */
  isNew: boolean;
}

/**
 * Makes a row under a number of its own (tables-and-intake A, "Creating"): only the number and the place are reserved
 * under the lock, the row is written outside. With a `requestKey`, a second call finds the row of the first; the
 * table has a text column `requestKey` then. `make` is asked once for a number, before its row is written: what has to
 * be done elsewhere first it may do, and where it throws there is no row. `hasLooked`: `findRequested` has just found none.
 */
export function insert<T extends Table>(
  numbered: AutoId<T>,
  make: (id: string) => Row<T>,
  { requestKey = '', hasLooked = false }: { requestKey?: string; hasLooked?: boolean } = {},
): Insertion<Row<T>> {
  const request = requestKey === '' ? undefined : toRequest(requestKey);
  for (let isFirst = true; ; isFirst = false) {
    const tabs = new Tabs(boundSpreadsheet());
    assertColumns(tabs, numbered.table, columnNames(numbered.table));
    const inserted = tryToInsert(tabs, numbered, { make, request, isKnownToBeNew: hasLooked && isFirst });
    if (inserted) return inserted;
    SpreadsheetApp.flush();
  }
}

/** The row that a request with this key has made, within the last day at least; undefined where there is none. */
export function findByIdempotencyKey<T extends Table>(
  { table, toId }: AutoId<T>,
  requestKey: string,
): Row<T> | undefined {
  const tabs = new Tabs(boundSpreadsheet());
  const { found } = findEarlier(tabs, table, { ...toRequest(requestKey), toId });
  return found && readWhole(tabs, table, found);
}

interface Order<T extends Table> {
  make: (id: string) => Row<T>;
  request: Request | undefined;
  isKnownToBeNew: boolean;
}

/** Undefined where another request with the same key came first: its row is to be found. */
function tryToInsert<T extends Table>(
  tabs: Tabs,
  { table, toId }: AutoId<T>,
  { make, request, isKnownToBeNew }: Order<T>,
): Insertion<Row<T>> | undefined {
  const { found, gone }: Earlier =
    request && !isKnownToBeNew ? findEarlier(tabs, table, { ...request, toId }) : {};
  if (found) return { row: readWhole(tabs, table, found), isNew: false };
  const hash = request?.hash;
  const reservation = reserve(tabs, table, { hash, gone });
  if (!reservation) return undefined;
  const withKey = (row: Row<T>) => (request ? { ...row, [REQUEST_KEY]: request.key } : row);
  const makeOnce = onceEach((number) => withKey(make(toId(number))));
  const since = Date.now();
  try {
    makeOnce(reservation.number);
  } catch (error) {
    if (request) abandon(table, reservation.number);
    throw error;
  }
  const hasWaited = Date.now() - since > FRESH_MS;
  const place = hasWaited ? { ...reservation, hasWaited, isFree: false } : reservation;
  return writeNew(tabs, table, { reservation: place, hash, make: makeOnce });
}

/** The same request made again need not wait for a row that will never be. */
function abandon(table: Table, number: number): void {
  withScriptLock(() => giveUp(table.name, readCounter(table.name), number));
}

function onceEach<R>(make: (number: number) => R): (number: number) => R {
  const made = new Map<number, R>();
  return (number) => {
    const row = made.get(number) ?? make(number);
    made.set(number, row);
    return row;
  };
}

/**
 * Writes a row whole where its place was reserved, or below where somebody has put something there. Undefined where
 * another request with the same key has made the row.
 */
function writeNew<T extends Table>(
  opened: Tabs,
  table: T,
  { reservation, hash, make }: Writing<T>,
): Insertion<Row<T>> | undefined {
  let reserved: Reservation | undefined = reservation;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && reserved; attempt++) {
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
