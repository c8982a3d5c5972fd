import * as cache from '../../platform/cache';
import { describeError } from '../../platform/google-errors';
import { select } from '../../tables/tables';
import type { Intake } from '../intake/prepare';
import type { Run } from '../intake/progress';
import { fromCaseNumber, MESSAGES, toCaseNumber } from '../tables';

/** How many messages each case has, by case number. */
export type EmailCounts = ReadonlyMap<string, number>;

/** Cached as an array whose indexes are the cases' numbers. */
const KEY = 'emailCounts';
const TTL_S = 3_600;

/** As cached, or else counted in one column. */
export function readEmailCounts(): EmailCounts {
  const cached = cache.get<number[]>(KEY);
  if (!cached) return countEmails(select(MESSAGES, ['caseNumber']).map(({ caseNumber }) => caseNumber));
  return new Map(cached.map((count, number) => [toCaseNumber(number), count]));
}

/** Counts what that column holds, and caches the counts. */
export function countEmails(caseNumbers: readonly string[]): EmailCounts {
  const counts = new Map<string, number>();
  for (const caseNumber of caseNumbers) counts.set(caseNumber, (counts.get(caseNumber) ?? 0) + 1);
  cache.set(KEY, sum([], caseNumbers), TTL_S);
  return counts;
}

/**
 * Adds the messages that a run has stored to the cached counts. Where an earlier run died, it is not known how far it
 * came, so the counts are dropped. A page that counts wrong for an hour is no reason for a check to fail.
 */
export function updateEmailCounts({ messages, plan }: Intake, { journal: unfinished }: Run): void {
  if (!plan.isWritten) return;
  try {
    if (unfinished) {
      cache.invalidate(KEY);
      return;
    }
    const cached = cache.get<number[]>(KEY);
    const caseNumbers = messages.map(({ caseNumber }) => caseNumber);
    if (cached) cache.set(KEY, sum(cached, caseNumbers), TTL_S);
  } catch (error) {
    console.warn(`The page may count mails wrong for an hour: ${describeError(error)}`);
  }
}

function sum(counts: readonly number[], caseNumbers: readonly string[]): number[] {
  const sums = [...counts];
  for (const number of caseNumbers.map(fromCaseNumber)) sums[number] = (sums[number] ?? 0) + 1;
  return Array.from(sums, (count = 0) => count);
}
