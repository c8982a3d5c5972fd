import { keep, recall } from './cached';
import { added } from './email-counts';
import { wordsOf } from './faults';
import type { Intake } from './prepare';

/**
 * The counts that the page keeps are brought up to date. Where an earlier run died, nobody knows how far it came:
 * they are forgotten then. A page that counts wrong for an hour is no reason for a check to fail.
 */
export function tellPage({ messages, plan: { isWritten, isResumed } }: Intake): void {
  if (!isWritten) return;
  try {
    const counts = isResumed ? undefined : recall('emailCounts');
    const caseNumbers = messages.map(({ caseNumber }) => caseNumber);
    keep({ emailCounts: counts && added(counts, caseNumbers) });
  } catch (error) {
    console.warn(`The page may count mails wrong for an hour: ${wordsOf(error)}`);
  }
}
