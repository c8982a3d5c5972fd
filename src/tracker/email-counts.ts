import { select } from '../tables/select';
import { keep, recall } from './cached';
import { fromCaseNumber, toCaseNumber } from './case-number';
import { MESSAGES } from './tables';

/** How many messages each case has, by case number. */
export type EmailCounts = ReadonlyMap<string, number>;

/** Counted in the tab: one column of it, whatever the number of cases. */
export function countEmails(): EmailCounts {
  return rememberEmails(select(MESSAGES, ['caseNumber']).map(({ caseNumber }) => caseNumber));
}

/** As they were counted last, where nothing was stored since. */
export function recallEmails(): EmailCounts {
  const counts = recall<number[]>('emailCounts');
  if (!counts) return countEmails();
  return new Map(counts.map((count, number) => [toCaseNumber(number), count]));
}

/** Counts what one column of the tab Messages holds, and keeps it: by the numbers' order, which is short. */
export function rememberEmails(caseNumbers: readonly string[]): EmailCounts {
  const counts = new Map<string, number>();
  for (const caseNumber of caseNumbers) counts.set(caseNumber, (counts.get(caseNumber) ?? 0) + 1);
  const byNumber: number[] = [];
  for (const [caseNumber, count] of counts) byNumber[fromCaseNumber(caseNumber)] = count;
  keep(
    'emailCounts',
    Array.from(byNumber, (count = 0) => count),
  );
  return counts;
}
