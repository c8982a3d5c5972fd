import { classifyError, describeError, NON_RETRYABLE } from '../../platform/google-errors';
import { scan } from '../../tables/tables';
import type { NewFailure } from '../case/failures';
import { CASES, type Case } from '../case/tables';
import { searchMessages } from '../mail/gmail';
import type { Intake } from './prepare';
import type { Run } from './progress';

/** Facts of a new case in an alert (interface section 4.3). */
interface Alert extends Pick<Case, 'caseNumber' | 'sender' | 'senderName' | 'subject'> {
  /** A run that died right afterwards may have sent it. */
  mayBeSent: boolean;
  /** Reason why it was refused before, if it was tried. */
  refusal: string | undefined;
}

export interface Recipient {
  to: string;
  /** The address of the owner's page; empty if it is not known. */
  page: string;
}

/** Reason why an alert waits for the next check, by itself. */
const NO_TIME = 'There was no time left.';

/** The platform's limit for a subject line. */
const MAX_SUBJECT_LENGTH = 250;
/** A mail that lists more might be larger than the platform sends. */
const MAX_LISTED = 300;

/** Lists the alerts of new cases, those that an earlier run left open, and those that failed before. */
export function listAlerts({ plan, cases, due }: Intake, { settings, journal }: Run): Alert[] {
  if (!settings.emailAlerts) return [];
  const isQuiet = (threadId: string) => plan.journal.quiet?.includes(threadId) === true;
  const threads = Object.keys(journal?.threads ?? {}).filter((threadId) => !isQuiet(threadId));
  const open = threads.map((threadId) => plan.existing.get(threadId));
  const failed = new Map(due.filter(({ kind }) => kind === 'alert').map((failure) => [failure.id, failure]));
  const earlier = new Set([...open, ...failed.keys()]);
  const rows = earlier.size > 0 ? scan(CASES, ['caseNumber', 'sender', 'subject', 'senderName']) : [];
  const refusalOf = (caseNumber: string) => {
    const error = failed.get(caseNumber)?.error;
    return error === NO_TIME ? undefined : error;
  };
  return [
    ...rows
      .filter(({ caseNumber }) => earlier.has(caseNumber))
      .map((row) => ({ ...row, mayBeSent: true, refusal: refusalOf(row.caseNumber) })),
    ...cases
      .filter(({ threadId }) => !isQuiet(threadId))
      .map((row) => ({ ...row, mayBeSent: false, refusal: undefined })),
  ];
}

/**
 * Sends as many as there is time for, and reports those that could not be sent. Where one is refused for good, the
 * others would be too. Each case has a mail of its own, but for those that were refused before: one mail lists them.
 */
export function sendAlerts(
  alerts: readonly Alert[],
  { to, page }: Recipient,
  isLate: () => boolean,
): NewFailure[] {
  const unsent: NewFailure[] = [];
  let refused: unknown;
  for (const mail of toMails(alerts)) {
    try {
      if (refused !== undefined) throw refused;
      if (isLate()) throw new Error(NO_TIME);
      const [{ refusal }] = mail;
      if (refusal !== undefined && isQuotaUsedUp()) throw new Error(refusal);
      const open = mail.filter((alert) => !alert.mayBeSent || !isSent(alert));
      if (open.length > 0) send(open, { to, page });
    } catch (error) {
      const failed = mail.map(({ caseNumber, refusal = describeError(error) }): NewFailure => {
        return { kind: 'alert', id: caseNumber, error: refusal };
      });
      unsent.push(...failed);
      const kind = classifyError(error);
      if (NON_RETRYABLE.includes(kind) || (kind === 'refused' && isQuotaUsedUp())) refused = error;
    }
  }
  return unsent;
}

/** Asked, since words do not tell in every language. Where Google does not answer, it is not known. */
function isQuotaUsedUp(): boolean {
  try {
    return MailApp.getRemainingDailyQuota() === 0;
  } catch {
    return false;
  }
}

/** The cases of each mail. */
function toMails(alerts: readonly Alert[]): [Alert, ...Alert[]][] {
  const mails: [Alert, ...Alert[]][] = [];
  let list: [Alert, ...Alert[]] | undefined;
  for (const alert of alerts) {
    if (list && alert.refusal !== undefined && list.length < MAX_LISTED) {
      list.push(alert);
      continue;
    }
    const mail: [Alert, ...Alert[]] = [alert];
    mails.push(mail);
    if (alert.refusal !== undefined) list = mail;
  }
  return mails;
}

/** Sending has no idempotency key, so a run that follows a dead one looks into the sent mail first. */
function isSent({ caseNumber }: Alert): boolean {
  return searchMessages(`in:sent "New case ${caseNumber}"`).length > 0;
}

function send(alerts: readonly Alert[], { to, page }: Recipient): void {
  const [first, ...others] = alerts.map(({ caseNumber, subject }) => ({
    caseNumber,
    title: subject.replace(/\s+/g, ' '),
  }));
  const subject = `New case ${first?.caseNumber}`;
  MailApp.sendEmail({
    to,
    subject: others.length > 0 ? `${subject} and ${others.length} more` : cut(`${subject}: ${first?.title}`),
    htmlBody: alerts
      .map((alert) => (others.length > 0 ? toEntry(alert, page) : toHtml(alert, page)))
      .join(''),
  });
}

/** Writes no link as long as the page's address is not known. */
function toHtml(
  { caseNumber, sender, senderName, subject }: Pick<Case, 'caseNumber' | 'sender' | 'senderName' | 'subject'>,
  page: string,
): string {
  const link = page ? `<p><a href="${escapeHtml(page)}#/case/${caseNumber}">Open ${caseNumber}</a></p>` : '';
  const who = senderName ? `${senderName} (${sender})` : sender;
  return `<p>${escapeHtml(who)} wrote: <b>${escapeHtml(subject)}</b></p>${link}`;
}

/** Entry of a list, with the words by which a later run finds it among the sent mail. */
function toEntry(alert: Alert, page: string): string {
  return `<p>New case ${alert.caseNumber}</p>${toHtml({ ...alert, subject: cut(alert.subject) }, page)}<hr>`;
}

function cut(text: string): string {
  return text.slice(0, MAX_SUBJECT_LENGTH);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
