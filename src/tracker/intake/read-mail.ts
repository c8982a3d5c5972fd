import { classifyError, describeError, type GoogleErrorKind } from '../../platform/google-errors';
import { getMessage } from '../mail/gmail';
import { type Mail, senderOfMessage, toMail } from '../mail/mail';
import type { Settings } from '../tables';
import type { Failed } from './failures';

/** Whose mail is tracked, and until when there is time to read it. */
export interface Reading {
  settings: Pick<Settings, 'senders'>;
  /** The mailbox's own address: its alerts come back to its inbox. */
  ownAddress: string | undefined;
  /** Whether there is no time for more, with this many attachments to be stored yet. */
  isLate: (uploads: number) => boolean;
}

export interface Read {
  mails: Mail[];
  failures: Failed[];
  /** Ids that need no further look: taken, skipped, gone, or on the list of failures. */
  done: Set<string>;
}

const FAILURES_THAT_MEAN_AN_OUTAGE = 5;
/** No fault of the message: it is read once this is over. */
const WAIT: readonly GoogleErrorKind[] = ['rate limit', 'permission', 'daily quota'];
const ALERT_SUBJECT = /^New case CASE-\d+/;

/**
 * Reads each message in full and keeps those of tracked senders; of the others nothing is kept (interface
 * section 1). One that is gone is dropped, one that cannot be read is listed; neither stops the rest. Where
 * several fail, or the quota is used up, it is not they that are bad: then the rest waits for the next run.
 */
export function readMail(ids: readonly string[], reading: Reading): Read {
  const read: Read = { mails: [], failures: [], done: new Set() };
  for (const id of ids) {
    if (reading.isLate(uploadsOf(read)) || read.failures.length >= FAILURES_THAT_MEAN_AN_OUTAGE) break;
    if (readOne(id, reading, read) === 'wait') break;
    read.done.add(id);
  }
  return read;
}

function uploadsOf({ mails }: Read): number {
  return mails.reduce((sum, { attachments }) => sum + attachments.length, 0);
}

function readOne(id: string, reading: Reading, { mails, failures }: Read): 'done' | 'wait' {
  try {
    const mail = trackedMail(getMessage(id), reading);
    if (mail) mails.push(mail);
  } catch (error) {
    const fault = classifyError(error);
    if (WAIT.includes(fault)) return 'wait';
    if (fault !== 'not found') failures.push({ kind: 'message', id, error: describeError(error) });
  }
  return 'done';
}

function trackedMail(message: GoogleAppsScript.Gmail.Schema.Message, reading: Reading): Mail | undefined {
  if (!isTracked(senderOfMessage(message), reading)) return undefined;
  const mail = toMail(message);
  return isOwnAlert(mail, reading) ? undefined : mail;
}

function isTracked(address: string, { settings }: Reading): boolean {
  return settings.senders.some((sender) => sender.toLowerCase() === address);
}

function isOwnAlert({ sender, subject }: Mail, { ownAddress }: Reading): boolean {
  return sender === ownAddress?.toLowerCase() && ALERT_SUBJECT.test(subject);
}
