import { DAY_MS, MINUTE_MS } from './platform';

/** A day of the calendar, YYYY-MM-DD; 2026-02-30 is none. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && toDay(midnightUtc(text)) === text;
}

/** The moment a day begins, in the time zone that the spreadsheet shows. */
export function beginOf(day: string, zone: string): number {
  const utc = midnightUtc(day);
  return utc - offsetAt(utc - offsetAt(utc, zone), zone);
}

/** The moment the next day begins. */
export function endOf(day: string, zone: string): number {
  return beginOf(toDay(midnightUtc(day) + DAY_MS), zone);
}

function midnightUtc(day: string): number {
  return Date.parse(`${day}T00:00Z`);
}

function toDay(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
}

/** By how many ms a zone is ahead of UTC at a moment. */
function offsetAt(ms: number, zone: string): number {
  const [, sign, hours, minutes] =
    /^([+-])(\d\d)(\d\d)$/.exec(Utilities.formatDate(new Date(ms), zone, 'Z')) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
