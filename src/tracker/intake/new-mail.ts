import { logError } from '../../health/errors';
import { isWithin } from '../../platform/bytes';
import { classifyError, describeError } from '../../platform/google-errors';
import { DAY_MS } from '../../platform/platform';
import { reportProgress } from '../../platform/progress';
import type { NewFailure } from '../case/failures';
import type { Settings } from '../case/tables';
import {
  type Arrival,
  getMessage,
  getProfile,
  listArrivals,
  refusesAll,
  searchMessages,
} from '../mail/gmail';
import { headerOf } from '../mail/headers';
import { type Mail, peopleOf, receivedAt, toMail } from '../mail/mail';
import { authorOf } from '../mail/people';
import { formsOf, groupsOf, isAddress, isOneOf, isTracked, searchedFor, trackedBy } from '../mail/senders';
import type { Progress, Run } from './progress';

/** Messages to look at, in the order they arrived, and the checkpoint once all of them are done. */
export interface NewMail {
  arrivals: Arrival[];
  checkpoint: string;
  /** True if some of it may be stored already: it does not start exactly where the last run ended. */
  mayOverlap: boolean;
  /** All that a search has found of the last days, for the comparison with the tab, and what nothing else has brought. */
  found?: { ids: string[]; days: number; missing: readonly string[] };
}

export interface ReadMail {
  /** Mails of tracked senders. */
  mails: Mail[];
  /** Mails among them whose date nothing says, by id: when they were first read, in epoch ms. */
  undated: Record<string, number>;
  failures: NewFailure[];
  /** Ids that need no further look: read, skipped, deleted, or listed as failures. */
  done: Set<string>;
  /** Error by which Google refused, so that the rest waits. */
  refusal?: unknown;
}

/** A message's date may be somewhat before the moment it could be found. Stored ones are skipped anyway. */
const OVERLAP_MS = DAY_MS;
/** Keeps the query well under the maximum length of a URL. */
const SENDERS_PER_SEARCH = 25;
const FAILURES_THAT_MEAN_AN_OUTAGE = 5;
/** Number of groups that are offered to the owner, and the length of an address: anyone can write what names one. */
const MAX_GROUPS = 5;
const MAX_GROUP_BYTES = 100;
const ALERT_SUBJECT = /^New case CASE-\d+/;

/** Lists by the history call; undefined on the first run and when the checkpoint is too old (then: search). */
export function listNewMail({ checkpoint, isBehind = false }: Progress): NewMail | undefined {
  const history = checkpoint ? listArrivals(checkpoint) : undefined;
  return history && { arrivals: history.arrivals, checkpoint: history.historyId, mayOverlap: isBehind };
}

/**
 * The first run looks back some days, a later one to the last check that succeeded. The new checkpoint is taken
 * before the search, so that nothing can arrive between the two.
 */
export function searchMail({ settings, progress, now }: Run): NewMail {
  const { historyId, address } = getProfile();
  progress.address = address;
  const { lastCheckedAt } = progress;
  const isFirst = lastCheckedAt === undefined;
  const since = isFirst ? lookBackFrom(settings, now) : lastCheckedAt - OVERLAP_MS;
  const arrivals = search(searchedFor(settings), since);
  const found = {
    ids: arrivals.flatMap(({ messageIds }) => messageIds),
    days: settings.lookBackDays,
    missing: [],
  };
  return { arrivals, checkpoint: historyId, mayOverlap: true, ...(isFirst ? { found } : {}) };
}

/**
 * Adds what senders wrote before they were added, once: the tab Settings lists those for whom that was done. On the first
 * run, which looks back for all, it has no list. What has just arrived comes first: a search may find more than a day has time
 * for.
 */
export function addEarlierMail(newMail: NewMail, run: Run): NewMail {
  const { settings, now } = run;
  const added = addedSenders(settings);
  if (added.length === 0) return newMail;
  const earlier = withoutIds(search(added, lookBackFrom(settings, now)), readBefore(run));
  return { ...newMail, arrivals: [...newMail.arrivals, ...earlier], mayOverlap: true };
}

/** Senders whose earlier mail has not been looked for yet, along with the groups that may have passed some of it on. */
export function addedSenders(settings: Settings): string[] {
  const { lookedBack } = settings;
  const added = lookedBack ? searchedFor(settings).filter((one) => !lookedBack.includes(one)) : [];
  return added.length > 0 ? [...new Set([...added, ...groupsOf(settings)])] : [];
}

/** Oldest first. */
export function search(tracked: readonly string[], since: number): Arrival[] {
  const found = toQueries(tracked, since).flatMap(searchMessages);
  return found.reverse().map(({ id }) => ({ messageIds: [id] }));
}

function withoutIds(arrivals: readonly Arrival[], ids: ReadonlySet<string>): Arrival[] {
  return arrivals.filter(({ messageIds }) => messageIds.some((id) => !ids.has(id)));
}

/** Messages that runs before this one have read in vain, while the senders were the same. */
export function readBefore({ settings, settled: { unwanted } }: Run): ReadonlySet<string> {
  return new Set(unwanted?.senders === searchedFor(settings).join() ? unwanted.ids : []);
}

