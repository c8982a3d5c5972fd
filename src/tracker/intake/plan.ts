import { select } from '../../tables/tables';
import type { StoredAttachment } from '../mail/attachments';
import type { Mail } from '../mail/mail';
import { CASES, type Case, fromCaseNumber, type Message, toCaseNumber } from '../tables';
import type { Situation } from './prepare';
import { type Journal, saveJournal } from './progress';

/** What is known of cases when numbers are given out. */
interface Numbering {
  /** Case numbers by thread, as the tab Cases has them. */
  known: ReadonlyMap<string, string>;
  /** Numbers that an earlier run gave to threads before it died. */
  promised: Readonly<Record<string, number>>;
  /** The counter of the tab Settings. */
  next: number;
}

/** Which thread belongs to which case; settled before anything is stored. */
export interface Plan {
  journal: Journal;
  /** Whether the journal is written down; a run that needs none leaves that of the last one alone. */
  isWritten: boolean;
  /** The counter once the journal's numbers are given out. */
  nextCaseNumber: number;
  /** Case numbers of the threads that have a case already. */
  known: ReadonlyMap<string, string>;
  /** Whether an earlier run died, or could not end; its rows and files may stand already. */
  isResumed: boolean;
  /** The threads of that run; their cases may stand already. */
  resumed: ReadonlySet<string>;
}

/** Gives the mails' threads their numbers and writes that down before anything is done with them. */
export function planCases(
  mails: readonly Mail[],
  { settings, journal: earlier }: Pick<Situation, 'settings' | 'journal'>,
): Plan {
  const known = mails.length > 0 || earlier ? knownThreads() : new Map<string, string>();
  const promised = earlier?.threads ?? {};
  const numbers = numberThreads(mails, { known, promised, next: settings.nextCaseNumber });
  const threads = { ...promised, ...numbers };
  const messages = [...(earlier?.messages ?? []), ...mails.map(({ id }) => id)];
  const journal = {
    run: earlier?.run ?? Utilities.getUuid(),
    threads,
    messages,
    untold: earlier?.untold ?? [],
  };
  const isNeeded = mails.length > 0;
  if (isNeeded) saveJournal(journal);
  const nextCaseNumber = Math.max(
    settings.nextCaseNumber || 1,
    ...Object.values(journal.threads).map((number) => number + 1),
  );
  return {
    journal,
    isWritten: isNeeded || earlier !== undefined,
    nextCaseNumber,
    known,
    isResumed: earlier !== undefined,
    resumed: new Set(Object.keys(promised)),
  };
}

export function caseNumberOf({ known, journal }: Plan, { threadId }: Mail): string {
  return known.get(threadId) ?? toCaseNumber(journal.threads[threadId] ?? 0);
}

/** The rows of the cases that these mails begin. */
export function newCases({ known, journal }: Plan, mails: readonly Mail[]): Case[] {
  return groupByThread(mails.filter(({ threadId }) => !known.has(threadId))).map((thread) =>
    toCase(journal.threads[thread[0].threadId] ?? 0, thread),
  );
}

/** Cases that stood already and got new mail: when their newest came in, by case number. */
export function refreshedCases({ known }: Plan, mails: readonly Mail[]): Map<string, Date> {
  const threads = groupByThread(mails.filter(({ threadId }) => known.has(threadId)));
  return new Map(threads.map((thread) => [known.get(thread[0].threadId) ?? '', newest(thread)]));
}

/** What the journal still promises once these cases stand; none left means that the run came to its end. */
export function stillPromised({ known, journal }: Plan, cases: readonly Case[]): Journal | undefined {
  const standing = new Set([...known.keys(), ...cases.map(({ threadId }) => threadId)]);
  const threads = Object.entries(journal.threads).filter(([threadId]) => !standing.has(threadId));
  return threads.length > 0 ? { ...journal, threads: Object.fromEntries(threads) } : undefined;
}

/** Where somebody has pasted a case twice, the upper one counts. */
function knownThreads(): Map<string, string> {
  const rows = select(CASES, ['caseNumber', 'threadId']).reverse();
  return new Map(rows.map(({ caseNumber, threadId }) => [threadId, caseNumber]));
}

function groupByThread(mails: readonly Mail[]): [Mail, ...Mail[]][] {
  const threads = new Map<string, [Mail, ...Mail[]]>();
  for (const mail of mails) {
    const thread = threads.get(mail.threadId);
    if (thread) thread.push(mail);
    else threads.set(mail.threadId, [mail]);
  }
  return [...threads.values()];
}

/**
 * Gives every thread without a case the next number, the oldest mail's first (interface section 1, rule 3).
 * A number is never used twice, even where somebody has set the counter back by hand.
 */
function numberThreads(mails: readonly Mail[], { known, promised, next }: Numbering): Record<string, number> {
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
function toCase(number: number, mails: readonly [Mail, ...Mail[]]): Case {
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

function newest(mails: readonly Mail[]): Date {
  return new Date(Math.max(...mails.map(({ received }) => received.getTime())));
}
