import { raiseTimestamps } from '../../tables/sheet';
import { findAll, NEVER, scan, type Write } from '../../tables/tables';
import * as write from '../../tables/writes';
import { CASES, type Case, MESSAGES, type Message, type Settings } from '../case/tables';
import { getMessage } from '../mail/gmail';
import { type Mail, newestOf, receivedAt } from '../mail/mail';
import { addName, writerOf } from '../mail/people';
import type { Plan } from './plan';
import type { Intake } from './prepare';

/** The cases with new mail as they were before, by case number. */
export type RepliedCases = ReadonlyMap<
  string,
  Pick<Case, 'caseNumber' | 'received' | 'sender'> & Partial<Pick<Case, 'status'>>
>;

/** First messages by case number. */
export type FirstMessages = ReadonlyMap<string, Message>;

/** Number of messages of a closed case that the owner had seen when a reply opened it again, by case number. */
export type ReopenedCases = Readonly<Record<string, number>>;

/** Reads those of the mails' cases that have a row already; their status only where replies are to open closed ones. */
export function readRepliedCases(
  mails: readonly Mail[],
  existing: ReadonlyMap<string, string>,
  { reopenOnReply }: Pick<Settings, 'reopenOnReply'>,
): RepliedCases {
  const numbers = new Set(mails.flatMap(({ threadId }) => existing.get(threadId) ?? []));
  if (numbers.size === 0) return new Map();
  const status = reopenOnReply ? (['status'] as const) : [];
  const columns = ['caseNumber', 'received', 'sender', ...status] as const;
  const rows = scan(CASES, columns).filter(({ caseNumber }) => numbers.has(caseNumber));
  // The upper one counts where a case occurs twice.
  return new Map(rows.reverse().map((row) => [row.caseNumber, row]));
}

/** The closed cases to which people wrote later than all mail before. Nothing is known to be closed unless it was asked. */
export function findReopenedCases(
  mails: readonly Mail[],
  { existing, replied }: Pick<Plan, 'existing' | 'replied'>,
): ReopenedCases {
  const isClosed = (caseNumber: string) => replied.get(caseNumber)?.status === 'Closed';
  const written = mails.filter(({ isAutomatic }) => !isAutomatic);
  if (![...replied.keys()].some(isClosed)) return {};
  const rows = scan(CASES, ['caseNumber', 'seen', 'lastMailAt']).filter(({ caseNumber }) =>
    isClosed(caseNumber),
  );
  const newer = rows.filter(({ caseNumber, lastMailAt }) =>
    written.some(
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
 * open again; whoever wrote for the first time; and where the first message came in only now, what a case has of it. Where
 * only programs have answered, nothing is new that was not before.
 */
export function refreshCases({ firsts, plan, messages, cases }: Intake): Write[] {
  const { reopened = {} } = plan.journal;
  const started = new Set(cases.map(({ caseNumber }) => caseNumber));
  const byCase = new Map<string, Message[]>();
  for (const message of messages) {
    const { caseNumber } = message;
    if (!started.has(caseNumber)) byCase.set(caseNumber, [...(byCase.get(caseNumber) ?? []), message]);
  }
  const automatic = [...byCase].filter(([, own]) => own.every(({ isAutomatic }) => isAutomatic));
  const before = countOthers(new Map(automatic));
  const changes = new Map<string, (row: Case) => Partial<Case>>();
  const raised = new Map<string, Date>();
  for (const [caseNumber, own] of byCase) {
    const written = own.filter(({ isAutomatic }) => !isAutomatic);
    const [first, isReopened] = [firsts.get(caseNumber), caseNumber in reopened];
    const sender = plan.replied.get(caseNumber)?.sender;
    // A customer of a form, or somebody else in the thread, may have a name that the case does not have.
    const isNamed = written.some(
      (message) => message.from !== sender || writerOf(message) !== message.fromName,
    );
    const news = { own, written, first, isReopened, before: before.get(caseNumber) };
    if (first || isReopened || isNamed || written.length < own.length)
      changes.set(caseNumber, (row) => refresh(row, news));
    else raised.set(caseNumber, newestOf(own.map(({ date }) => date)));
  }
  return [write.update(CASES, changes), raiseTimestamps(CASES, ['updatedAt', 'lastMailAt'], raised)];
}

/** Counts the cases' messages besides the new ones, which a run that died may have written already. */
function countOthers(added: ReadonlyMap<string, readonly Message[]>): Map<string, number> {
  const counts = new Map([...added.keys()].map((caseNumber) => [caseNumber, 0]));
  if (counts.size === 0) return counts;
  const own = new Set([...added.values()].flat().map(({ messageId }) => messageId));
  for (const { messageId, caseNumber } of scan(MESSAGES, ['messageId', 'caseNumber'])) {
    const count = counts.get(caseNumber);
    if (count !== undefined && !own.has(messageId)) counts.set(caseNumber, count + 1);
  }
  return counts;
}

interface NewMessages {
  own: readonly Message[];
  /** Messages that people wrote. */
  written: readonly Message[];
  first: Message | undefined;
  isReopened: boolean;
  /** Number of messages that the case had before, if only programs have answered. */
  before: number | undefined;
}

function refresh(row: Case, { own, written, first, isReopened, before }: NewMessages): Partial<Case> {
  const { status, updatedAt, lastMailAt, senderName, seen } = row;
  const hasSeenAll = before !== undefined && seen !== null && seen >= before;
  const date = newestOf(written.map((message) => message.date));
  const names = [...(first ? [first] : []), ...written].map(writerOf);
  const [inFront, behind] = first ? [names.slice(0, 1), names.slice(1)] : [[], names];
  return {
    ...(first ? { received: first.date, sender: first.from, subject: first.subject } : {}),
    // A repeated run finds the time of its mail: what the owner has closed since stays closed.
    ...(isReopened && status === 'Closed' && !(date <= lastMailAt)
      ? { status: 'Open' as const, closedAt: NEVER }
      : {}),
    updatedAt: newestOf([updatedAt, ...own.map((message) => message.date)]),
    lastMailAt: newestOf([lastMailAt, date]),
    senderName: [...inFront, ...senderName.split(', '), ...behind].reduce(addName, ''),
    ...(hasSeenAll ? { seen: Math.max(seen, before + own.length) } : {}),
  };
}

/** Asks the mailbox. If it cannot say, the cell has to do. */
function exactDate({ messageId, date }: Message): Date {
  try {
    return receivedAt(getMessage(messageId)) ?? date;
  } catch {
    return date;
  }
}
