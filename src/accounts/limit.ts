import { HttpError } from '../http/http-error';
import type { Caller } from '../http/route';
import { ITEMS, keepItems, recallItems } from './cached';
import { ageOf, liveMarks, MINUTE, makeMark } from './marks';

/** Interface section 8: requests a minute. */
const MOST = 1_000;

/**
 * A mark stands in so many items: those who write at the same time destroy it only by hitting all of them. With 192
 * items, 30 in lockstep lose 1 of 100; with 128 and three copies they lose 4.
 */
const COPIES = 4;

/** What `authenticate` has read in the same call, a moment ago. */
const justRead = new Map<string, string[]>();

export function shareItems(countedBy: string, items: string[]): void {
  justRead.set(countedBy, items);
}

/**
 * Counts a request and answers the RateLimit fields, or refuses the one after the thousandth of the last 60 s. Exact
 * for a caller whose requests do not overlap; nobody is ever refused early.
 */
export function limit({ countedBy }: Caller): Record<string, string> {
  const items = justRead.get(countedBy) ?? recallItems(countedBy);
  const now = Date.now();
  const live = items.map((item) => liveMarks(item, now));
  const marks = new Set(live.flat());
  const ages = [...marks].map((mark) => ageOf(mark, now)).sort((a, b) => b - a);
  if (marks.size >= MOST) throw tooMany(secondsUntilFree(ages[marks.size - MOST]));
  keepItems(countedBy, withMark(makeMark(now), live));
  return fields(MOST - marks.size - 1, secondsUntilFree(ages[0]));
}

/** The new mark with what stood in its items, by their numbers. */
function withMark(mark: string, live: readonly string[][]): Map<number, string> {
  const items = new Map<number, string>();
  while (items.size < COPIES) {
    const number = Math.floor(Math.random() * ITEMS);
    items.set(number, [...(live[number] ?? []), mark].join(''));
  }
  return items;
}

/** Until the mark of this age leaves the minute; without one, that of the request itself. */
function secondsUntilFree(age = 0): number {
  return Math.max(1, Math.ceil((MINUTE - age) / 1_000));
}

function tooMany(retryAfter: number): HttpError {
  const message = `Rate limit exceeded: ${MOST} requests per 60 seconds. Retry in ${retryAfter} s.`;
  return new HttpError(429, 'rate_limited', message, { retryAfter, headers: fields(0, retryAfter) });
}

/** datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers: what is left, and in how many seconds there is more. */
function fields(left: number, seconds: number): Record<string, string> {
  return {
    'RateLimit-Policy': `"minute";q=${MOST};w=${MINUTE / 1_000}`,
    RateLimit: `"minute";r=${left};t=${seconds}`,
  };
}
