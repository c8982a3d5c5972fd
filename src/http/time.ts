import * as v from 'valibot';

/** RFC 3339 in UTC; null where it has not happened. */
export const Time = v.nullable(v.string());

export function toTime(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
