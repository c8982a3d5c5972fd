import { digest } from '../../platform/platform';
import { BusyError, rowsAreMoving } from '../../platform/user-error';
import { findRow, MAX_ATTEMPTS, rowsOfTexts } from '../grid/locate';
import { type Found, findAt, toFound } from '../grid/read-cells';
import type { Tab } from '../grid/tab';
import { fromTextCells } from '../schema/cell-text';
import { textOf } from '../schema/column';
import { RECLAIM_AFTER_MS, type StaleClaim } from './allocate';
import { type Claim, readSequence } from './sequence';

/** The column in which a row has the idempotency key of the request that made it. */
export const KEY_COLUMN = 'requestKey';

const DAY_S = 86_400;
const TIMEOUT_MS = 10_000;
const POLL_MS = 500;

export interface IdempotencyKey {
  key: string;
  /** What a claim is recorded by. */
  hash: string;
}

export function toIdempotencyKey(key: string): IdempotencyKey {
  return { key, hash: digest(key, 12) };
}

/** What an earlier request with the same key has left: a row, or a claim without one. */
export interface Earlier {
  found?: Found;
  staleClaim?: StaleClaim;
}

/** Nothing is read of the tab where the sequence knows every claim of a day. */
export function findEarlier(
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
