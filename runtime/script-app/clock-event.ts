const DAY_MS = 86_400_000;

/**
 * What a time-driven trigger hands to its function: developers.google.com/apps-script/guides/triggers/events.
 * Of `authMode`, an enum value, only the name can come into a realm, which makes the value of it.
 */
export function clockEvent(triggerUid: string, at: number): object {
  const date = new Date(at);
  return {
    authMode: 'FULL',
    triggerUid,
    timezone: 'UTC',
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    'day-of-month': date.getUTCDate(),
    'day-of-week': date.getUTCDay() || 7,
    'week-of-year': isoWeek(date),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** The week of the year in which its Thursday lies. */
function isoWeek(date: Date): number {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return Math.floor((thursday.getTime() - newYear) / (7 * DAY_MS)) + 1;
}
