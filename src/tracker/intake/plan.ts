import { select } from '../../tables/tables';
import type { Mail } from '../mail/mail';
import { CASES, type Case, fromCaseNumber, toCaseNumber } from '../tables';
import { type Journal, type Run, saveJournal } from './progress';

/** Which thread belongs to which case; decided before anything is stored. */
export interface Plan {
  journal: Journal;
  /** Whether the journal is written: a run that needs none leaves that of the last one alone. */
  isWritten: boolean;
  /** The counter once the journal's numbers are given out. */
  nextCaseNumber: number;
  /** The case numbers of threads that already have a case, by threadId. */
  existing: ReadonlyMap<string, string>;
}

/** Gives the mails' threads their case numbers, and writes that down before anything is done with them. */
export function planCases(mails: readonly Mail[], { settings, journal: unfinished }: Run): Plan {
  const existing = mails.length > 0 || unfinished ? readCaseNumbers() : new Map<string, string>();
  const threads = numberThreads(mails, {
    existing,
    numbered: unfinished?.threads ?? {},
    next: settings.nextCaseNumber,
  });
  const journal: Journal = {
    run: unfinished?.run ?? Utilities.getUuid(),
    threads,
    messages: [...(unfinished?.messages ?? []), ...mails.map(({ id }) => id)],
    pending: unfinished?.pending ?? [],
  };
  if (mails.length > 0) saveJournal(journal);
  const isWritten = mails.length > 0 || unfinished !== undefined;
  return {
    journal,
    isWritten,
    nextCaseNumber: above(Object.values(threads), settings.nextCaseNumber),
    existing,
  };
}

/** Where somebody has pasted a case twice, the upper one counts. */
function readCaseNumbers(): Map<string, string> {
  const rows = select(CASES, ['caseNumber', 'threadId']).reverse();
  return new Map(rows.map(({ caseNumber, threadId }) => [threadId, caseNumber]));
}

interface Numbering {
  existing: ReadonlyMap<string, string>;
  /** What an earlier run gave to threads before it died. */
  numbered: Readonly<Record<string, number>>;
  /** The counter of the tab Settings. */
  next: number;
}

/**
 * Gives every thread without a case the next number, the oldest mail's first (interface section 1, rule 3).
 * A number is never used twice, even where somebody has set the counter back by hand.
 */
function numberThreads(
  mails: readonly Mail[],
  { existing, numbered, next }: Numbering,
): Record<string, number> {
  const threads = { ...numbered };
  let free = above([...[...existing.values()].map(fromCaseNumber), ...Object.values(numbered)], next);
  for (const { threadId } of mails) {
    if (!existing.has(threadId)) threads[threadId] ??= free++;
  }
  return threads;
}

/** The counter, but above all of the numbers. */
function above(numbers: readonly number[], counter: number): number {
  return numbers.reduce((highest, number) => Math.max(highest, number + 1), counter || 1);
}

export function caseNumberOf({ existing, journal }: Plan, { threadId }: Mail): string {
  return existing.get(threadId) ?? toCaseNumber(journal.threads[threadId] ?? 0);
}

/** The rows of the cases that these mails start. */
export function newCases(plan: Plan, mails: readonly Mail[]): Case[] {
  const threads = new Map<string, [Mail, ...Mail[]]>();
  for (const mail of mails.filter(({ threadId }) => !plan.existing.has(threadId))) {
    const thread = threads.get(mail.threadId);
    if (thread) thread.push(mail);
    else threads.set(mail.threadId, [mail]);
  }
  return [...threads.values()].map((thread) => toCase(caseNumberOf(plan, thread[0]), thread));
}

/** A case from the mails of its thread, oldest first. Nothing in it depends on when it was taken in. */
function toCase(caseNumber: string, thread: readonly [Mail, ...Mail[]]): Case {
  const [{ threadId, received, sender, subject }] = thread;
  const newest = Math.max(...thread.map((mail) => mail.received.getTime()));
  return {
    caseNumber,
    threadId,
    received,
    sender,
    subject,
    issue: '',
    status: 'Open',
    notes: '',
    updatedAt: new Date(newest),
  };
}
