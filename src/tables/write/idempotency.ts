import { BusyError, rowsAreMoving } from '../../platform/user-error';
import { findRow, MAX_ATTEMPTS, rowsOfTexts } from '../grid/locate';
import { cellsWithinGrid, type Found, findAt } from '../grid/read-cells';
import type { Tabs } from '../grid/tabs';
import { fromTextCells } from '../schema/cell-text';
import { textOf } from '../schema/column';
import type { Table } from '../schema/table';
import { type Gone, TAKEN_OVER_MS } from './allocate';
import { type Counter, type Recent, readCounter } from './sequence';

/** The column in which a row keeps the key of the request that made it. */
export const REQUEST_KEY = 'requestKey';

const DAY_S = 86_400;
const PATIENCE_MS = 10_000;
const PAUSE_MS = 500;

/** What came of an earlier request with the same key. */
export interface Earlier {
  found?: Found;
  gone?: Gone;
}

export interface Request {
  key: string;
  hash: string;
}

export function toRequest(key: string): Request {
  const { SHA_256 } = Utilities.DigestAlgorithm;
  const bytes = Utilities.computeDigest(SHA_256, key, Utilities.Charset.UTF_8);
  return { key, hash: Utilities.base64EncodeWebSafe(bytes).slice(0, 12) };
}

/** Nothing is read of the tab where the counter knows every key of a day. */
export function findEarlier(
  tabs: Tabs,
  table: Table,
  { key, hash, toId }: Request & { toId: (number: number) => string },
): Earlier {
  const counter = readCounter(table.name);
  const known = counter?.recent.find((one) => one.hash === hash);
  if (known) return awaitRow(tabs, table, { ...known, key, id: toId(known.number) });
  return knowsWholeDay(counter) ? {} : findByKey(tabs, table, key);
}

function knowsWholeDay(counter: Counter | undefined): boolean {
  return counter !== undefined && counter.since < Date.now() / 1_000 - DAY_S;
}

function findByKey(tabs: Tabs, table: Table, key: string): Earlier {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [row] = rowsOfTexts(tabs, table, REQUEST_KEY, [key]);
    if (row === undefined) return {};
    const [cells = []] = cellsWithinGrid(tabs, table, row, row);
    if (hasKey(tabs, table, { row, cells }, key)) return { found: { row, cells } };
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(table.name);
}

/** The row may be about to be written. */
function awaitRow(tabs: Tabs, table: Table, known: Recent & { key: string; id: string }): Earlier {
  const { id, row, number, key } = known;
  const until = Math.min(known.at * 1_000 + TAKEN_OVER_MS, Date.now() + PATIENCE_MS);
  let found = findAt(tabs, table, { id, row });
  while (!found && Date.now() <= until) {
    Utilities.sleep(PAUSE_MS);
    SpreadsheetApp.flush();
    found = findAt(tabs, table, { id, row });
  }
  found ??= findRow(tabs, table, id);
  if (found) return hasKey(tabs, table, found, key) ? { found } : { gone: { number, isOther: true } };
  if (Date.now() - known.at * 1_000 > TAKEN_OVER_MS) return { gone: { number, isOther: false } };
  throw new BusyError(
    'The first request with this Idempotency-Key is still in progress. Retry in 30 seconds.',
  );
}

function hasKey(tabs: Tabs, { name }: Table, { cells }: Found, key: string): boolean {
  const own = tabs.open(name).header.positions(REQUEST_KEY);
  return textOf(fromTextCells(own.map((position) => cells[position] ?? ''))) === key;
}
