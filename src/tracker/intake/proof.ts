import { formatTime } from '../../health/checks';
import { logError } from '../../health/errors';
import { describeError } from '../../platform/google-errors';
import { DAY_MS, HOUR_MS } from '../../platform/platform';
import type { Message } from '../case/tables';
import { searchedFor } from '../mail/senders';
import { checkTime, isShort } from './budget';
import { type NewMail, readBefore, search } from './new-mail';
import type { Intake } from './prepare';
import { type Progress, type Run, readProgress, saveSettled } from './progress';

/** Result of the last comparison of the mailbox with the tab Messages. */
export interface Proof {
  /** Epoch ms. */
  at: number;
  /** Number of days that were searched. */
  days: number;
  /** Number of messages of tracked senders, and of those that are in the tab. */
  found: number;
  stored: number;
  /** Number of those in the tab that only a comparison has found: they had gone past the inbox, or were in Spam. */
  skipped: number;
  /** Number of those that were in the tab once and have no row any more. */
  removed: number;
}

/** A comparison that is wanted, and has not come to its end. */
export interface WantedProof {
  /** Epoch ms. */
  since: number;
  /** Epoch ms of the last attempt that failed. */
  triedAt: number;
}

/** Ids of the messages of the last days that no comparison is to bring again. */
export interface Settled {
  /** Messages that were stored: whoever deletes a row does not want it back. */
  stored: string[];
  /** Messages among them that only a comparison has found. */
  skipped: string[];
  /** Messages that are not of tracked senders after all, or of people who were forgotten. */
  others: string[];
  /** While there is more to read than a run has time for: messages that were read and not of these senders. */
  unwanted?: { senders: string; ids: string[] } | undefined;
}

const DAYS = 7;
/** Number of ids that are kept of a kind, the newest: 75 kB of the 500 that all properties may hold. */
const MAX_IDS = 4_000;

/**
 * Notes that a comparison is wanted: once a day, once senders, timer or permissions may have changed, and after checks did not
 * come for an hour. The first check compares all by itself.
 */
export function noteWantedProof({ progress, settingsMark, now }: Omit<Run, 'settings'>): void {
  const { checkpoint, proof, proofWanted, lastCheckedAt = now } = progress;
  if (checkpoint === undefined) return;
  const isChanged = settingsMark !== progress.settingsMark || now - lastCheckedAt > HOUR_MS;
  if (isChanged) progress.proofWanted = { since: proofWanted?.since ?? now, triedAt: 0 };
  else if (!proof || now - proof.at >= DAY_MS) progress.proofWanted ??= { since: now, triedAt: 0 };
}

/** False also while there is no time for one, so that checks stay short. */
export function isProofDue({ progress, isTimed, now }: Omit<Run, 'settings'>): boolean {
  const { proofWanted } = progress;
  if (!proofWanted || now - proofWanted.triedAt < HOUR_MS) return false;
  return !isTimed || !isShort(checkTime(progress, now));
}

/**
 * Adds the messages of the last days that the search finds and the tab may lack. If the search fails, the mail that has arrived
 * comes in all the same, and another attempt follows within the hour.
 */
export function addMissing(newMail: NewMail, run: Run): NewMail {
  const { settings, progress, settled, now } = run;
  if (newMail.found || !isProofDue(run)) return newMail;
  try {
    const days = Math.min(DAYS, settings.lookBackDays);
    const own = progress.address?.toLowerCase();
    const tracked = searchedFor(settings).filter((one) => one !== own);
    const arrivals = search(tracked, now - days * DAY_MS);
    const ids = arrivals.flatMap(({ messageIds }) => messageIds);
    const arrived = newMail.arrivals.flatMap(({ messageIds }) => messageIds);
    const known = new Set([...settled.stored, ...settled.others, ...readBefore(run), ...arrived]);
    const missing = ids.filter((id) => !known.has(id));
    const added = missing.map((id) => ({ messageIds: [id] }));
    return {
      ...newMail,
      arrivals: [...newMail.arrivals, ...added],
      mayOverlap: true,
      found: { ids, days, missing },
    };
  } catch (error) {
    logError(`The mailbox is compared again later: ${describeError(error)}`);
    progress.proofWanted &&= { ...progress.proofWanted, triedAt: now };
    return newMail;
  }
}

