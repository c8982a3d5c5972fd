import { raiseTimestamps } from '../../tables/sheet';
import { findAll, scan, type Write } from '../../tables/tables';
import * as write from '../../tables/writes';
import { getMessage } from '../mail/gmail';
import { type Mail, receivedAt } from '../mail/mail';
import { CASES, type Case, MESSAGES, type Message, type Settings } from '../tables';
import type { Plan } from './plan';
import type { Intake } from './prepare';

/** The cases with new mail as they were before, by case number. */
export type RepliedCases = ReadonlyMap<
  string,
  Pick<Case, 'caseNumber' | 'received'> & Partial<Pick<Case, 'status'>>
>;

/** By case number. */
export type FirstMessages = ReadonlyMap<string, Message>;

/** How many messages of a closed case the owner had seen when a reply opened it again, by case number. */
export type ReopenedCases = Readonly<Record<string, number>>;

/** Reads those of the mails' cases that have a row already; their status only where replies are to open closed ones. */
export function readRepliedCases(
  mails: readonly Mail[],
  existing: ReadonlyMap<string, string>,
  { reopenOnReply }: Pick<Settings, 'reopenOnReply'>,
): RepliedCases {
  const numbers = new Set(mails.flatMap(({ threadId }) => existing.get(threadId) ?? []));
  if (numbers.size === 0) return new Map();
  const columns = ['caseNumber', 'received', ...(reopenOnReply ? (['status'] as const) : [])] as const;
  const rows = scan(CASES, columns).filter(({ caseNumber }) => numbers.has(caseNumber));
  // Where a case occurs twice, the upper one counts.
  return new Map(rows.reverse().map((row) => [row.caseNumber, row]));
}

/** The closed cases to which these mails are newer than all mail before. Nothing is known to be closed unless it was asked. */
export function findReopenedCases(
  mails: readonly Mail[],
  { existing, replied }: Pick<Plan, 'existing' | 'replied'>,
): ReopenedCases {
  const isClosed = (caseNumber: string) => replied.get(caseNumber)?.status === 'Closed';
  if (![...replied.keys()].some(isClosed)) return {};
  const rows = scan(CASES, ['caseNumber', 'seen', 'lastMailAt']).filter(({ caseNumber }) =>
    isClosed(caseNumber),
  );
  const newer = rows.filter(({ caseNumber, lastMailAt }) =>
    mails.some(
      ({ threadId, received }) => existing.get(threadId) === caseNumber && !(received <= lastMailAt),
    ),
  );
  return Object.fromEntries(newer.map(({ caseNumber, seen }) => [caseNumber, seen ?? 0]));
}

/**
 * The messages that are older than the first one of their case so far. A cell's time is off by hours once the spreadsheet
 * has moved to another time zone, so where a message looks older, the mailbox is asked when that first one was received, as
 * long as there is time.
 */
export function findFirstMessages(
  messages: readonly Message[],
  { replied }: Plan,
  isLate: () => boolean,
): FirstMessages {
  const firsts = new Map<string, Message>();
  for (const message of messages) {
    const { caseNumber, date } = message;
    const earliest = firsts.get(caseNumber)?.date ?? replied.get(caseNumber)?.received;
    if (earliest && date < earliest) firsts.set(caseNumber, message);
  }
  if (firsts.size === 0 || isLate()) return firsts;
  const stored = findAll(MESSAGES, 'caseNumber', [...firsts.keys()]);
  for (const [caseNumber, { date }] of firsts) {
    const own = stored.filter((message) => message.caseNumber === caseNumber);
    const [first] = own.sort((a, b) => a.date.getTime() - b.date.getTime());
    if (first && !isLate() && date >= exactDate(first)) firsts.delete(caseNumber);
  }
  return firsts;
}

/**
 * Brings cases with new mail up to date: the times of the last one, never back; the status of a closed one that is to be
 * open again; and where the first message came in only now, what a case has of it.
 */
export function refreshCases(intake: Intake): Write[] {
  const { firsts, plan } = intake;
  const { reopened = {} } = plan.journal;
  const newest = newestByCase(intake);
  const changes = new Map<string, (row: Case) => Partial<Case>>();
  for (const [caseNumber, date] of newest) {
    const first = firsts.get(caseNumber);
    const isReopened = caseNumber in reopened;
    if (first || isReopened) changes.set(caseNumber, (row) => refresh(row, { date, first, isReopened }));
  }
  const others = new Map([...newest].filter(([caseNumber]) => !changes.has(caseNumber)));
  return [write.update(CASES, changes), raiseTimestamps(CASES, ['updatedAt', 'lastMailAt'], others)];
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

interface NewMessages {
  /** Of the newest. */
  date: Date;
  first: Message | undefined;
  isReopened: boolean;
}

function refresh(row: Case, { date, first, isReopened }: NewMessages): Partial<Case> {
  const { status, updatedAt, lastMailAt } = row;
  return {
    ...(first ? { received: first.date, sender: first.from, subject: first.subject } : {}),
    // A repeated run finds the time of its mail: what the owner has closed since stays closed.
    ...(isReopened && status === 'Closed' && !(date <= lastMailAt) ? { status: 'Open' as const } : {}),
    updatedAt: updatedAt >= date ? updatedAt : date,
    lastMailAt: lastMailAt >= date ? lastMailAt : date,
  };
}

/** Where the mailbox cannot say, the cell has to do. */
function exactDate({ messageId, date }: Message): Date {
  try {
    return receivedAt(getMessage(messageId)) ?? date;
  } catch {
    return date;
  }
}
