import { classifyError, describeError } from '../../platform/google-errors';
import { updateAll, type Write } from '../../tables/tables';
import type { AttachmentStore, StoredAttachment } from '../mail/attachments';
import { getMessage } from '../mail/gmail';
import { type Mail, toMail } from '../mail/mail';
import { MESSAGES, type Message } from '../tables';
import type { Failure, NewFailure } from './failures';
import { caseNumberOf, type Plan } from './plan';

interface Storing {
  store: AttachmentStore;
  /** Messages that earlier runs could not take in, though they may have stored their files. */
  unread: ReadonlySet<string>;
}

/**
 * Stores the mails' attachments as long as there is time, and makes the rows. The first mail is taken in whatever the
 * time, so that every run makes progress: only those of its files wait for which there is none. Other mails with files
 * are postponed to the next run.
 */
export function storeAttachments(
  mails: readonly Mail[],
  plan: Plan,
  { store, unread }: Storing,
): { messages: Message[]; postponed: Mail[] } {
  const messages: Message[] = [];
  const postponed: Mail[] = [];
  for (const mail of mails) {
    if (mail.attachments.length > 0 && messages.length > 0 && store.isLate()) {
      postponed.push(mail);
      continue;
    }
    const { id, sender, received, body, subject } = mail;
    const caseNumber = caseNumberOf(plan, mail);
    const attachments = mail.attachments.map((attachment) =>
      unread.has(id) ? store.storeAgain(id, attachment, caseNumber) : store.store(id, attachment, caseNumber),
    );
    messages.push({ messageId: id, caseNumber, from: sender, date: received, body, attachments, subject });
  }
  return { messages, postponed };
}

/** What a message's row still lacks, for the list of failures. */
export function missingAttachments({
  messageId,
  caseNumber,
  attachments,
}: Pick<Message, 'messageId' | 'caseNumber' | 'attachments'>): NewFailure[] {
  const missing = attachments.filter(({ driveId }) => driveId === null);
  const [first] = missing;
  if (!first) return [];
  const parts = missing.map(({ partId = '' }) => partId);
  return [{ kind: 'attachments', id: messageId, error: first.error ?? '', caseNumber, parts }];
}

/** Stores what earlier runs could not, and completes the rows. A message whose row is gone is dropped. */
export function retryAttachments(
  due: readonly Failure[],
  stored: ReadonlyMap<string, string>,
  store: AttachmentStore,
): { completed: Write[]; failures: NewFailure[] } {
  const completed: Write[] = [];
  const failures: NewFailure[] = [];
  for (const failure of due) {
    if (failure.kind !== 'attachments' || !stored.has(failure.id)) continue;
    const { kind, id, caseNumber = '', parts = [] } = failure;
    if (store.refusal !== undefined) {
      failures.push({ kind, id, error: describeError(store.refusal), caseNumber, parts });
      continue;
    }
    try {
      const files = storeParts(failure, store);
      completed.push(
        updateAll(MESSAGES, id, ({ attachments }) => ({ attachments: complete(attachments, files) })),
      );
      failures.push(...missingAttachments({ messageId: id, caseNumber, attachments: [...files.values()] }));
    } catch (error) {
      if (classifyError(error) !== 'not found')
        failures.push({ kind, id, error: describeError(error), caseNumber, parts });
    }
  }
  return { completed, failures };
}

/** By part of the message. */
function storeParts(
  { id, caseNumber = '', parts = [] }: Failure,
  store: AttachmentStore,
): Map<string, StoredAttachment> {
  const wanted = toMail(getMessage(id)).attachments.filter(({ partId }) => parts.includes(partId));
  return new Map(
    wanted.map((attachment) => [attachment.partId, store.storeAgain(id, attachment, caseNumber)]),
  );
}

/**
 * What was missing goes to its place in the list, or to its end where somebody has removed it from the list. A run
 * that died may have completed the row already.
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
