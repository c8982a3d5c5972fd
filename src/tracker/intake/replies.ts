import { logError } from '../../health/errors';
import { describeError } from '../../platform/google-errors';
import { DAY_MS, MINUTE_MS } from '../../platform/platform';
import { scan, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { casesChanged } from '../case/changed';
import { CASES, type Case, SETTINGS } from '../case/tables';
import { isAutomatic } from '../mail/automatic';
import { type FoundMessage, getMessage, searchMessages } from '../mail/gmail';
import { newestOf, peopleOf, receivedAt } from '../mail/mail';
import type { Intake } from './prepare';
import type { Run } from './progress';

/** Knowledge of the owner's own mail. No text of it is stored. */
export interface Replies {
  /** Epoch ms up to which sent mail has been looked through. */
  through: number;
  /** Ids of the newest sent messages; none where the next check has to look again. */
  known: string[];
}

/** A check that has taken longer leaves it to the next one. */
const MAX_RUN_MS = MINUTE_MS;
/** Every sixth check by the timer, where no mail comes in. */
const EVERY_MS = 29 * MINUTE_MS;
/** Sent mail may be found somewhat later than its date says. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** Number of sent messages that one check reads; the next one goes on. */
const MAX_READ = 100;
const MAX_KNOWN = 50;

type Found = Pick<Intake, 'plan' | 'cases' | 'messages' | 'isBehind'>;

/** Called by a check that has found nothing new. The sheet is read only where something was sent since. */
export function noteRepliesWhileIdle(run: Omit<Run, 'settings'>): Replies | undefined {
  const { progress, now } = run;
  const { replies } = progress;
  if (replies && now - replies.through < EVERY_MS) return replies;
  const since = replies?.through ?? now - SETTINGS.entries.lookBackDays.initial * DAY_MS;
  return note(run, since, (sent) => {
    if (sent.every(({ id }) => replies?.known.includes(id))) return new Map();
    return new Map(scan(CASES, ['caseNumber', 'threadId']).map((row) => [row.threadId, row.caseNumber]));
  });
}

/** Called once the new mail is stored, of which some may have been answered already. */
export function noteReplies({ plan, cases, messages, isBehind }: Found, run: Run): Replies | undefined {
  const { replies } = run.progress;
  if (messages.length === 0) return isBehind ? replies : noteRepliesWhileIdle(run);
  const since = Math.min(replies?.through ?? run.now, ...messages.map(({ date }) => date.getTime()));
  if (isBehind || Date.now() - run.now > MAX_RUN_MS) return { through: since, known: [] };
  const started = cases.map(({ threadId, caseNumber }) => [threadId, caseNumber] as const);
  return note(run, since, () => new Map([...started, ...plan.existing]));
}

/** Looks for replies. If Gmail does not answer, the next check looks again: the mail itself has come in. */
function note(
  { progress, now }: Omit<Run, 'settings'>,
  since: number,
  readCases: (sent: readonly FoundMessage[]) => ReadonlyMap<string, string>,
): Replies | undefined {
  try {
    const sent = searchMessages(`in:sent after:${Math.floor((since - OVERLAP_MS) / 1_000)}`);
    const cases = sent.length > 0 ? readCases(sent) : new Map<string, string>();
    const threads = [...new Set(sent.map(({ threadId }) => threadId))].filter((id) => cases.has(id));
    // The oldest first, so that the next check can go on after the last one.
    const due = threads.reverse().slice(0, MAX_READ);
    const looked = due.map((threadId) => ({
      caseNumber: cases.get(threadId) ?? '',
      ...lookAt(sent.filter((one) => one.threadId === threadId)),
    }));
    const changes = new Map(
      looked.flatMap(({ caseNumber, first, last }) =>
        first && last ? [[caseNumber, (row: Case) => withReplies(row, { first, last })] as const] : [],
      ),
    );
    if (changes.size > 0) {
      writeAll(write.update(CASES, changes));
      casesChanged();
    }
    // The next search begins at the newest of them, since it looks back by the overlap.
    if (due.length < threads.length)
      return { through: Math.max(since, ...looked.map(({ newest }) => newest + OVERLAP_MS)), known: [] };
    return { through: now, known: sent.slice(0, MAX_KNOWN).map(({ id }) => id) };
  } catch (error) {
    logError(`Replies are looked up again later: ${describeError(error)}`);
    return progress.replies;
  }
}

/** The last answer of a case is never set back, and the first one stays. */
function withReplies(row: Case, { first, last }: { first: Date; last: Date }): Partial<Case> {
  const isAnswered = !Number.isNaN(row.firstReplyAt.getTime());
  return {
    repliedAt: newestOf([row.repliedAt, last]),
    ...(isAnswered ? {} : { firstReplyAt: first }),
  };
}

/**
 * Reads a thread's sent messages from either end, up to the last and the first one that the owner wrote. `newest` is in epoch
 * ms.
 */
function lookAt(sent: readonly FoundMessage[]): { newest: number; first?: Date; last?: Date } {
  let newest = 0;
  const findWritten = (messages: readonly FoundMessage[]) => {
    for (const { id } of messages) {
      const message = getMessage(id);
      const at = receivedAt(message);
      newest = Math.max(newest, at?.getTime() ?? 0);
      if (at && !isAutomatic(message, peopleOf(message))) return { id, at };
    }
    return undefined;
  };
  const last = findWritten(sent);
  if (!last) return { newest };
  const others = sent.slice(sent.findIndex(({ id }) => id === last.id) + 1).reverse();
  return { newest, last: last.at, first: findWritten(others)?.at ?? last.at };
}
