import { type Arrival, getProfile, listArrivals, searchMessages } from '../mail/gmail';
import type { Settings } from '../tables';
import type { Progress } from './progress';

/** Messages to look at, in the order they arrived, and the checkpoint once all of them are done. */
export interface NewMail {
  arrivals: Arrival[];
  checkpoint: string;
  /** Whether nothing in it can be known already: it follows right on what the last run has taken in. */
  isSeamless: boolean;
}

const DAY = 24 * 3_600_000;
/** A message may carry a date somewhat before the moment it could be found. Known ones are skipped anyway. */
const OVERLAP = DAY;
const DEFAULT_LOOK_BACK_DAYS = 30;
/** Keeps the query well under the length of an address. */
const SENDERS_PER_SEARCH = 25;

/** The history call; undefined on the first run and when the checkpoint is too old: then search. */
export function mailSince({
  checkpoint,
  isBehind,
}: Pick<Progress, 'checkpoint' | 'isBehind'>): NewMail | undefined {
  const found = checkpoint ? listArrivals(checkpoint) : undefined;
  return found && { arrivals: found.arrivals, checkpoint: found.historyId, isSeamless: !isBehind };
}

/**
 * The first run looks back some days, a later one to the last check that succeeded. The new checkpoint is taken
 * before the search, so that nothing can arrive between the two.
 */
export function searchMail(settings: Settings, progress: Progress, now: number): NewMail {
  const { historyId, address } = getProfile();
  progress.address = address;
  const ids = queries(settings.senders, searchStart(settings, progress, now)).flatMap(searchMessages);
  return {
    arrivals: ids.reverse().map((id) => ({ messageIds: [id] })),
    checkpoint: historyId,
    isSeamless: false,
  };
}

function searchStart({ lookBackDays }: Settings, { lastCheckedAt }: Progress, now: number): number {
  if (lastCheckedAt !== undefined) return lastCheckedAt - OVERLAP;
  return now - (lookBackDays > 0 ? lookBackDays : DEFAULT_LOOK_BACK_DAYS) * DAY;
}

/** `from:(<sender> OR <sender> ...) after:<epoch_seconds>` (interface section 1); many senders make several. */
function queries(senders: readonly string[], since: number): string[] {
  const count = Math.ceil(senders.length / SENDERS_PER_SEARCH);
  return Array.from({ length: count }, (_, index) => {
    const some = senders.slice(index * SENDERS_PER_SEARCH, (index + 1) * SENDERS_PER_SEARCH);
    return `from:(${some.join(' OR ')}) after:${Math.floor(since / 1000)}`;
  });
}

/**
 * The checkpoint after a run that had to stop early: everything up to the first record that is not done.
 * A search has no such place: the next run searches again and skips what is known.
 */
export function checkpointAfter(
  { arrivals, checkpoint }: NewMail,
  done: ReadonlySet<string>,
  before?: string,
): string | undefined {
  let reached = before;
  for (const { historyId, messageIds } of arrivals) {
    if (!messageIds.every((id) => done.has(id))) return reached;
    reached = historyId ?? reached;
  }
  return checkpoint;
}
