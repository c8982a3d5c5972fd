import { rowsAreMoving } from '../../platform/user-error';
import { findRow, MAX_ATTEMPTS, rowsOfTexts } from '../grid/locate';
import { type Found, findAt, parseRow, toFound } from '../grid/rows';
import { type Claim, readSequence } from '../grid/sequence';
import { Tab } from '../grid/tab';
import { findAll } from '../read/find';
import { invalidateRows } from '../read/newest';
import { fromTextCells } from '../schema/cell-text';
import { textOf } from '../schema/column';
import {
  type IdempotencyKey,
  KEY_COLUMN,
  POLL_MS,
  RECLAIM_AFTER_MS,
  stillInProgress,
  TIMEOUT_MS,
  toIdempotencyKey,
} from '../schema/request-key';
import { type ColumnName, columnNames, idsOf, type Row, type Table, tabColumns } from '../schema/table';
import { allocate, type StaleClaim } from './allocate';
import { afterPreparing, writeNew } from './new-rows';

const DAY_S = 86_400;

/** Trace of an earlier request with the same key: a row, or a claim without one. */
interface Earlier {
  found?: Found;
  staleClaim?: StaleClaim;
}

/** A row that was made, or the one that the same idempotency key has made before, wherever it is now. */
export type Insertion<R, Moved = R> = { row: R; isNew: true } | { row: R | Moved; isNew: false };

export interface InsertOptions<T extends Table, M extends Table = T> {
  /** The idempotency key: a second call with the same one finds the row of the first. Needs a text column of this name. */
  requestKey?: string;
  /** The table that rows may have been moved to with their idempotency keys, where those go on counting. */
  movedTo?: M | undefined;
  /** `findByIdempotencyKey` has just found none. */
  isKnownToBeNew?: boolean;
  /** `make` calls other servers, and may take as long as they do. */
  callsOthers?: boolean;
  /** The id of a number, where the table's own does not say all of it. */
  toId?: (number: number) => string;
  /** `make` gets the rows that have one of these texts in a column, as they are before the row is made. */
  related?: readonly { column: ColumnName<T>; text: string }[];
}

/**
 * Makes a row under an id of its own: only its number and its place are allocated under
 * the lock, the row is written outside. `make` is called once for an id, before its row is written: it may do what has
 * to be done elsewhere first, and where it throws there is no row.
 */
export function insert<T extends Table, M extends Table = T>(
  table: T,
  make: (id: string, related: readonly Row<T>[]) => Row<T>,
  {
    requestKey = '',
    movedTo,
    isKnownToBeNew = false,
    toId = idsOf(table).toId,
    related = [],
  }: InsertOptions<T, M> = {},
): Insertion<Row<T>, Row<M>> {
  const present = related.flatMap(({ column, text }): Row<T>[] => findAll(table, column, [text]));
  const request = requestKey === '' ? undefined : toIdempotencyKey(requestKey);
  const [moved] = request && movedTo ? findMoved(movedTo, requestKey) : [];
  if (moved) return { row: moved, isNew: false };
  const made = new Map<number, Row<T>>();
  const makeOnce = (number: number) => {
    const row = made.get(number) ?? {
      ...make(toId(number), present),
      ...(request ? { [KEY_COLUMN]: request.key } : {}),
    };
    made.set(number, row);
    return row;
  };
  for (let isFirst = true; ; isFirst = false) {
    const tab = new Tab(table);
    tab.assertHas(Object.keys(tabColumns(table)));
    const { found, staleClaim } =
      request && !(isKnownToBeNew && isFirst) ? findEarlier(tab, { ...request, toId }) : {};
    if (found) return { row: parseRow(tab, found), isNew: false };
    const allocation = allocate(tab, { count: 1, hash: request?.hash, staleClaim });
    if (allocation) {
      const place = afterPreparing(allocation, { table, request }, () => makeOnce(allocation.number));
      const [row] = writeNew(tab, {
        allocation: place,
        hash: request?.hash,
        make: (number) => [makeOnce(number)],
      });
      // A list may know its place as one that stays blank.
      if (row && staleClaim) invalidateRows(table);
      if (row) return { row, isNew: true };
    }
    // Another request with the same key came first: its row is to be found.
    SpreadsheetApp.flush();
  }
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

/** Reads one column while there is none. */
function findMoved<M extends Table>(table: M, requestKey: string): Row<M>[] {
  const column = KEY_COLUMN as ColumnName<M>;
  return findAll(table, column, [requestKey], columnNames(table) as ColumnName<M>[]);
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
    if (keyOf(tab, found) === key) return { found };
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(tab.schema.name);
}

export function keyOf(tab: Tab, { cells }: Found): string {
  const own = tab.header.positions(KEY_COLUMN);
  return textOf(fromTextCells(own.map((position) => cells[position] ?? '')));
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
  if (found) return keyOf(tab, found) === key ? { found } : { staleClaim: { number, isOther: true } };
  if (Date.now() - claim.at * 1_000 > RECLAIM_AFTER_MS) return { staleClaim: { number, isOther: false } };
  throw stillInProgress();
}
