import { toTime } from '../http/time';
import type { LeadAnswer } from './lead-schemas';
import type { Lead } from './tables';
import { toMessageView } from './thread';

/** A lead as callers see it. */
export function toLeadView(row: Lead): LeadAnswer {
  const { requestKey, requestHash, thread, activities, createdAt, updatedAt, convertedAt, ...rest } = row;
  return {
    ...rest,
    createdAt: toTime(createdAt),
    updatedAt: toTime(updatedAt),
    convertedAt: toTime(convertedAt),
    messages: thread.map(toMessageView),
    activities,
  };
}
