import {
  MAX_REQUESTS,
  rateLimited,
  rateLimitHeaders,
  secondsUntilFree,
  WINDOW_MS,
} from '../../src/accounts/rate-limit-policy';
import type { Caller } from '../../src/http/route';
import { perExecution } from '../../src/platform/execution';
import { countUntil } from '../../src/platform/sorted';
import { toStorable } from '../../src/tables/schema/storable';
import { execute, query, queryAlong } from '../database/sql';

/**
 * The times of a caller's last requests, the oldest first: one column of marks, so that one statement on one row decides.
 * It has at most a thousand, and hardly more than twice those of the last minute. No request waits until its mark is on the disk:
 * all are forgotten where the database crashes.
 */
export const RATE_LIMITS_TABLE = `create unlogged table if not exists rate_limits (
  caller text primary key,
  marks text not null)`;

/** A mark is epoch ms in hexadecimal: text that sorts by time. It has this many digits until the year 2527. */
const LENGTH = 11;

/** The time the row is written, not when the statement began, which may have waited for others. */
const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
const NOW = `to_hex(${NOW_MS})`;
const WINDOW_START = `to_hex(${NOW_MS} - ${WINDOW_MS})`;

/** Fewer marks than this that no longer count are left where they are. */
const PRUNED_FROM = 16;

/** Every further look at the column would unpack it once more. */
const IS_FULL = `octet_length(rate_limits.marks) >= ${MAX_REQUESTS * LENGTH}`;

/** Changes no row where the thousandth request before this one is younger than a minute. */
const countWhere = (
  condition: string,
) => `insert into rate_limits (caller, marks) select $1, ${NOW} ${condition}
  on conflict (caller) do update set
    marks = case when ${IS_FULL} then substr(rate_limits.marks, ${LENGTH + 1}) else rate_limits.marks end || ${NOW}
  where not ${IS_FULL} or left(rate_limits.marks, ${LENGTH}) <= ${WINDOW_START}
  returning marks`;
const COUNT = countWhere('');
/** Counts nothing for a credential that somebody has made up. */
const COUNT_KNOWN = countWhere('where exists (select 1 from cache where key = $2 and expires_at > now())');
const PRUNE = `update rate_limits set marks = substr(marks, $3::int) where caller = $1 and left(marks, ${LENGTH}) = $2`;
const OLDEST = `select left(marks, ${LENGTH}) as oldest, ${NOW} as now from rate_limits where caller = $1`;
const REMOVE_OLD = `delete from rate_limits where caller in
  (select caller from rate_limits where right(marks, ${LENGTH}) <= ${WINDOW_START} limit 1000)`;

type Counted = { marks: string };

/** Asks for the marks of a request that is counted already, by whose it is. */
const ahead = perExecution(() => new Map<string, () => Counted[]>());

/** Counts a request along with the next statement, where the cache has its credential. `countRequest` knows of it. */
export function countAlong(countedBy: string, credential: string): void {
  ahead.current.set(countedBy, queryAlong(COUNT_KNOWN, [countedBy, toStorable(credential)]));
}

/**
 * Counts a request and returns the RateLimit headers, or refuses the one after the thousandth of the last 60 s. Exact,
 * however many requests come at once and on however many hosts.
 *
 * @throws HttpError 429
 */
export function countRequest({ countedBy }: Caller): Record<string, string> {
  const [known] = ahead.current.get(countedBy)?.() ?? [];
  const [counted] = known ? [known] : query<Counted>(COUNT, [countedBy]);
  if (!counted) throw rateLimited(secondsUntilFree(ageOfOldest(countedBy)));
  const { marks } = counted;
  const count = marks.length / LENGTH;
  const ageOf = (index: number) => timeAt(marks, count - 1) - timeAt(marks, index);
  // The marks are in order, and there may be a thousand.
  const old = countUntil(count - 1, (index) => ageOf(index) < WINDOW_MS);
  if (old >= PRUNED_FROM && old > count - old)
    execute(PRUNE, [countedBy, marks.slice(0, LENGTH), old * LENGTH + 1]);
  return rateLimitHeaders(MAX_REQUESTS - (count - old), secondsUntilFree(ageOf(old)));
}

/** Forgets callers who have sent nothing for a minute, for maintenance. */
export function removeOldMarks(): void {
  while (execute(REMOVE_OLD) > 0);
}

/** Nothing that counts requests is in the cache here. */
export function requestKeys(_countedBy: string): string[] {
  return [];
}

export function shareRequests(_countedBy: string, _texts: Partial<Record<string, string>>): void {}

function ageOfOldest(caller: string): number | undefined {
  const [row] = query<{ oldest: string; now: string }>(OLDEST, [caller]);
  return row && timeAt(row.now, 0) - timeAt(row.oldest, 0);
}

function timeAt(marks: string, index: number): number {
  return Number.parseInt(marks.slice(index * LENGTH, (index + 1) * LENGTH), 16);
}

({ countRequest, requestKeys, shareRequests }) satisfies typeof import('../../src/accounts/rate-limit');
