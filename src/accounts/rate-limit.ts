import { HttpError } from '../http/http-error';
import type { Caller } from '../http/route';
import { MINUTE_MS } from '../platform/platform';
import { MARK_ITEMS, readMarkItems, writeMarkItems } from './credential-cache';

/**
 * A log of marks, one for each request of the last minute (tables-and-intake C). A mark is 7 characters: the time in
 * ms, of which four digits of base 36 are kept, 28 minutes, and 3 at random.
 */
const TIME = 4;

const LENGTH = 7;

const TURN = 36 ** TIME;

const WINDOW_MS = MINUTE_MS;

/** Interface section 8: requests a minute. */
const MAX_REQUESTS = 1_000;

/**
 * A mark stands in so many items: those who write at the same time destroy it only by hitting all of them. With 192
 * items, 30 in lockstep lose 1 of 100; with 128 and three copies they lose 4.
 */
const COPIES = 4;

/** What `authenticate` has read in the same call, a moment ago. */
const justRead = new Map<string, string[]>();

export function shareMarkItems(countedBy: string, items: string[]): void {
  justRead.set(countedBy, items);
}

/**
 * Counts a request and answers the RateLimit fields, or refuses the one after the thousandth of the last 60 s. Exact
 * for a caller whose requests do not overlap; nobody is ever refused early.
 */
export function countRequest({ countedBy }: Caller): Record<string, string> {
  const items = justRead.get(countedBy) ?? readMarkItems(countedBy);
  const now = Date.now();
  const live = items.map((item) => liveMarks(item, now));
  const marks = new Set(live.flat());
  const ages = [...marks].map((mark) => ageOf(mark, now)).sort((a, b) => b - a);
  if (marks.size >= MAX_REQUESTS) throw tooMany(secondsUntilFree(ages[marks.size - MAX_REQUESTS]));
  writeMarkItems(countedBy, withMark(makeMark(now), live));
  return fields(MAX_REQUESTS - marks.size - 1, secondsUntilFree(ages[0]));
}

/** The new mark with what stood in its items, by their numbers. */
function withMark(mark: string, live: readonly string[][]): Map<number, string> {
  const items = new Map<number, string>();
  while (items.size < COPIES) {
    const number = Math.floor(Math.random() * MARK_ITEMS);
    items.set(number, [...(live[number] ?? []), mark].join(''));
  }
  return items;
}

/** Until the mark of this age leaves the minute; without one, that of the request itself. */
function secondsUntilFree(age = 0): number {
  return Math.max(1, Math.ceil((WINDOW_MS - age) / 1_000));
}

function tooMany(retryAfter: number): HttpError {
  const message = `Rate limit exceeded: ${MAX_REQUESTS} requests per 60 seconds. Retry in ${retryAfter} s.`;
  return new HttpError(429, 'rate_limited', message, { retryAfter, headers: fields(0, retryAfter) });
}

/** datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers: what is left, and in how many seconds there is more. */
function fields(left: number, seconds: number): Record<string, string> {
  return {
    'RateLimit-Policy': `"minute";q=${MAX_REQUESTS};w=${WINDOW_MS / 1_000}`,
    RateLimit: `"minute";r=${left};t=${seconds}`,
  };
}

function makeMark(now: number): string {
  const random = Math.floor(Math.random() * 36 ** (LENGTH - TIME));
  return digits(now % TURN, TIME) + digits(random, LENGTH - TIME);
}

/** Those of an item that are younger than a minute. */
function liveMarks(item: string, now: number): string[] {
  const marks = item.match(/.{7}/g) ?? [];
  return marks.filter((mark) => ageOf(mark, now) < WINDOW_MS);
}

/** In ms; 0 for one that another machine's clock put into the future. */
function ageOf(mark: string, now: number): number {
  const age = (TURN + (now % TURN) - Number.parseInt(mark.slice(0, TIME), 36)) % TURN;
  return age < TURN / 2 ? age : 0;
}

function digits(number: number, length: number): string {
  return number.toString(36).padStart(length, '0');
}
