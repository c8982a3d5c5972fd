import { describeError } from '../../platform/google-errors';
import { addEmails, invalidateEmailCounts } from '../page/email-counts';
import { fromCaseNumber } from '../tables';
import type { Intake } from './prepare';
import type { Journal, Progress, Run, Seen } from './progress';

/** What the bell shows, counted since the first mail. How much of it the owner has seen is stored by the page. */
export interface Notifications {
  count: number;
  /** All messages stored so far, with a notification or without. */
  messages: number;
  /** The newest first, as many as the bell shows. */
  newest: Notification[];
}

export interface Notification {
  kind: 'case' | 'message';
  messageId: string;
}

const MAX_NEWEST = 20;

/**
 * A notification for each new case, and for each message on a case that the owner has seen. The journal lists what the
 * run has stored, also what it stored before it died; `notifiedThrough` says how much of that list is included already.
 */
export function addNotifications(
  intake: Intake,
  { notifications, notifiedThrough }: Progress,
  { firstUnseenCase }: Seen,
): Pick<Progress, 'notifications' | 'notifiedThrough'> {
  const { journal } = intake.plan;
  const caseNumbers = storedCaseNumbers(intake);
  const done = notifiedThrough?.run === journal.run ? notifiedThrough.messages : 0;
  const started = startedCases(journal);
  const notified = new Set(journal.messages.slice(0, done).map((id) => caseNumbers.get(id) ?? 0));
  const messageIds = [...new Set(journal.messages.slice(done))].filter((id) => caseNumbers.has(id));
  const added: Notification[] = [];
  for (const messageId of messageIds) {
    const number = caseNumbers.get(messageId) ?? 0;
    if (started.has(number) && !notified.has(number)) added.push({ kind: 'case', messageId });
    else if (number < firstUnseenCase) added.push({ kind: 'message', messageId });
    notified.add(number);
  }
  const { count = 0, messages = 0, newest = [] } = notifications ?? {};
  return {
    notifications: {
      count: count + added.length,
      messages: messages + messageIds.length,
      newest: [...added.reverse(), ...newest].slice(0, MAX_NEWEST),
    },
    notifiedThrough: { run: journal.run, messages: journal.messages.length },
  };
}

/** The cases whose row exists and whose messages do not yet, because a run died in between. */
export function pendingCases(intake: Intake): number[] {
  const withMessages = new Set(storedCaseNumbers(intake).values());
  return [...startedCases(intake.plan.journal)].filter((number) => !withMessages.has(number));
}

function startedCases({ threads, pending }: Journal): ReadonlySet<number> {
  return new Set([...Object.values(threads), ...pending]);
}

/** Of all messages that have a row, as far as this run knows them: the numbers of their cases, by messageId. */
function storedCaseNumbers({ stored, messages }: Intake): ReadonlyMap<string, number> {
  const numbers = new Map([...stored].map(([id, caseNumber]) => [id, fromCaseNumber(caseNumber)]));
  for (const { messageId, caseNumber } of messages) numbers.set(messageId, fromCaseNumber(caseNumber));
  return numbers;
}

/**
 * Brings the email counts that the page caches up to date. Where an earlier run died, it is not known how far it came,
 * so they are dropped. A page that counts wrong for an hour is no reason for a check to fail.
 */
export function notifyPage({ messages, plan }: Intake, { journal: unfinished }: Run): void {
  if (!plan.isWritten) return;
  try {
    if (unfinished) invalidateEmailCounts();
    else addEmails(messages.map(({ caseNumber }) => caseNumber));
  } catch (error) {
    console.warn(`The page may count mails wrong for an hour: ${describeError(error)}`);
  }
}
