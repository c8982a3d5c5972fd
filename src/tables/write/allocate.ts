import { withScriptLock } from '../../platform/platform';
import { numberIn, readIds } from '../grid/locate';
import {
  CLAIM_TTL_MS,
  type Claim,
  epochSeconds,
  isQuiet,
  readSequence,
  type Sequence,
  writeSequence,
} from '../grid/sequence';
import type { Tab } from '../grid/tab';
import { RECLAIM_AFTER_MS } from '../schema/request-key';

/** Numbers for new rows and the places for them, given to one execution alone: those of the first, the others follow. */
export interface Allocation {
  number: number;
  row: number;
  /** The tab was seen to end just above, under the lock. */
  isExclusive: boolean;
  /** Others may have changed the tab while this execution waited for the lock. */
  hasWaited: boolean;
}

interface AllocationRequest {
  /** Number of rows to make. */
  count: number;
  /** Hash of the request's idempotency key. */
  hash?: string | undefined;
  /** An earlier claim of that key for which no row was found. */
  staleClaim?: StaleClaim | undefined;
}

export interface StaleClaim {
  number: number;
  /** The row is there, and has another key now. */
  isOther: boolean;
}

/**
 * Under the lock only a property is read and set.
 * @returns undefined where an earlier request has a claim: its row is there, or about to be
 */
export function allocate(tab: Tab, request: AllocationRequest): Allocation | undefined {
  const allocated = withScriptLock((hasWaited) => allocateLocked(tab, { ...request, hasWaited }));
  return allocated === 'outdated' ? allocateAfterLast(tab, request) : allocated;
}

/** Beyond everything in the tab: for a sequence that is lost or knows less, and for a place that turned out to be taken. */
export function allocateAfterLast(
  tab: Tab,
  { previousNumber, ...request }: AllocationRequest & { previousNumber?: number },
): Allocation | undefined {
  SpreadsheetApp.flush();
  const next = readIds(tab).reduce((highest, id) => Math.max(highest, numberIn(tab.schema, id)), 0) + 1;
  const allocated = withScriptLock((hasWaited) => {
    const minimum = { next, row: rowAfterLast(tab), previousNumber };
    return allocateLocked(tab, { ...request, minimum, hasWaited });
  });
  return allocated === 'outdated' ? undefined : allocated;
}

/** The least that may be given. */
interface Minimum {
  next: number;
  row: number;
  /** A number that this request has already, whose place was taken. */
  previousNumber: number | undefined;
}

type LockedRequest = AllocationRequest & { minimum?: Minimum; hasWaited: boolean };

function allocateLocked(
  tab: Tab,
  { count, hash, staleClaim, minimum, hasWaited }: LockedRequest,
): Allocation | 'outdated' | undefined {
  const { name } = tab.schema;
  const sequence = readSequence(name);
  const claim = sequence?.claims.find((one) => one.hash === hash);
  if (sequence && claim && claim.number !== minimum?.previousNumber) {
    const state = stateOf(claim, staleClaim);
    if (state === 'pending') return undefined;
    if (state === 'reclaimable') {
      record(name, sequence, claim);
      return { number: claim.number, row: claim.row, isExclusive: false, hasWaited };
    }
  }
  const place = nextPlace(tab, sequence, { count, minimum });
  if (!place) return 'outdated';
  const { number, row, next, isExclusive } = place;
  const since = sequence?.since ?? (next > 2 ? epochSeconds() : 0);
  record(
    name,
    { claims: [], ...sequence, since, next, row: row + count, at: 0 },
    { hash, number, row, count },
  );
  return { number, row, isExclusive, hasWaited };
}

/** A claim without a row is first waited for, then reclaimed with its number; once its execution must have ended, it has expired. */
function stateOf(claim: Claim, stale: StaleClaim | undefined): 'pending' | 'reclaimable' | 'expired' {
  if (claim.number !== stale?.number) return 'pending';
  const age = Date.now() - claim.at * 1_000;
  if (stale.isOther || age > CLAIM_TTL_MS) return 'expired';
  return age > RECLAIM_AFTER_MS ? 'reclaimable' : 'pending';
}

/** Undefined where the tab has more rows than the sequence knows. */
function nextPlace(
  tab: Tab,
  sequence: Sequence | undefined,
  { count, minimum }: { count: number; minimum: Minimum | undefined },
): (Omit<Allocation, 'hasWaited'> & { next: number }) | undefined {
  const isExclusive = isQuiet(sequence);
  const expected = isExclusive ? rowAfterLast(tab) : (sequence?.row ?? 2);
  if (!minimum && (!sequence || expected > sequence.row)) return undefined;
  const row = Math.max(expected, minimum?.row ?? 2);
  const first = Math.max(sequence?.next ?? 1, minimum?.next ?? 1);
  // A tab may have numbers that were never given; a number given before may be one of them then.
  if (minimum?.previousNumber !== undefined && first === sequence?.next)
    return { number: minimum.previousNumber, row, next: first, isExclusive };
  return { number: first, row, next: first + count, isExclusive };
}

function record(
  tab: string,
  sequence: Sequence,
  { hash, ...claimed }: Omit<Claim, 'hash' | 'at'> & { hash?: string | undefined },
): void {
  const others = sequence.claims.filter((claim) => claim.hash !== hash);
  const claims = hash === undefined ? others : [...others, { ...claimed, hash, at: epochSeconds() }];
  writeSequence(tab, { ...sequence, at: Date.now(), claims });
}

function rowAfterLast({ sheet }: Tab): number {
  SpreadsheetApp.flush();
  return sheet.getLastRow() + 1;
}
