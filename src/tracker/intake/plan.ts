import { addDays, dayAt } from '../../platform/day';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { NEVER, scan } from '../../tables/tables';
import { type ArrivalRule, UNEDITED } from '../case/answers';
import { caseNumberOfRow } from '../case/long-mail';
import { effectsOf } from '../case/rules';
import { CASES, type Case, fromCaseNumber, MESSAGES, toCaseNumber } from '../case/tables';
import { type Mail, newestOf } from '../mail/mail';
import { addName, writerOf } from '../mail/people';
import type { ReadMail } from './new-mail';
import { type Journal, type Run, saveJournal } from './progress';
import { findReopenedCases, type RepliedCases, readRepliedCases } from './refresh';

/** Which thread belongs to which case; decided before anything is stored. */
export interface Plan {
  journal: Journal;
  /** True if the journal is written: a run that needs none leaves that of the last one alone. */
  isWritten: boolean;
  /** The counter once the journal's numbers are given out. */
  nextCaseNumber: number;
  /** The case numbers of threads that already have a case, by threadId. */
  existing: ReadonlyMap<string, string>;
  /** Cases among them that the mails reply to, by case number. */
  replied: RepliedCases;
}

/** Gives the mails' threads their case numbers, and writes that down before anything is done with them. */
export function planCases({ mails, undated }: Pick<ReadMail, 'mails' | 'undated'>, run: Run): Plan {
  const { settings, journal: unfinished } = run;
  const isWritten = mails.length > 0 || unfinished !== undefined;
  // The upper one counts where a case occurs twice.
  const rows = isWritten ? scan(CASES, ['caseNumber', 'threadId']).reverse() : [];
  const existing = new Map(rows.map(({ caseNumber, threadId }) => [threadId, caseNumber]));
  const replied = readRepliedCases(mails, existing, settings);
  const spent = numbersSpent(run);
  const threads = numberThreads(mails, { existing, spent }, run);
  const journal: Journal = {
    run: unfinished?.run ?? Utilities.getUuid(),
    threads,
    messages: [...(unfinished?.messages ?? []), ...mails.map(({ id }) => id)],
    undated: { ...unfinished?.undated, ...undated },
    quiet: [...(unfinished?.quiet ?? []), ...findQuiet(mails, existing, settings.rules ?? [])],
    reopened: { ...unfinished?.reopened, ...findReopenedCases(mails, { existing, replied }) },
  };
  if (mails.length > 0) saveJournal(journal);
  return {
    journal,
    isWritten,
    nextCaseNumber: above([...spent, ...Object.values(threads)], settings.nextCaseNumber),
    existing,
    replied,
  };
}

export function caseNumberOf({ existing, journal }: Plan, { threadId }: Mail): string {
  return existing.get(threadId) ?? toCaseNumber(journal.threads[threadId] ?? 0);
}

/** The rows of the cases that these mails start, with the edits that the owner's rules make. */
export function newCases(plan: Plan, mails: readonly Mail[], rules: readonly ArrivalRule[]): Case[] {
  return newThreads(mails, plan.existing).map((thread) => ({
    ...toCase(caseNumberOf(plan, thread[0]), thread),
    ...editsOf(effectsOf(rules, thread[0]), thread[0]),
  }));
}

/** The mails of each thread that has no case yet, oldest first. */
function newThreads(mails: readonly Mail[], existing: ReadonlyMap<string, string>): [Mail, ...Mail[]][] {
  const threads = new Map<string, [Mail, ...Mail[]]>();
  for (const mail of mails.filter(({ threadId }) => !existing.has(threadId))) {
    const thread = threads.get(mail.threadId);
    if (thread) thread.push(mail);
    else threads.set(mail.threadId, [mail]);
  }
  return [...threads.values()];
}

function findQuiet(
  mails: readonly Mail[],
  existing: ReadonlyMap<string, string>,
  rules: readonly ArrivalRule[],
): string[] {
  return newThreads(mails, existing)
    .filter(([first]) => effectsOf(rules, first).noAlert)
    .map(([{ threadId }]) => threadId);
}

function editsOf(
  { issue, status, dueInDays }: ReturnType<typeof effectsOf>,
  { received }: Mail,
): Partial<Case> {
  const zone = () => boundSpreadsheet().getSpreadsheetTimeZone();
  return {
    ...(issue === undefined ? {} : { issue }),
    ...(status === undefined ? {} : { status }),
    ...(status === 'Closed' ? { closedAt: received } : {}),
    ...(dueInDays === undefined ? {} : { due: addDays(dayAt(received.getTime(), zone()), dueInDays) }),
  };
}

/**
 * Gives every thread without a case the next number, the oldest mail's first (interface section 1, rule 3).
 * A number is never used twice, even where the counter was set back by hand. Those that an unfinished run has
 * given out stay.
 */
function numberThreads(
  mails: readonly Mail[],
  { existing, spent }: { existing: ReadonlyMap<string, string>; spent: readonly number[] },
  { settings, journal: unfinished }: Run,
): Record<string, number> {
  const threads = { ...unfinished?.threads };
  const used = [...spent, ...[...existing.values()].map(fromCaseNumber), ...Object.values(threads)];
  let next = above(used, settings.nextCaseNumber);
  for (const { threadId } of mails) {
    if (!existing.has(threadId)) threads[threadId] ??= next++;
  }
  return threads;
}

/** Reads the numbers in Messages if the properties with the counter are lost: the row of a case may be lost too. */
function numbersSpent({ progress }: Run): number[] {
  if (progress.nextCaseNumber !== undefined) return [];
  return scan(MESSAGES, ['caseNumber']).map(({ caseNumber }) => fromCaseNumber(caseNumberOfRow(caseNumber)));
}

/** The counter, but above all of the numbers. */
function above(numbers: readonly number[], counter: number): number {
  return numbers.reduce((highest, number) => Math.max(highest, number + 1), counter || 1);
}

/** A case from the mails of its thread, oldest first. Nothing in it depends on when it was taken in. */
function toCase(caseNumber: string, thread: readonly [Mail, ...Mail[]]): Case {
  const [{ threadId, received, from, subject }] = thread;
  const newest = newestOf(thread.map(({ received }) => received));
  const written = thread.filter(({ isAutomatic }) => !isAutomatic);
  return {
    caseNumber,
    threadId,
    received,
    sender: from,
    subject,
    ...UNEDITED,
    updatedAt: newest,
    seen: 0,
    lastMailAt: newestOf(written.map(({ received }) => received)),
    due: '',
    repliedAt: NEVER,
    closedAt: NEVER,
    firstReplyAt: NEVER,
    senderName: (written.length > 0 ? written : thread).map(writerOf).reduce(addName, ''),
  };
}
