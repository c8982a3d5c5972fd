import type { Caller } from '../http/route';
import { perExecution } from '../platform/execution';
import { addMark, type MarkLog, markKeys, readMarks } from './mark-log';
import {
  MAX_REQUESTS,
  rateLimited,
  rateLimitHeaders,
  secondsUntilFree,
  WINDOW_MS,
} from './rate-limit-policy';

/** Log that loses 1 % of 30 requests in lockstep; with 128 entries and three copies it would lose 4 %. */
const requestsOf = (countedBy: string): MarkLog => ({
  name: `m:${countedBy}`,
  windowMs: WINDOW_MS,
  entries: 192,
  copies: 4,
});

type Texts = Partial<Record<string, string>>;

/** Read by `authenticate` in the same call of the cache as the credential. */
const alreadyRead = perExecution(() => new Map<string, Texts>());

export function shareRequests(countedBy: string, texts: Texts): void {
  alreadyRead.current.set(countedBy, texts);
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
  const marks = readMarks(log, alreadyRead.current.get(countedBy));
  const { ages } = marks;
  if (ages.length >= MAX_REQUESTS) throw rateLimited(secondsUntilFree(ages[ages.length - MAX_REQUESTS]));
  addMark(log, marks);
  return rateLimitHeaders(MAX_REQUESTS - ages.length - 1, secondsUntilFree(ages[0]));
}
