import { DAY_MS, MINUTE_MS } from './platform';

/** YYYY-MM-DD; 2026-02-30 is no day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && toDay(midnightUtc(text)) === text;
}

/** The day that it is in a time zone, YYYY-MM-DD. */
export function today(zone: string): string {
  return Utilities.formatDate(new Date(), zone, 'yyyy-MM-dd');
}

/** Epoch ms, in a time zone. */
export function startOfDay(day: string, zone: string): number {
  const utc = midnightUtc(day);
  return utc - offsetAt(utc - offsetAt(utc, zone), zone);
}

/** Epoch ms of the start of the next day. */
export function endOfDay(day: string, zone: string): number {
  return startOfDay(toDay(midnightUtc(day) + DAY_MS), zone);
}

function midnightUtc(day: string): number {
  return Date.parse(`${day}T00:00Z`);
}

function toDay(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
}

/** By how many ms the zone is ahead of UTC at that time. */
function offsetAt(ms: number, zone: string): number {
  const [, sign, hours, minutes] =
    /^([+-])(\d\d)(\d\d)$/.exec(Utilities.formatDate(new Date(ms), zone, 'Z')) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
