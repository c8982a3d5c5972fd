import { change } from '../tables/change';
import { commit, insert } from '../tables/commit';
import { find } from '../tables/find';
import { splitOldest } from './activities';
import { ARCHIVE, LEADS, type Lead } from './tables';
import { isSettled } from './thread';

/** Where a lead's activities or messages have grown too long for a cell, the oldest move to the tab Archive. */
export function archiveOldest(lead: Lead): Lead {
  const { oldest: activities } = splitOldest(lead.activities);
  const { oldest: messages } = splitOldest(lead.thread);
  const waiting = messages.findIndex((message) => !isSettled(message));
  const settled = waiting < 0 ? messages : messages.slice(0, waiting);
  if (activities.length + settled.length === 0) return lead;
  const kept = {
    activities: keep(lead.id, 'activities', activities),
    thread: keep(lead.id, 'messages', settled),
  };
  const shortened = change(LEADS, lead.id, (standing) => ({
    activities: without(standing.activities, kept.activities),
    thread: without(standing.thread, kept.thread),
  }));
  return shortened ?? lead;
}

/**
 * Before they leave the lead. Where an execution died in between, those that it has kept leave first; more may have
 * been added since.
 */
function keep<E extends { at: string }>(target: string, kind: string, entries: readonly E[]): readonly E[] {
  const [first] = entries;
  if (!first) return [];
  const id = `${target} ${kind} ${first.at}`;
  const standing = find(ARCHIVE, id);
  if (standing) return entries.slice(0, standing.entries.length);
  commit(insert(ARCHIVE, [{ id, target, kind, archivedAt: new Date(), entries: [...entries] }]));
  return entries;
}

/** Only those that still stand at the beginning: somebody may have moved them already. */
function without<E>(standing: readonly E[], moved: readonly E[]): E[] {
  const isThere = moved.every((entry, index) => JSON.stringify(standing[index]) === JSON.stringify(entry));
  return standing.slice(isThere ? moved.length : 0);
}
