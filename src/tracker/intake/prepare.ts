import { MINUTE_MS } from '../../platform/platform';
import { select, type Write } from '../../tables/tables';
import { AttachmentStore } from '../mail/attachments';
import { byAge } from '../mail/mail';
import { type Case, MESSAGES, type Message } from '../tables';
import { type Failure, isDue, updateFailures } from './failures';
import { checkpointAfter, type NewMail } from './new-mail';
import { newCases, type Plan, planCases } from './plan';
import type { Run } from './progress';
import { readMail } from './read-mail';
import { missingAttachments, retryAttachments, storeAttachments } from './store-attachments';

/** What a run is going to write, and what did not work. */
export interface Intake {
  plan: Plan;
  cases: Case[];
  messages: Message[];
  /** Of the messages that had a row before: their cases, by messageId. Empty where nothing had to be looked up. */
  stored: ReadonlyMap<string, string>;
  /** Rows of earlier messages that have got their missing attachments. */
  completed: Write[];
  /** The failures that were due for a retry, whatever became of them. */
  due: Failure[];
  /** The list of failures after this run. */
  failed: Failure[];
  /** Undefined after a search that had to stop early. */
  checkpoint: string | undefined;
  /** Whether there was no time for all of the new mail. */
  isBehind: boolean;
}

/** Leaves a quarter of the platform's six minutes for the sheet and the alerts. */
const TIME_BUDGET_MS = 4.5 * MINUTE_MS;
/** What fetching and storing one attachment takes, so that no more mail is read than can be stored. */
const ATTACHMENT_MS = 1_100;

/** Reads the new mail, gives out case numbers and stores the attachments. The sheet is not written yet. */
export function prepare(newMail: NewMail, run: Run): Intake {
  const { settings, progress, journal, now } = run;
  const isLate = (attachments = 0) => Date.now() + attachments * ATTACHMENT_MS > now + TIME_BUDGET_MS;
  const due = settings.failed.filter((failure) => isDue(failure, now));
  const unread = new Set(due.flatMap(({ kind, id }) => (kind === 'message' ? [id] : [])));
  const stored = newMail.mayOverlap || journal || due.length > 0 ? readStored() : new Map<string, string>();
  const ids = new Set([...newMail.arrivals.flatMap(({ messageIds }) => messageIds), ...unread]);
  const wanted = [...ids].filter((id) => !stored.has(id));

  const { mails, failures, done } = readMail(wanted, run, isLate);
  const plan = planCases(mails.sort(byAge), run);
  const isResumed = journal !== undefined;
  const store = new AttachmentStore({ progress, run: plan.journal.run, isResumed, isLate });
  const { messages, postponed } = storeAttachments(mails, plan, { store, unread });
  for (const { id } of postponed) done.delete(id);
  const retried = retryAttachments(due, stored, store);

  const cases = newCases(
    plan,
    mails.filter(({ id }) => done.has(id)),
  );
  const failed = updateFailures(
    settings.failed,
    {
      retried: due.filter(({ kind, id }) => kind === 'attachments' || (kind === 'message' && done.has(id))),
      failures: [...failures, ...messages.flatMap(missingAttachments), ...retried.failures],
    },
    now,
  );
  const checkpoint = checkpointAfter(newMail, new Set([...stored.keys(), ...done]), progress.checkpoint);
  const isBehind = checkpoint !== newMail.checkpoint;
  return { plan, cases, messages, stored, completed: retried.completed, due, failed, checkpoint, isBehind };
}

/**
 * What has a row already. A run that writes rows leaves its journal until its checkpoint is saved, so after a run that
 * reached its end there is nothing to look up: with 100,000 messages that would be a second of each check.
 */
function readStored(): Map<string, string> {
  const rows = select(MESSAGES, ['messageId', 'caseNumber']);
  return new Map(rows.map(({ messageId, caseNumber }) => [messageId, caseNumber]));
}
