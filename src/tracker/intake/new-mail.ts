import { DAY_MS } from '../../platform/platform';
import { type Arrival, getProfile, listArrivals, searchMessages } from '../mail/gmail';
import type { Progress, Run } from './progress';

/** Messages to look at, in the order they arrived, and the checkpoint once all of them are done. */
export interface NewMail {
  arrivals: Arrival[];
  checkpoint: string;
  /** Whether some of it may be stored already: it does not start exactly where the last run ended. */
  mayOverlap: boolean;
}

/** A message's date may be somewhat before the moment it could be found. Stored ones are skipped anyway. */
const OVERLAP_MS = DAY_MS;
const DEFAULT_LOOK_BACK_DAYS = 30;
/** Keeps the query well under the maximum length of a URL. */
const SENDERS_PER_SEARCH = 25;

/** By the history call; undefined on the first run and when the checkpoint is too old (then: search). */
export function listNewMail({ checkpoint, isBehind = false }: Progress): NewMail | undefined {
  const history = checkpoint ? listArrivals(checkpoint) : undefined;
  return history && { arrivals: history.arrivals, checkpoint: history.historyId, mayOverlap: isBehind };
}

/** The tab Settings keeps a copy of the checkpoint, for when the script's properties are lost. */
export function listSinceStoredCheckpoint({ progress, settings }: Run): NewMail | undefined {
  if (progress.checkpoint !== undefined) return undefined;
  return listNewMail({ checkpoint: settings.lastHistoryId, isBehind: true });
}

/**
 * The first run looks back some days, a later one to the last check that succeeded. The new checkpoint is taken
 * before the search, so that nothing can arrive between the two.
 */
export function searchMail({ settings, progress, now }: Run): NewMail {
  const { historyId, address } = getProfile();
  progress.address = address;
  const lookBackMs = (settings.lookBackDays > 0 ? settings.lookBackDays : DEFAULT_LOOK_BACK_DAYS) * DAY_MS;
  const since = progress.lastCheckedAt === undefined ? now - lookBackMs : progress.lastCheckedAt - OVERLAP_MS;
  const ids = toQueries(settings.senders, since).flatMap(searchMessages);
  return {
    arrivals: ids.reverse().map((id) => ({ messageIds: [id] })),
    checkpoint: historyId,
    mayOverlap: true,
  };
}

/** `from:(<sender> OR <sender> ...) after:<epoch_seconds>` (interface section 1). Many senders make several. */
function toQueries(senders: readonly string[], since: number): string[] {
  const count = Math.ceil(senders.length / SENDERS_PER_SEARCH);
  return Array.from({ length: count }, (_, index) => {
    const some = senders.slice(index * SENDERS_PER_SEARCH, (index + 1) * SENDERS_PER_SEARCH);
    return `from:(${some.join(' OR ')}) after:${Math.floor(since / 1000)}`;
  });
}

/**
 * The checkpoint after a run that had to stop early: everything up to the first record that is not done.
 * A search has no such place: the next run searches again and skips what is stored.
 */
export function checkpointAfter(
  { arrivals, checkpoint }: NewMail,
  done: ReadonlySet<string>,
  before: string | undefined,
): string | undefined {
  let reached = before;
  for (const { historyId, messageIds } of arrivals) {
    if (!messageIds.every((id) => done.has(id))) return reached;
    reached = historyId ?? reached;
  }
  return checkpoint;
}
