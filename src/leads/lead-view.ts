import { HttpError } from '../http/http-error';
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

export function toTime(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** @throws HttpError 404 */
export function existing<R>(row: R | undefined, what: string): R {
  if (row === undefined) throw new HttpError(404, 'not_found', `There is no ${what}.`);
  return row;
}
