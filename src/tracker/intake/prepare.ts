import { classifyError, describeError } from '../../platform/google-errors';
import { scan } from '../../tables/tables';
import { type Failure, listDue, type NewFailure, updateFailures } from '../case/failures';
import { type Case, MESSAGES, type Message } from '../case/tables';
import { AttachmentStore, NO_TIME, type StoredAttachment } from '../mail/attachments';
import { getMessage, refusesAll } from '../mail/gmail';
import { type Mail, toMail } from '../mail/mail';
import { type NewMail, reach, readMail } from './new-mail';
import { caseNumberOf, newCases, type Plan, planCases } from './plan';
import type { Run } from './progress';
import { type FirstMessages, findFirstMessages } from './refresh';

/** Rows that a run is going to write, and what did not work. */
export interface Intake {
  plan: Plan;
  cases: Case[];
  messages: Message[];
  /** Ids of messages that were read, and are not of tracked senders. */
  unwanted: string[];
  /** Messages that are older than the first one of their case so far, by case number. */
  firsts: FirstMessages;
  /** Cases of the messages that had a row before, by messageId. Empty where nothing had to be looked up. */
  stored: ReadonlyMap<string, string>;
  /** The changes of earlier messages that have got their missing attachments, by messageId. */
  completed: ReadonlyMap<string, (row: Message) => Partial<Message>>;
  /** The failures that were due for a retry, whatever became of them. */
  due: Failure[];
  /** The list of failures after this run. */
  failed: Failure[];
  /** Undefined after a search that had to stop early. */
  checkpoint: string | undefined;
  /** True if there was no time for all of the new mail. */
  isBehind: boolean;
  /** Number of new messages that this run has looked at, and of those that wait for the next one. */
  looked: number;
  left: number;
  /** Error by which Google refused, so that the rest waits. */
  refusal: unknown;
}

/** Time to fetch and store one attachment, so that no more mail is read than can be stored. */
const ATTACHMENT_MS = 1_100;

/** Reads the new mail, gives out case numbers and stores the attachments. The sheet is not written yet. */
export function prepare(newMail: NewMail, run: Run): Intake {
  const { settings, progress, journal, now, readUntil } = run;
  const isLate = (attachments = 0) => Date.now() + attachments * ATTACHMENT_MS > readUntil;
  const due = listDue(settings.failed, now);
  const unread = new Set(due.flatMap(({ kind, id }) => (kind === 'message' ? [id] : [])));
  const stored = newMail.mayOverlap || journal || due.length > 0 ? readStored() : new Map<string, string>();
  const ids = new Set([...newMail.arrivals.flatMap(({ messageIds }) => messageIds), ...unread]);
  const wanted = [...ids].filter((id) => !stored.has(id));

  const { mails, undated, failures, done, refusal } = readMail(wanted, run, isLate);
  mails.sort((a, b) => a.received.getTime() - b.received.getTime() || (a.id < b.id ? -1 : 1));
  const listed = new Set([...mails, ...failures].map(({ id }) => id));
  const unwanted = [...done].filter((id) => !listed.has(id));
  const plan = planCases({ mails, undated }, run);
  const isResumed = journal !== undefined;
  const store = new AttachmentStore({ progress, run: plan.journal.run, isResumed, isLate });
  const { messages, postponed } = storeAttachments(mails, plan, { store, unread });
  for (const { id } of postponed) done.delete(id);
  const retried = retryAttachments(due, stored, store);

  const takenIn = mails.filter(({ id }) => done.has(id));
  const outcome = {
    retried: due.filter(({ kind, id }) => kind === 'attachments' || (kind === 'message' && done.has(id))),
    failures: [...failures, ...messages.flatMap(missingAttachments), ...retried.failures],
  };
  const { checkpoint, isBehind } = reach(newMail, new Set([...stored.keys(), ...done]), progress.checkpoint);
  return {
    plan,
    cases: newCases(plan, takenIn, settings.rules ?? []),
    messages,
    unwanted,
    firsts: findFirstMessages(messages, plan, isLate),
    stored,
    completed: retried.completed,
    due,
    failed: updateFailures(settings.failed, outcome, now),
    checkpoint,
    isBehind,
    looked: done.size,
    left: wanted.filter((id) => !done.has(id)).length,
    refusal,
  };
}

