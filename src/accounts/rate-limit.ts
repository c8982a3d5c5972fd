import { HttpError } from '../http/http-error';
import type { Caller } from '../http/route';
import { MINUTE_MS } from '../platform/platform';
import { addMark, type MarkLog, markKeys, readMarks } from './mark-log';

/** Interface section 8: requests a minute. */
const MAX_REQUESTS = 1_000;
const WINDOW_MS = MINUTE_MS;

/** Of 30 requests in lockstep 1 of 100 is lost; with 128 entries and three copies 4 are. */
const requestsOf = (countedBy: string): MarkLog => ({
  name: `m:${countedBy}`,
  windowMs: WINDOW_MS,
  entries: 192,
  copies: 4,
});

type Texts = Partial<Record<string, string>>;

/** Read by `authenticate` in the same call of the cache as the credential. */
const alreadyRead = new Map<string, Texts>();

export function shareRequests(countedBy: string, texts: Texts): void {
  alreadyRead.set(countedBy, texts);
}

/** The entries of the cache that a caller's requests are counted in. */
export function requestKeys(countedBy: string): string[] {
  return markKeys(requestsOf(countedBy));
}

/**
 * Counts a request and returns the RateLimit headers, or refuses the one after the thousandth of the last 60 s. Exact for
 * a caller whose requests do not overlap; nobody is ever refused too early.
 *
 * @throws HttpError 429
 */
export function countRequest({ countedBy }: Caller): Record<string, string> {
  const log = requestsOf(countedBy);
  const marks = readMarks(log, alreadyRead.get(countedBy));
  const { ages } = marks;
  if (ages.length >= MAX_REQUESTS) throw rateLimited(secondsUntilFree(ages[ages.length - MAX_REQUESTS]));
  addMark(log, marks);
  return rateLimitHeaders(MAX_REQUESTS - ages.length - 1, secondsUntilFree(ages[0]));
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
