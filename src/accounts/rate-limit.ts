import { HttpError } from '../http/http-error';
import type { Caller } from '../http/route';
import * as cache from '../platform/cache';
import { MINUTE_MS } from '../platform/platform';

/** Interface section 8: requests a minute. */
const MAX_REQUESTS = 1_000;
const WINDOW_MS = MINUTE_MS;

/**
 * Every request of the last minute leaves a mark of seven characters: four digits of base 36 of the time in ms, which
 * repeat after 28 minutes, and three at random.
 */
const MARK_LENGTH = 7;
const TIME_LENGTH = 4;
const TIME_RANGE = 36 ** TIME_LENGTH;

/**
 * A mark is written into so many of the cache's items. Requests at the same time overwrite each other's items, and lose a
 * mark only by hitting all of them: with 192 items, 30 in lockstep lose 1 of 100; with 128 and three copies they lose 4.
 */
const COPIES = 4;

/** The entries of the cache that a caller's marks are spread over; most of them are empty. */
const MARK_ITEMS = 192;
/** Longer than the minute for which a mark counts. */
const MARKS_TTL_S = 70;

type Texts = Partial<Record<string, string>>;

/** Read by `authenticate` in the same call of the cache as the credential. */
const alreadyRead = new Map<string, Texts>();

export function shareMarks(countedBy: string, texts: Texts): void {
  alreadyRead.set(countedBy, texts);
}

export function markKeys(countedBy: string): string[] {
  return Array.from({ length: MARK_ITEMS }, (_, number) => `m:${countedBy}:${number}`);
}

/**
 * Counts a request and returns the RateLimit headers, or refuses the one after the thousandth of the last 60 s. Exact for
 * a caller whose requests do not overlap; nobody is ever refused too early.
 *
 * @throws HttpError 429
 */
export function countRequest({ countedBy }: Caller): Record<string, string> {
  const keys = markKeys(countedBy);
  const texts = alreadyRead.get(countedBy) ?? cache.getTexts(keys);
  const now = Date.now();
  const live = keys.map((key) => liveMarks(texts[key] ?? '', now));
  const marks = new Set(live.flat());
  const ages = [...marks].map((mark) => ageOf(mark, now)).sort((a, b) => b - a);
  if (marks.size >= MAX_REQUESTS) throw rateLimited(secondsUntilFree(ages[marks.size - MAX_REQUESTS]));
  cache.setTexts(withMark(makeMark(now), keys, live), MARKS_TTL_S);
  return rateLimitHeaders(MAX_REQUESTS - marks.size - 1, secondsUntilFree(ages[0]));
}

/** The items that the new mark goes into, by their keys. */
function withMark(mark: string, keys: readonly string[], live: readonly string[][]): Record<string, string> {
  const items = new Map<string, string>();
  while (items.size < COPIES) {
    const number = Math.floor(Math.random() * MARK_ITEMS);
    items.set(keys[number] ?? '', [...(live[number] ?? []), mark].join(''));
  }
  return Object.fromEntries(items);
}

/** Until a mark of this age leaves the window. */
function secondsUntilFree(age = 0): number {
  return Math.max(1, Math.ceil((WINDOW_MS - age) / 1_000));
}

function rateLimited(retryAfter: number): HttpError {
  const message = `Rate limit exceeded: ${MAX_REQUESTS} requests per 60 seconds. Retry in ${retryAfter} s.`;
  const headers = rateLimitHeaders(0, retryAfter);
  return new HttpError(429, 'rate_limited', message, { retryAfter, headers });
}

/** datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers */
function rateLimitHeaders(remaining: number, seconds: number): Record<string, string> {
  return {
    'RateLimit-Policy': `"minute";q=${MAX_REQUESTS};w=${WINDOW_MS / 1_000}`,
    RateLimit: `"minute";r=${remaining};t=${seconds}`,
  };
}

function makeMark(now: number): string {
  const randomLength = MARK_LENGTH - TIME_LENGTH;
  const random = Math.floor(Math.random() * 36 ** randomLength);
  return base36(now % TIME_RANGE, TIME_LENGTH) + base36(random, randomLength);
}

function liveMarks(item: string, now: number): string[] {
  const marks = item.match(/.{7}/g) ?? [];
  return marks.filter((mark) => ageOf(mark, now) < WINDOW_MS);
}

/** In ms; 0 where another machine's clock is ahead. */
function ageOf(mark: string, now: number): number {
  const time = Number.parseInt(mark.slice(0, TIME_LENGTH), 36);
  const age = (TIME_RANGE + (now % TIME_RANGE) - time) % TIME_RANGE;
  return age < TIME_RANGE / 2 ? age : 0;
}

function base36(number: number, length: number): string {
  return number.toString(36).padStart(length, '0');
}
