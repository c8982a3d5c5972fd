import { select } from '../../tables/tables';
import { fromCaseNumber, MESSAGES, toCaseNumber } from '../tables';
import { keep, recall } from './cached';

/** How many messages each case has, by case number. */
export type EmailCounts = ReadonlyMap<string, number>;

/** As they were counted last; counted anew, from one column, where that is forgotten. */
export function countEmails(): EmailCounts {
  const counts = recall('emailCounts');
  if (!counts) return countIn(select(MESSAGES, ['caseNumber']).map(({ caseNumber }) => caseNumber));
  return new Map(counts.map((count, number) => [toCaseNumber(number), count]));
}

/** Counts what that column holds, and keeps it. */
export function countIn(caseNumbers: readonly string[]): EmailCounts {
  const counts = new Map<string, number>();
  for (const caseNumber of caseNumbers) counts.set(caseNumber, (counts.get(caseNumber) ?? 0) + 1);
  keep({ emailCounts: added([], caseNumbers) });
  return counts;
}

/** The counts with those of messages that have come. */
export function added(counts: readonly number[], caseNumbers: readonly string[]): number[] {
  const sums = [...counts];
  for (const number of caseNumbers.map(fromCaseNumber)) sums[number] = (sums[number] ?? 0) + 1;
  return Array.from(sums, (count = 0) => count);
}
