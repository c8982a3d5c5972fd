import { listArchived } from '../../tables/archive';
import type { Activity, Message } from '../entries';
import type { Lead } from '../tables';

/** All that ever happened to a lead, the oldest first: what is in its row, and what has moved to the archive. */
export interface History {
  messages: readonly Message[];
  activities: readonly Activity[];
}

/** Reads the archive only where it may have something of this lead. */
export function historyOf(lead: Lead): History {
  const { thread, activities } = lead;
  if (!mayBeArchived(lead)) return { messages: thread, activities };
  const archived = listArchived(lead.id) as { messages?: Message[]; activities?: Activity[] };
  return {
    messages: unique([...(archived.messages ?? []), ...thread], ({ id }) => id),
    activities: unique([...(archived.activities ?? []), ...activities], (activity) =>
      JSON.stringify(activity),
    ),
  };
}

/** A list gives its oldest entries away and keeps its newest: one that is empty, or still has its first, is whole. */
function mayBeArchived({ archived, thread, activities }: Lead): boolean {
  if (archived !== null) return archived > 0;
  return thread.length > 0 || activities[0]?.what !== 'created';
}

/** While entries move they are in the archive and in the row. */
function unique<E>(entries: readonly E[], keyOf: (entry: E) => string): E[] {
  return [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()];
}
