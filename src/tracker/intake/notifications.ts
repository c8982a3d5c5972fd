import { describeError } from '../../platform/google-errors';
import { keep, recall } from '../page/cached';
import { added } from '../page/email-counts';
import { fromCaseNumber } from '../tables';
import type { Intake } from './prepare';
import type { Journal, Progress } from './progress';

/** What the bell has to tell, counted from the first mail on; how much of it the owner has seen, the page remembers. */
export interface Told {
  count: number;
  /** All messages stored so far, told of or not. */
  messages: number;
  /** The newest first, as many as the bell shows. */
  newest: TellItem[];
}

export interface TellItem {
  kind: 'case' | 'message';
  messageId: string;
}

const MOST_ITEMS = 20;

interface Stored {
  journal: Journal;
  /** The cases of all messages that have a row, as far as this run knows them. */
  caseNumbers: ReadonlyMap<string, string>;
  /** Cases from this number on are new to the owner: what comes to them is told of with them. */
  newFrom: number;
}

/**
 * What is told after a run: a new case once, and each message on a case that the owner knows. The journal's list
 * says what the run stored, also the part of it that died; up to where that was told of, stands beside the count.
 */
export function toldAfter({ told, toldOf }: Progress, stored: Stored): Pick<Progress, 'told' | 'toldOf'> {
  const { journal } = stored;
  const done = toldOf?.run === journal.run ? toldOf.messages : 0;
  const ids = storedSince(done, stored);
  const news = newsIn(ids, done, stored);
  const { count = 0, messages = 0, newest = [] } = told ?? {};
  return {
    told: {
      count: count + news.length,
      messages: messages + ids.length,
      newest: [...news.reverse(), ...newest].slice(0, MOST_ITEMS),
    },
    toldOf: { run: journal.run, messages: journal.messages.length },
  };
}

function storedSince(done: number, { journal, caseNumbers }: Stored): string[] {
  return [...new Set(journal.messages.slice(done))].filter((id) => caseNumbers.has(id));
}

function newsIn(ids: readonly string[], done: number, { journal, caseNumbers, newFrom }: Stored): TellItem[] {
  const begun = begunBy(journal);
  const caseOf = (id: string) => fromCaseNumber(caseNumbers.get(id) ?? '');
  const known = new Set(journal.messages.slice(0, done).map(caseOf));
  return ids.flatMap((messageId): TellItem[] => {
    const number = caseOf(messageId);
    const kind = begun.has(number) && !known.has(number) ? 'case' : 'message';
    known.add(number);
    return kind === 'message' && number >= newFrom ? [] : [{ kind, messageId }];
  });
}

/** Of the cases that a run began those that stand without a message, because it died in between. */
export function untoldCases(journal: Journal, caseNumbers: ReadonlyMap<string, string>): number[] {
  const told = new Set([...caseNumbers.values()].map(fromCaseNumber));
  return [...begunBy(journal)].filter((number) => !told.has(number));
}

function begunBy({ threads, untold }: Journal): ReadonlySet<number> {
  return new Set([...Object.values(threads), ...untold]);
}

/**
 * The counts that the page keeps are brought up to date. Where an earlier run died, nobody knows how far it came:
 * they are forgotten then. A page that counts wrong for an hour is no reason for a check to fail.
 */
export function notifyPage({ messages, plan: { isWritten, isResumed } }: Intake): void {
  if (!isWritten) return;
  try {
    const counts = isResumed ? undefined : recall('emailCounts');
    const caseNumbers = messages.map(({ caseNumber }) => caseNumber);
    keep({ emailCounts: counts && added(counts, caseNumbers) });
  } catch (error) {
    console.warn(`The page may count mails wrong for an hour: ${describeError(error)}`);
  }
}
