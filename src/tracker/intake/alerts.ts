import { classifyError, describeError, NON_RETRYABLE } from '../../platform/google-errors';
import { select } from '../../tables/tables';
import { searchMessages } from '../mail/gmail';
import { findPageUrl } from '../page/web-app';
import { CASES, type Case, type Settings } from '../tables';
import type { Failed } from './failures';
import type { Intake } from './prepare';

/** What an alert tells of a new case (interface section 4.3). */
type Alert = Pick<Case, 'caseNumber' | 'sender' | 'subject'>;

/** The platform's limit for a subject line. */
const LONGEST_SUBJECT = 250;

/** An alert that is due; a doubtful one may have been sent by a run that died right after. */
type DueAlert = Alert & { doubtful: boolean };

/** Those of new cases, those that an earlier run left open, and those that failed before. */
export function dueAlerts(
  { emailAlerts }: Settings,
  { plan: { known, resumed }, cases, due }: Pick<Intake, 'plan' | 'cases' | 'due'>,
): DueAlert[] {
  if (!emailAlerts) return [];
  const left = [...resumed].map((threadId) => known.get(threadId));
  const doubtful = new Set([...left, ...due.filter(({ kind }) => kind === 'alert').map(({ id }) => id)]);
  const earlier = doubtful.size > 0 ? select(CASES, ['caseNumber', 'sender', 'subject']) : [];
  return [
    ...earlier
      .filter(({ caseNumber }) => doubtful.has(caseNumber))
      .map((alert) => ({ ...alert, doubtful: true })),
    ...cases.map((alert) => ({ ...alert, doubtful: false })),
  ];
}

/** Sends as many as there is time for; what could not be sent is reported. Where one is refused, so would be all. */
export function sendAlerts(alerts: readonly DueAlert[], to: string, isLate: () => boolean): Failed[] {
  const unsent: Failed[] = [];
  let refusal: unknown;
  for (const alert of alerts) {
    const error = refusal ?? (isLate() ? new Error('There was no time left.') : tryToSend(alert, to));
    if (error === undefined) continue;
    unsent.push({ kind: 'alert', id: alert.caseNumber, error: describeError(error) });
    if (NON_RETRYABLE.includes(classifyError(error))) refusal = error;
  }
  return unsent;
}

/** The error, or undefined where the alert is out. */
function tryToSend(alert: DueAlert, to: string): unknown {
  try {
    if (!alert.doubtful || !wasAlerted(alert)) sendAlert(alert, to);
    return undefined;
  } catch (error) {
    return error;
  }
}

function sendAlert(alert: Alert, to: string): void {
  MailApp.sendEmail({ to, subject: subjectOf(alert), htmlBody: htmlOf(alert, findPageUrl()) });
}

/** Sending has no key against doubles, so a run that follows a dead one looks into the sent mail first. */
function wasAlerted({ caseNumber }: Pick<Alert, 'caseNumber'>): boolean {
  return searchMessages(`in:sent subject:"New case ${caseNumber}"`).length > 0;
}

function subjectOf({ caseNumber, subject }: Alert): string {
  return `New case ${caseNumber}: ${subject.replace(/\s+/g, ' ')}`.slice(0, LONGEST_SUBJECT);
}

/** Where nobody knows the page's address yet, the mail carries no link. */
function htmlOf({ caseNumber, sender, subject }: Alert, page: string | undefined): string {
  const link = page ? `<p><a href="${escapeHtml(page)}#/case/${caseNumber}">Open ${caseNumber}</a></p>` : '';
  return `<p>${escapeHtml(sender)} wrote: <b>${escapeHtml(subject)}</b></p>${link}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
