import { classifyError, describeError, NON_RETRYABLE } from '../../platform/google-errors';
import { select } from '../../tables/tables';
import { searchMessages } from '../mail/gmail';
import { findPageUrl } from '../page/web-app';
import { CASES, type Case, fromCaseNumber } from '../tables';
import type { NewFailure } from './failures';
import type { Intake } from './prepare';
import type { Progress, Run } from './progress';

/** The messages that have been stored, for the bell. */
export interface Notifications {
  /** How many since the first mail. */
  messages: number;
  /** The numbers of the cases of the newest, the newest first. */
  newest: number[];
}

/** A mail to the owner about a new case (interface section 4.3). */
interface Alert extends Pick<Case, 'caseNumber' | 'sender' | 'subject'> {
  /** A run that died right afterwards may have sent it. */
  mayBeSent: boolean;
}

/** About 1 kB of a property's 9. */
const MAX_NEWEST = 200;
/** About as much again. */
const MAX_REOPENED = 50;
/** The platform's limit for a subject line. */
const MAX_SUBJECT_LENGTH = 250;

/**
 * Counts what the run has stored. The journal lists it, also what was stored before the run died; `notifiedThrough` says
 * how much of that list is counted already.
 */
export function countStored(
  intake: Intake,
  { notifications, notifiedThrough }: Progress,
): Pick<Progress, 'notifications' | 'notifiedThrough'> {
  const { journal } = intake.plan;
  const caseNumbers = storedCaseNumbers(intake);
  const done = notifiedThrough?.run === journal.run ? notifiedThrough.messages : 0;
  const added = [...new Set(journal.messages.slice(done))].flatMap((id) => caseNumbers.get(id) ?? []);
  const { messages, newest } = notifications ?? { messages: 0, newest: [] };
  return {
    notifications: {
      messages: messages + added.length,
      newest: [...added.reverse(), ...newest].slice(0, MAX_NEWEST),
    },
    notifiedThrough: { run: journal.run, messages: journal.messages.length },
  };
}

/** Adds the cases that the run's mail has opened again, the newest last. */
export function noteReopened(
  { plan: { journal } }: Intake,
  { reopened = {} }: Progress,
): Pick<Progress, 'reopened'> {
  const { reopened: added = {} } = journal;
  const others = Object.entries(reopened).filter(([caseNumber]) => !(caseNumber in added));
  return { reopened: Object.fromEntries([...others, ...Object.entries(added)].slice(-MAX_REOPENED)) };
}

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
      // Sending has no idempotency key, so a run that follows a dead one looks into the sent mail first.
      const query = `in:sent subject:"New case ${alert.caseNumber}"`;
      if (!alert.mayBeSent || searchMessages(query).length === 0) send(alert, to);
    } catch (error) {
      unsent.push({ kind: 'alert', id: alert.caseNumber, error: describeError(error) });
      if (NON_RETRYABLE.includes(classifyError(error))) refusal = error;
    }
  }
  return unsent;
}

/** Of all messages that have a row, as far as this run knows them: the numbers of their cases, by messageId. */
function storedCaseNumbers({ stored, messages }: Intake): ReadonlyMap<string, number> {
  const numbers = new Map([...stored].map(([id, caseNumber]) => [id, fromCaseNumber(caseNumber)]));
  for (const { messageId, caseNumber } of messages) numbers.set(messageId, fromCaseNumber(caseNumber));
  return numbers;
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