/** Keeps what a run has stored, and the result once all is read that a comparison has found; else the next check compares again. */
export function noteProof(
  { found }: NewMail,
  intake: Intake,
  run: Run,
): Pick<Progress, 'proof' | 'proofWanted' | 'settled'> {
  const { progress, settled, now } = run;
  const { plan, stored, messages, failed, isBehind } = intake;
  const added = new Map(messages.map(({ messageId, date }) => [messageId, date.getTime()]));
  const isIn = (id: string) => stored.has(id) || added.has(id);
  const isRecent = (id: string) => (added.get(id) ?? now) >= now - DAYS * DAY_MS;
  // The journal also lists what a run has stored that died.
  const news = plan.isWritten ? plan.journal.messages.filter((id) => isIn(id) && isRecent(id)) : [];
  const known = new Set([...settled.stored, ...news].slice(-MAX_IDS));
  const unwanted = isBehind
    ? {
        senders: searchedFor(run.settings).join(),
        ids: [...readBefore(run), ...intake.unwanted].slice(-MAX_IDS),
      }
    : settled.unwanted;
  const hasMore = news.length > 0 || (isBehind && intake.unwanted.length > 0);
  const kept = hasMore ? { settled: { ...settled, stored: [...known], unwanted } } : {};
  if (!found) return kept;
  if (isBehind) return { ...kept, proofWanted: { since: progress.proofWanted?.since ?? now, triedAt: 0 } };
  const waiting = new Set(failed.flatMap(({ kind, id }) => (kind === 'message' ? [id] : [])));
  // The history has had its chance to bring what had arrived before the last check.
  const brought = found.missing.filter((id) => (added.get(id) ?? now) < (progress.lastCheckedAt ?? 0));
  const skipped = found.ids.filter((id) => settled.skipped.includes(id) || brought.includes(id));
  const own = found.ids.filter((id) => isIn(id) || known.has(id));
  const inTab = own.filter(isIn).length;
  return {
    proofWanted: undefined,
    proof: {
      at: now,
      days: found.days,
      found: own.length + found.ids.filter((id) => waiting.has(id)).length,
      stored: inTab,
      skipped: skipped.filter(isIn).length,
      removed: own.length - inTab,
    },
    settled: {
      stored: own.slice(-MAX_IDS),
      skipped: skipped.slice(-MAX_IDS),
      others: found.ids.filter((id) => !isIn(id) && !known.has(id) && !waiting.has(id)).slice(-MAX_IDS),
    },
  };
}

/** Call it before the messages of a forgotten person are removed: no comparison brings back those of the last days. */
export function settleForgotten(messages: readonly Pick<Message, 'messageId' | 'date'>[]): void {
  const { settled } = readProgress();
  const since = Date.now() - (DAYS + 1) * DAY_MS;
  const ids = messages.filter(({ date }) => !(date.getTime() < since)).map(({ messageId }) => messageId);
  const own = new Set(messages.map(({ messageId }) => messageId));
  const left = (list: readonly string[]) => list.filter((id) => !own.has(id));
  saveSettled({
    ...settled,
    stored: left(settled.stored),
    skipped: left(settled.skipped),
    others: [...left(settled.others), ...ids].slice(-MAX_IDS),
  });
}

/** `Compared with Gmail today at 9:00: 312 of 312 messages of the last 7 days are in; 2 had skipped your inbox.` */
export function describeProof({ proof }: Progress, now: number): string {
  if (!proof) return '';
  const { at, found, stored, skipped, removed, days } = proof;
  const past = days === 1 ? 'the last day' : `the last ${days} days`;
  const compared = `Compared with Gmail ${formatTime(at, now)}:`;
  if (found === 0) return `${compared} no tracked sender wrote in ${past}.`;
  const messages = found === 1 ? `message of ${past} is` : `messages of ${past} are`;
  const some = skipped === 0 ? '' : `; ${skipped} had skipped your inbox`;
  const gone = removed === 0 ? '' : `; ${removed} ${removed === 1 ? 'was' : 'were'} removed from the sheet`;
  return `${compared} ${stored} of ${found} ${messages} in${some}${gone}.`;
}