function lookBackFrom({ lookBackDays }: Settings, now: number): number {
  return now - lookBackDays * DAY_MS;
}

/**
 * Finds how far a run came. After one that had to stop early the checkpoint is that of everything up to the first record
 * that is not done. A search has no such place: the next run searches again and skips what is stored.
 */
export function reach(
  { arrivals, checkpoint }: NewMail,
  done: ReadonlySet<string>,
  before: string | undefined,
): { checkpoint: string | undefined; isBehind: boolean } {
  let reached = before;
  for (const { historyId, messageIds } of arrivals) {
    if (!messageIds.every((id) => done.has(id))) return { checkpoint: reached, isBehind: true };
    reached = historyId ?? reached;
  }
  return { checkpoint, isBehind: false };
}

/**
 * Reads each message in full and keeps those of tracked senders; nothing is kept of the others (interface section 1).
 * A deleted one is dropped, one that cannot be read is listed; neither stops the rest. Where several fail, or the
 * quota is used up, the messages are not the reason: the rest waits for the next run. `isLate` says whether there is
 * no time to read more, given the number of attachments that are still to be stored; one message is read whatever the time.
 */
export function readMail(
  ids: readonly string[],
  { settings, progress, journal, now }: Run,
  isLate: (attachments: number) => boolean,
): ReadMail {
  const tracked = new Set(trackedBy(settings));
  const groups = groupsOf(settings);
  const own = progress.address?.toLowerCase() ?? '';
  const mails: Mail[] = [];
  const undated: Record<string, number> = {};
  const failures: NewFailure[] = [];
  const done = new Set<string>();
  const before = progress.backlog?.done ?? 0;
  let refusal: unknown;
  for (const id of ids) {
    reportProgress(before + done.size, before + ids.length);
    const attachments = mails.reduce((sum, mail) => sum + mail.attachments.length, 0);
    if ((done.size > 0 && isLate(attachments)) || failures.length >= FAILURES_THAT_MEAN_AN_OUTAGE) break;
    try {
      const message = getMessage(id);
      const people = peopleOf(message);
      const isOfAuthor = isTracked(authorOf(people), tracked, own);
      const isPassedOn = isOfAuthor && isOneOf(groups, people.from);
      if (isOfAuthor && !isPassedOn && isOfList(message) && !isTracked(people.from, tracked, own))
        noteGroup(progress, people.from);
      if (isReceived(message) && (isPassedOn || isTracked(people.from, tracked, own))) {
        const firstRead = journal?.undated?.[id] ?? now;
        if (!receivedAt(message)) undated[id] = firstRead;
        mails.push(toMail(message, new Date(firstRead)));
      }
    } catch (error) {
      // Not the message's fault: it is read once this is over.
      if (refusesAll(error)) {
        logError(`Mail waits. Google refused: ${describeError(error)}`);
        refusal = error;
        break;
      }
      if (classifyError(error) !== 'not found')
        failures.push({ kind: 'message', id, error: describeError(error) });
    }
    done.add(id);
  }
  // Alerts that the mailbox sends to itself come back to its inbox.
  const isOwnAlert = ({ from, subject }: Mail) => from === own && ALERT_SUBJECT.test(subject);
  return { mails: mails.filter((mail) => !isOwnAlert(mail)), undated, failures, done, refusal };
}

/** Notes a group that says it passes on mail of tracked senders: the owner chooses whether that is taken in. The first ones stay. */
function noteGroup(progress: Progress, group: string): void {
  if (!isAddress(group)) return;
  const short = [...(progress.groups ?? []), group].filter((one) => isWithin(one, MAX_GROUP_BYTES));
  progress.groups = [...new Set(short)].slice(0, MAX_GROUPS);
}

/** True of mail that says that a list or group has sent it. */
function isOfList({ payload: { headers } = {} }: GoogleAppsScript.Gmail.Schema.Message): boolean {
  return headerOf(headers, 'List-Id') !== '' || /^list$/i.test(headerOf(headers, 'Precedence').trim());
}

/** False of the owner's own mail and drafts, which a search finds too, but for what was sent to oneself. */
function isReceived({ labelIds = [] }: GoogleAppsScript.Gmail.Schema.Message): boolean {
  return labelIds.includes('INBOX') || !labelIds.some((label) => label === 'SENT' || label === 'DRAFT');
}

/**
 * `from:(<sender> OR <sender> ...) after:<epoch_seconds>` (interface section 1). Many senders make several. Of a domain
 * Gmail also finds mail of its subdomains.
 */
function toQueries(tracked: readonly string[], since: number): string[] {
  const count = Math.ceil(tracked.length / SENDERS_PER_SEARCH);
  return Array.from({ length: count }, (_, index) => {
    const some = tracked.slice(index * SENDERS_PER_SEARCH, (index + 1) * SENDERS_PER_SEARCH);
    return `from:(${some.flatMap(formsOf).join(' OR ')}) after:${Math.floor(since / 1000)}`;
  });
}
