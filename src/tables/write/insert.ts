import { digest, FRESH_MS, withScriptLock } from '../../platform/platform';
import { BusyError, rowsAreMoving } from '../../platform/user-error';
import { findRow, MAX_ATTEMPTS, rowsOfTexts } from '../grid/locate';
import { type Found, findAt, parseRow, partsNeeded, toFound, toLine } from '../grid/rows';
import { blockAt, Tab } from '../grid/tab';
import { invalidateRows } from '../read/newest';
import { fromTextCells } from '../schema/cell-text';
import { textOf } from '../schema/column';
import { type AutoId, columnNames, type Row, type Table } from '../schema/table';
import {
  type Allocation,
  allocate,
  allocateAfterLast,
  type Claim,
  expireClaim,
  RECLAIM_AFTER_MS,
  readSequence,
  type StaleClaim,
} from './allocate';

/** The column in which a row has the idempotency key of the request that made it. */
const KEY_COLUMN = 'requestKey';

const DAY_S = 86_400;
/** So long a second request waits for the row of the first. */
const TIMEOUT_MS = 10_000;
const POLL_MS = 500;

interface IdempotencyKey {
  key: string;
  /** What a claim is recorded by. */
  hash: string;
}

/** What an earlier request with the same key has left: a row, or a claim without one. */
interface Earlier {
  found?: Found;
  staleClaim?: StaleClaim;
}

export interface Insertion<R> {
  row: R;
  /** False where a row made with the same idempotency key was there: that one is answered. */
  isNew: boolean;
}

interface InsertOptions {
  /** The idempotency key: a second call with the same one finds the row of the first. Needs a text column of this name. */
  requestKey?: string;
  /** `findByIdempotencyKey` has just found none. */
  isKnownToBeNew?: boolean;
  /** The id of a number, where the table's own does not say all of it. */
  toId?: (number: number) => string;
}

/**
 * Makes a row under an id of its own (tables-and-intake A, "Creating"): only its number and its place are allocated under
 * the lock, the row is written outside. `make` is called once for an id, before its row is written: it may do what has
 * to be done elsewhere first, and where it throws there is no row.
 */
export function insert<T extends Table>(
  table: T,
  make: (id: string) => Row<T>,
  { requestKey = '', isKnownToBeNew = false, toId = idsOf(table).toId }: InsertOptions = {},
): Insertion<Row<T>> {
  const request = requestKey === '' ? undefined : toIdempotencyKey(requestKey);
  const made = new Map<number, Row<T>>();
  const makeOnce = (number: number) => {
    const row = made.get(number) ?? {
      ...make(toId(number)),
      ...(request ? { [KEY_COLUMN]: request.key } : {}),
    };
    made.set(number, row);
    return row;
  };
  for (let isFirst = true; ; isFirst = false) {
    const tab = new Tab(table);
    tab.assertHas(columnNames(table));
    const { found, staleClaim } =
      request && !(isKnownToBeNew && isFirst) ? findEarlier(tab, { ...request, toId }) : {};
    if (found) return { row: parseRow(tab, found), isNew: false };
    const allocation = allocate(tab, { count: 1, hash: request?.hash, staleClaim });
    if (allocation) {
      const since = Date.now();
      try {
        makeOnce(allocation.number);
      } catch (error) {
        // The same request made again need not wait for a row that will never be.
        if (request) withScriptLock(() => expireClaim(table.name, allocation.number));
        throw error;
      }
      const isLate = Date.now() - since > FRESH_MS;
      const place = isLate ? { ...allocation, hasWaited: true, isExclusive: false } : allocation;
      const [row] = writeNew(tab, { allocation: place, count: 1, hash: request?.hash, make: makeOnce });
      // A list may know its place as one that stays blank.
      if (row && staleClaim) invalidateRows(table);
      if (row) return { row, isNew: true };
    }
    // Another request with the same key came first: its row is to be found.
    SpreadsheetApp.flush();
  }
}

/** The same for many rows, in as few calls as for one: their numbers follow each other. */
export function insertAll<T extends Table>(table: T, makes: readonly ((id: string) => Row<T>)[]): Row<T>[] {
  const count = makes.length;
  if (count === 0) return [];
  const { toId } = idsOf(table);
  const tab = new Tab(table);
  tab.assertHas(columnNames(table));
  const allocation = allocate(tab, { count });
  if (!allocation) throw rowsAreMoving(table.name);
  return writeNew(tab, {
    allocation,
    count,
    make: (number, index) => makes[index]?.(toId(number)) as Row<T>,
  });
}

