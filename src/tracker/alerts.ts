import { searchMessages } from './gmail';
import { findPageUrl } from './page-url';
import type { Case } from './tables';

/** What an alert tells of a new case (interface section 4.3). */
export type Alert = Pick<Case, 'caseNumber' | 'sender' | 'subject'>;

/** The platform's limit for a subject line. */
const LONGEST_SUBJECT = 250;
export function sendAlert(alert: Alert, to: string): void {
  MailApp.sendEmail({ to, subject: subjectOf(alert), htmlBody: htmlOf(alert, findPageUrl()) });
}

/** Sending has no key against doubles, so a run that follows a dead one looks into the sent mail first. */
export function wasAlerted({ caseNumber }: Pick<Alert, 'caseNumber'>): boolean {
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
