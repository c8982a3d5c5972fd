import { classifyError, describeError, NON_RETRYABLE } from '../../platform/google-errors';
import { select } from '../../tables/tables';
import { searchMessages } from '../mail/gmail';
import { findPageUrl } from '../page/web-app';
import { CASES, type Case } from '../tables';
import type { NewFailure } from './failures';
import type { Intake } from './prepare';
import type { Run } from './progress';

/** A mail to the owner about a new case (interface section 4.3). */
interface Alert extends Pick<Case, 'caseNumber' | 'sender' | 'subject'> {
  /** A run that died right afterwards may have sent it. */
  mayBeSent: boolean;
}

/** The platform's limit for a subject line. */
const MAX_SUBJECT_LENGTH = 250;

/** Those of new cases, those that an earlier run left open, and those that failed before. */
export function listAlerts({ plan, cases, due }: Intake, { settings, journal }: Run): Alert[] {
  if (!settings.emailAlerts) return [];
  const open = Object.keys(journal?.threads ?? {}).map((threadId) => plan.existing.get(threadId));
  const earlier = new Set([...open, ...due.filter(({ kind }) => kind === 'alert').map(({ id }) => id)]);
  const rows = earlier.size > 0 ? select(CASES, ['caseNumber', 'sender', 'subject']) : [];
  return [
    ...rows.filter(({ caseNumber }) => earlier.has(caseNumber)).map((row) => ({ ...row, mayBeSent: true })),
    ...cases.map((row) => ({ ...row, mayBeSent: false })),
  ];
}

/**
 * Sends as many as there is time for, and reports those that could not be sent. Where one is refused for good, the
 * others would be too.
 */
export function sendAlerts(alerts: readonly Alert[], to: string, isLate: () => boolean): NewFailure[] {
  const unsent: NewFailure[] = [];
  let refusal: unknown;
  for (const alert of alerts) {
    try {
      if (refusal !== undefined) throw refusal;
      if (isLate()) throw new Error('There was no time left.');
      if (!alert.mayBeSent || !wasSent(alert)) send(alert, to);
    } catch (error) {
      unsent.push({ kind: 'alert', id: alert.caseNumber, error: describeError(error) });
      if (NON_RETRYABLE.includes(classifyError(error))) refusal = error;
    }
  }
  return unsent;
}

/** Sending has no idempotency key, so a run that follows a dead one looks into the sent mail first. */
function wasSent({ caseNumber }: Alert): boolean {
  return searchMessages(`in:sent subject:"New case ${caseNumber}"`).length > 0;
}

/** Without a link as long as the page's address is not known. */
function send({ caseNumber, sender, subject }: Alert, to: string): void {
  const page = findPageUrl();
  const link = page ? `<p><a href="${escapeHtml(page)}#/case/${caseNumber}">Open ${caseNumber}</a></p>` : '';
  MailApp.sendEmail({
    to,
    subject: `New case ${caseNumber}: ${subject.replace(/\s+/g, ' ')}`.slice(0, MAX_SUBJECT_LENGTH),
    htmlBody: `<p>${escapeHtml(sender)} wrote: <b>${escapeHtml(subject)}</b></p>${link}`,
  });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