/**
 * Reads which messages have a row already. A run that writes rows leaves its journal until its checkpoint is saved, so after
 * a run that reached its end there is nothing to look up: with 100,000 messages that would be a second of each check.
 */
export function readStored(): Map<string, string> {
  const rows = scan(MESSAGES, ['messageId', 'caseNumber']);
  return new Map(rows.map(({ messageId, caseNumber }) => [messageId, caseNumber]));
}

/**
 * Stores the mails' attachments as long as there is time, and makes the rows. The first mail is taken in whatever the
 * time, so that every run makes progress: only those of its files wait for which there is none. Other mails with files
 * are postponed to the next run. `unread` are messages that earlier runs could not take in, though they may have stored
 * their files.
 */
function storeAttachments(
  mails: readonly Mail[],
  plan: Plan,
  { store, unread }: { store: AttachmentStore; unread: ReadonlySet<string> },
): { messages: Message[]; postponed: Mail[] } {
  const messages: Message[] = [];
  const postponed: Mail[] = [];
  for (const mail of mails) {
    if (mail.attachments.length > 0 && messages.length > 0 && store.isLate()) {
      postponed.push(mail);
      continue;
    }
    const { id, threadId, received, attachments: parts, ...rest } = mail;
    const caseNumber = caseNumberOf(plan, mail);
    const attachments = parts.map((attachment) =>
      unread.has(id) ? store.storeAgain(id, attachment, caseNumber) : store.store(id, attachment, caseNumber),
    );
    messages.push({ ...rest, messageId: id, caseNumber, date: received, attachments });
  }
  return { messages, postponed };
}

/** Finds what a message's row still lacks, for the list of failures. */
function missingAttachments({
  messageId,
  caseNumber,
  attachments,
}: Pick<Message, 'messageId' | 'caseNumber' | 'attachments'>): NewFailure[] {
  const missing = attachments.filter(({ driveId }) => driveId === null);
  if (missing.length === 0) return [];
  const parts = missing.map(({ partId = '' }) => partId);
  const error = [...new Set(missing.map((one) => one.error ?? ''))].join('; ');
  return [{ kind: 'attachments', id: messageId, error, caseNumber, parts }];
}

/** Stores what earlier runs could not, and completes the rows. A message whose row is gone is dropped. */
function retryAttachments(
  due: readonly Failure[],
  stored: ReadonlyMap<string, string>,
  store: AttachmentStore,
): Pick<Intake, 'completed'> & { failures: NewFailure[] } {
  const completed = new Map<string, (row: Message) => Partial<Message>>();
  const failures: NewFailure[] = [];
  for (const failure of due) {
    if (failure.kind !== 'attachments' || !stored.has(failure.id)) continue;
    const { kind, id, caseNumber = '', parts = [] } = failure;
    // Files for which there is no time are not looked for in Drive either.
    if (store.refusal !== undefined || store.isLate()) {
      const error = store.refusal === undefined ? NO_TIME : describeError(store.refusal);
      failures.push({ kind, id, error, caseNumber, parts });
      continue;
    }
    try {
      const wanted = toMail(getMessage(id)).attachments.filter(({ partId }) => parts.includes(partId));
      const files = new Map(wanted.map((one) => [one.partId, store.storeAgain(id, one, caseNumber)]));
      completed.set(id, ({ attachments }) => ({ attachments: complete(attachments, files) }));
      failures.push(...missingAttachments({ messageId: id, caseNumber, attachments: [...files.values()] }));
    } catch (error) {
      // The others would be refused, too.
      if (refusesAll(error)) store.refusal = error;
      if (classifyError(error) !== 'not found')
        failures.push({ kind, id, error: describeError(error), caseNumber, parts });
    }
  }
  return { completed, failures };
}

/**
 * Puts files that were missing in their place in the list, or at its end where they were removed from the list. A run that
 * died may have completed the row already.
 */
function complete(
  attachments: readonly StoredAttachment[],
  files: ReadonlyMap<string, StoredAttachment>,
): StoredAttachment[] {
  const updated = attachments.map((old) => files.get(old.partId ?? '') ?? old);
  const listed = new Set(updated.map(({ driveId }) => driveId));
  const lacking = [...files.values()].filter(({ driveId }) => driveId !== null && !listed.has(driveId));
  return [...updated, ...lacking];
}