/** The row that a request with this key has made, within the last day at least; undefined where there is none. */
export function findByIdempotencyKey<T extends Table>(
  table: T,
  requestKey: string,
  toId = idsOf(table).toId,
): Row<T> | undefined {
  const tab = new Tab(table);
  const { found } = findEarlier(tab, { ...toIdempotencyKey(requestKey), toId });
  return found && parseRow(tab, found);
}

function idsOf({ name, ids }: Table): AutoId {
  if (!ids) throw new Error(`The table ${name} makes no ids.`);
  return ids;
}

interface NewRows<T extends Table> {
  allocation: Allocation;
  count: number;
  hash?: string | undefined;
  /** The row of a number; `index` counts from 0. */
  make: (number: number, index: number) => Row<T>;
}

/**
 * Writes rows whole in their places, or below the others where a place has been filled. None where another request with
 * the same key has made the row.
 */
function writeNew<T extends Table>(opened: Tab<T>, { allocation, count, hash, make }: NewRows<T>): Row<T>[] {
  let place: Allocation | undefined = allocation;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && place; attempt++) {
    const { number } = place;
    const rows = Array.from({ length: count }, (_, index) => make(number + index, index));
    const tab = withRoomFor(place.hasWaited ? opened.reopen() : opened, rows);
    if (place.isExclusive || areFree(tab, place.row, count)) {
      linesAt(tab, place.row, count).setValues(rows.map((row) => toLine(tab, row)));
      SpreadsheetApp.flush();
      return rows;
    }
    // Another execution may have taken this one for dead, and have written its row.
    const [id] = rows.map((row) => row[opened.schema.key] as string);
    if (hash !== undefined && id !== undefined && findAt(tab, id, place.row)) return [];
    place = allocateAfterLast(tab, { count, hash, previousNumber: number });
  }
  if (place) throw rowsAreMoving(opened.schema.name);
  return [];
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

function toIdempotencyKey(key: string): IdempotencyKey {
  return { key, hash: digest(key, 12) };
}

/** Nothing is read of the tab where the sequence knows every claim of a day. */
function findEarlier(
  tab: Tab,
  { key, hash, toId }: IdempotencyKey & { toId: (number: number) => string },
): Earlier {
  const sequence = readSequence(tab.schema.name);
  const claim = sequence?.claims.find((one) => one.hash === hash);
  if (claim) return awaitRow(tab, { ...claim, key, id: toId(claim.number) });
  const knowsWholeDay = sequence !== undefined && sequence.since < Date.now() / 1_000 - DAY_S;
  return knowsWholeDay ? {} : findByKey(tab, key);
}

function findByKey(tab: Tab, key: string): Earlier {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [row] = rowsOfTexts(tab, KEY_COLUMN, [key]);
    if (row === undefined) return {};
    const found = toFound(tab, row, tab.findRows(row, row)[0] ?? []);
    if (hasKey(tab, found, key)) return { found };
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(tab.schema.name);
}

/** The row may be about to be written. */
function awaitRow(tab: Tab, claim: Claim & { key: string; id: string }): Earlier {
  const { id, row, number, key } = claim;
  const until = Math.min(claim.at * 1_000 + RECLAIM_AFTER_MS, Date.now() + TIMEOUT_MS);
  let found = findAt(tab, id, row);
  while (!found && Date.now() <= until) {
    Utilities.sleep(POLL_MS);
    SpreadsheetApp.flush();
    found = findAt(tab, id, row);
  }
  found ??= findRow(tab, id);
  if (found) return hasKey(tab, found, key) ? { found } : { staleClaim: { number, isOther: true } };
  if (Date.now() - claim.at * 1_000 > RECLAIM_AFTER_MS) return { staleClaim: { number, isOther: false } };
  throw new BusyError(
    'The first request with this Idempotency-Key is still in progress. Retry in 30 seconds.',
  );
}

function hasKey(tab: Tab, { cells }: Found, key: string): boolean {
  const own = tab.header.positions(KEY_COLUMN);
  return textOf(fromTextCells(own.map((position) => cells[position] ?? ''))) === key;
}
