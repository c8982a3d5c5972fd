import { keep, recall } from './cached';
import { added } from './email-counts';
import { wordsOf } from './faults';
import type { Intake } from './prepare';

/**
 * What the page keeps is brought up to date. Where an earlier run died, nobody knows what it had told: all is
 * forgotten then. A page that lags behind for an hour is no reason for a check to fail.
 */
export function tellPage({ messages, plan: { isWritten, resumed } }: Intake): void {
  if (!isWritten) return;
  try {
    const counts = resumed.size > 0 ? undefined : recall('emailCounts');
    const caseNumbers = messages.map(({ caseNumber }) => caseNumber);
    keep({ bell: undefined, emailCounts: counts && added(counts, caseNumbers) });
  } catch (error) {
    console.warn(`The page may lag behind for an hour: ${wordsOf(error)}`);
  }
}
