import { findAll, groupNearby, raiseTimestamps, select, updateRows, type Write } from '../../tables/tables';
import { getMessage } from '../mail/gmail';
import { type Mail, receivedAt } from '../mail/mail';
import { CASES, type Case, fromCaseNumber, MESSAGES, type Message } from '../tables';
import type { Plan } from './plan';
import type { Intake } from './prepare';

/** Of the numbers of cases between those whose times are written together: more would keep others waiting for the lock. */
const CASES_PER_HOLD = 10_000;

/** The cases with new mail as they were before, by case number. */
export type RepliedCases = ReadonlyMap<string, Pick<Case, 'caseNumber' | 'received'>>;

/** By case number. */
export type FirstMessages = ReadonlyMap<string, Message>;

/** Reads those of the mails' cases that have a row already. */
export function readRepliedCases(
  mails: readonly Mail[],
  existing: ReadonlyMap<string, string>,
): RepliedCases {
  const numbers = new Set(mails.flatMap(({ threadId }) => existing.get(threadId) ?? []));
  if (numbers.size === 0) return new Map();
  const rows = select(CASES, ['caseNumber', 'received']).filter(({ caseNumber }) => numbers.has(caseNumber));
  // Where a case occurs twice, the upper one counts.
  return new Map(rows.reverse().map((row) => [row.caseNumber, row]));
}

/**
 * The messages that are older than the first one of their case so far. A cell's time is off by hours once the spreadsheet
 * has moved to another time zone, so where a message looks older, the mailbox is asked when that first one was received.
 */
export function findFirstMessages(messages: readonly Message[], { replied }: Plan): FirstMessages {
  const firsts = new Map<string, Message>();
  for (const message of messages) {
    const { caseNumber, date } = message;
    const earliest = firsts.get(caseNumber)?.date ?? replied.get(caseNumber)?.received;
    if (earliest && date < earliest) firsts.set(caseNumber, message);
  }
  if (firsts.size === 0) return firsts;
  const stored = findAll(MESSAGES, 'caseNumber', [...firsts.keys()]);
  for (const [caseNumber, { date }] of firsts) {
    const own = stored.filter((message) => message.caseNumber === caseNumber);
    const [first] = own.sort((a, b) => a.date.getTime() - b.date.getTime());
    if (first && date >= exactDate(first)) firsts.delete(caseNumber);
  }
  return firsts;
}

/**
 * Brings cases with new mail up to date: the times of the last one, never back, and where the first one came in only now,
 * what a case has of it. Each of these writes is short enough for a hold of the lock.
 */
export function refreshCases(intake: Intake): Write[] {
  const newest = newestByCase(intake);
  const changes = new Map(
    [...intake.firsts].map(([caseNumber, first]) => [
      caseNumber,
      (row: Case) => refreshed(row, newest.get(caseNumber) ?? first.date, first),
    ]),
  );
  const changed = groupNearby(CASES, [...changes.keys()]).map((group) =>
    updateRows(CASES, new Map([...changes].filter(([caseNumber]) => group.includes(caseNumber)))),
  );
  return [...changed, ...raiseTimes([...newest].filter(([caseNumber]) => !changes.has(caseNumber)))];
}

/** By the numbers of the cases that had a row before. */
function newestByCase({ messages, cases }: Intake): Map<string, Date> {
  const started = new Set(cases.map(({ caseNumber }) => caseNumber));
  const newest = new Map<string, Date>();
  for (const { caseNumber, date } of messages) {
    if (!started.has(caseNumber) && date > (newest.get(caseNumber) ?? 0)) newest.set(caseNumber, date);
  }
  return newest;
}

function refreshed(row: Case, newest: Date, { date, from, subject }: Message): Partial<Case> {
  return {
    received: date,
    sender: from,
    subject,
    updatedAt: row.updatedAt >= newest ? row.updatedAt : newest,
    lastMailAt: row.lastMailAt >= newest ? row.lastMailAt : newest,
  };
}

/** Those whose rows lie far apart are written one after the other. */
function raiseTimes(newest: readonly [string, Date][]): Write[] {
  const parts = new Map<number, Map<string, Date>>();
  for (const [caseNumber, date] of newest) {
    const part = Math.floor(fromCaseNumber(caseNumber) / CASES_PER_HOLD);
    parts.set(part, (parts.get(part) ?? new Map<string, Date>()).set(caseNumber, date));
  }
  return [...parts.values()].map((some) => raiseTimestamps(CASES, ['updatedAt', 'lastMailAt'], some));
}

/** Where the mailbox no longer has the message, the cell has to do. */
function exactDate({ messageId, date }: Message): Date {
  try {
    return receivedAt(getMessage(messageId)) ?? date;
  } catch {
    return date;
  }
}
