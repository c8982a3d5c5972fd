import type { StoredAttachment } from './attachments';
import { fromCaseNumber, toCaseNumber } from './case-number';
import type { Mail } from './mail';
import type { Case, Message } from './tables';

/** What is known of cases when numbers are given out. */
export interface Numbering {
  /** Case numbers by thread, as the tab Cases has them. */
  known: ReadonlyMap<string, string>;
  /** Numbers that an earlier run gave to threads before it died. */
  promised: Readonly<Record<string, number>>;
  /** The counter of the tab Settings. */
  next: number;
}

/**
 * Gives every thread without a case the next number, the oldest mail's first (interface section 1, rule 3).
 * A number is never used twice, even where somebody has set the counter back by hand.
 */
export function numberThreads(
  mails: readonly Mail[],
  { known, promised, next }: Numbering,
): Record<string, number> {
  const used = [...[...known.values()].map(fromCaseNumber), ...Object.values(promised)];
  let free = Math.max(Number.isInteger(next) ? next : 1, ...used.map((number) => number + 1));
  const numbers: Record<string, number> = {};
  for (const { threadId } of mails) {
    if (known.has(threadId) || threadId in numbers) continue;
    numbers[threadId] = promised[threadId] ?? free++;
  }
  return numbers;
}

export function byAge(a: Mail, b: Mail): number {
  return a.received.getTime() - b.received.getTime() || (a.id < b.id ? -1 : 1);
}

/** A new case from the mails of its thread, oldest first. Nothing in it depends on when it was taken in. */
export function toCase(number: number, mails: readonly [Mail, ...Mail[]]): Case {
  const [first] = mails;
  return {
    caseNumber: toCaseNumber(number),
    threadId: first.threadId,
    received: first.received,
    sender: first.sender,
    subject: first.subject,
    issue: '',
    status: 'Open',
    notes: '',
    updatedAt: newest(mails),
  };
}

export function toMessage(mail: Mail, caseNumber: string, attachments: StoredAttachment[]): Message {
  const { id, sender, received, body, subject } = mail;
  return { messageId: id, caseNumber, from: sender, date: received, body, attachments, subject };
}

export function newest(mails: readonly Mail[]): Date {
  return new Date(Math.max(...mails.map(({ received }) => received.getTime())));
}
