import { commit, fill, insert } from '../tables/commit';
import { set } from '../tables/key-values';
import { refreshedCases } from './plan';
import type { Intake } from './prepare';
import { CASES, MESSAGES, SETTINGS } from './tables';

/** One commit; a prefix of it may stand after a crash, so cases come before their messages. */
export function write({ plan, mails, cases, messages, retried, failed, checkpoint }: Intake): void {
  const { caseNumbers, at } = refreshedCases(plan, mails);
  commit(
    insert(CASES, cases),
    fill(CASES, caseNumbers, 'updatedAt', at),
    insert(MESSAGES, messages),
    ...retried.changes,
    set(SETTINGS, {
      nextCaseNumber: plan.nextCaseNumber,
      failed,
      ...(checkpoint ? { lastHistoryId: checkpoint } : {}),
    }),
  );
}
