import { classifyError, describeError, type GoogleErrorKind } from '../../platform/google-errors';
import { getMessage } from '../mail/gmail';
import { type Mail, senderOf, toMail } from '../mail/mail';
import type { NewFailure } from './failures';
import type { Run } from './progress';

interface ReadMail {
  /** Those of tracked senders. */
  mails: Mail[];
  failures: NewFailure[];
  /** Ids that need no further look: read, skipped, deleted, or listed as failures. */
  done: Set<string>;
}

const FAILURES_THAT_MEAN_AN_OUTAGE = 5;
/** Not the message's fault: it is read once this is over. */
const TEMPORARY: readonly GoogleErrorKind[] = ['rate limit', 'permission', 'daily quota'];
const ALERT_SUBJECT = /^New case CASE-\d+/;

/**
 * Reads each message in full and keeps those of tracked senders; nothing is kept of the others (interface section 1).
 * A deleted one is dropped, one that cannot be read is listed; neither stops the rest. Where several fail, or the
 * quota is used up, the messages are not the reason: the rest waits for the next run. `isLate` says whether there is
 * no time to read more, given the number of attachments that are still to be stored.
 */
export function readMail(
  ids: readonly string[],
  run: Run,
  isLate: (attachments: number) => boolean,
): ReadMail {
  const mails: Mail[] = [];
  const failures: NewFailure[] = [];
  const done = new Set<string>();
  for (const id of ids) {
    const attachments = mails.reduce((sum, mail) => sum + mail.attachments.length, 0);
    if (isLate(attachments) || failures.length >= FAILURES_THAT_MEAN_AN_OUTAGE) break;
    try {
      const message = getMessage(id);
      if (isTracked(message, run)) mails.push(toMail(message));
    } catch (error) {
      const kind = classifyError(error);
      if (TEMPORARY.includes(kind)) break;
      if (kind !== 'not found') failures.push({ kind: 'message', id, error: describeError(error) });
    }
    done.add(id);
  }
  return { mails: mails.filter((mail) => !isOwnAlert(mail, run)), failures, done };
}

function isTracked(message: GoogleAppsScript.Gmail.Schema.Message, { settings }: Run): boolean {
  const address = senderOf(message);
  return settings.senders.some((sender) => sender.toLowerCase() === address);
}

/** Alerts that the mailbox sends to itself come back to its inbox. */
function isOwnAlert({ sender, subject }: Mail, { progress }: Run): boolean {
  return sender === progress.address?.toLowerCase() && ALERT_SUBJECT.test(subject);
}
