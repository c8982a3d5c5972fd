import { HttpError } from '../../http/http-error';
import * as cache from '../../platform/cache';
import type { Cafe, Order } from '../tables';

/** The drafts of each cafe that wait for their payment; a cafe without any has no entry. */
type DraftCounts = Record<string, number>;

/**
 * An estimate, since the cache has no lock: orders that are placed at the same moment may count as one, until the timer
 * counts the rows of the tab. Without a timer it is forgotten once the drafts would have expired.
 */
const COUNTS = 'open drafts';
const TTL_S = 900;

const DEFAULT_MAX = 200;
/** Within a minute or two the timer has counted them, or some have expired. */
const RETRY_AFTER_S = 60;

/** Anybody may place orders, and nobody has to pay for them. @throws HttpError 503 */
export function assertRoomForDraft(cafe: Cafe): void {
  const max = maxDrafts(cafe);
  if ((readCounts()[cafe.id] ?? 0) < max) return;
  const message = `${cafe.id} has ${max} unpaid orders, its maximum. Nothing was done. Retry in ${RETRY_AFTER_S} seconds.`;
  throw new HttpError(503, 'too_many_drafts', message, { retryAfter: RETRY_AFTER_S, isKnown: true });
}

/** Lists the cafes that take no orders now, with their limits, for Health. */
export function listFullCafes(cafes: readonly Cafe[]): { id: string; max: number }[] {
  const counts = readCounts();
  return cafes
    .map((cafe) => ({ id: cafe.id, max: maxDrafts(cafe) }))
    .filter(({ id, max }) => (counts[id] ?? 0) >= max);
}

/** `by` is 1 for a new draft and -1 for one that is a draft no longer. */
export function countDraft(cafeId: string, by: 1 | -1): void {
  const counts = readCounts();
  writeCounts({ ...counts, [cafeId]: Math.max(0, (counts[cafeId] ?? 0) + by) });
}

/** Stores the counts of the timer, which has seen all drafts; those that have expired are cancelled next. */
export function recountDrafts(drafts: readonly Pick<Order, 'cafeId'>[]): void {
  const counts: DraftCounts = {};
  for (const { cafeId } of drafts) counts[cafeId] = (counts[cafeId] ?? 0) + 1;
  if (drafts.length > 0 || Object.keys(readCounts()).length > 0) writeCounts(counts);
}

function maxDrafts({ maxDrafts: max }: Pick<Cafe, 'maxDrafts'>): number {
  return max ?? DEFAULT_MAX;
}

function readCounts(): DraftCounts {
  return cache.get<DraftCounts>(COUNTS) ?? {};
}

function writeCounts(counts: DraftCounts): void {
  cache.set(COUNTS, counts, TTL_S);
}
