import { DAY_MS, HOUR_MS, MINUTE_MS } from './platform';
import { lastNotAfter } from './sorted';

/** YYYY-MM-DD; 2026-02-30 is no day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && toDay(midnightUtc(text)) === text;
}

/** The day that it is in a time zone, YYYY-MM-DD. */
export function today(zone: string): string {
  return dayAt(Date.now(), zone);
}

/** The day that it is at that time. */
export function dayAt(ms: number, zone: string): string {
  return Utilities.formatDate(new Date(ms), zone, 'yyyy-MM-dd');
}

/** The hour, from 0 to 23, that a clock in the zone shows at that time. */
export function hourAt(ms: number, zone: string): number {
  return Number(Utilities.formatDate(new Date(ms), zone, 'H'));
}

/** The day that many days later. */
export function addDays(day: string, days: number): string {
  return toDay(midnightUtc(day) + days * DAY_MS);
}

/** Returns that time in UTC, on the same day of the month, or the last one of a shorter month. */
export function monthsAgo(months: number): Date {
  const date = new Date();
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date;
}

/** Two days, and those between them. */
export interface Days {
  from: string;
  to: string;
}

export function listDays({ from, to }: Days): string[] {
  return Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));
}

/** Says what is wrong with a period; undefined where nothing is. */
export function findPeriodProblem({ from, to }: Days, maxDays = Infinity): string | undefined {
  if (from > to) return `to must not be before from (got from=${from}, to=${to})`;
  if (countDays(from, to) <= maxDays) return undefined;
  return `from and to must span at most ${maxDays} days (got from=${from}, to=${to})`;
}

/** Counts the days from one to another, both included. */
export function countDays(from: string, to: string): number {
  return (midnightUtc(to) - midnightUtc(from)) / DAY_MS + 1;
}

/** 0 is Monday. */
export function weekdayOf(day: string): number {
  return (new Date(midnightUtc(day)).getUTCDay() + 6) % 7;
}

/** Epoch ms, in a time zone. */
export function startOfDay(day: string, zone: string): number {
  return timeOfDay(day, 0, zone);
}

/** Epoch ms of the start of the next day. */
export function endOfDay(day: string, zone: string): number {
  return startOfDay(addDays(day, 1), zone);
}

/** The hours of a day as clocks show them, from `00` to `23`. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Tells what clocks in the zone show at a time within these days. To format each time would take too long. */
export function clockOf({
  from,
  to,
  zone,
}: Days & { zone: string }): (at: number) => { day: string; hour: string } | undefined {
  const days = listDays({ from, to });
  const starts = [...days.map((day) => startOfDay(day, zone)), endOfDay(to, zone)];
  return (at) => {
    const index = lastNotAfter(starts, at);
    const [day, start = 0, end = 0] = [days[index], starts[index], starts[index + 1]];
    if (day === undefined) return undefined;
    const isWhole = end - start === DAY_MS;
    const hour = isWhole ? Math.floor((at - start) / HOUR_MS) : hourAt(at, zone);
    return { day, hour: HOURS[hour] ?? '' };
  };
}

/**
 * Epoch ms at which a clock in the zone shows so many minutes after midnight. A time that is skipped when clocks go forward is
 * as much later as they go.
 */
export function timeOfDay(day: string, minutes: number, zone: string): number {
  const utc = midnightUtc(day) + minutes * MINUTE_MS;
  const guessed = offsetAt(utc, zone);
  const offset = offsetAt(utc - guessed, zone);
  const isShown = offset === guessed || offsetAt(utc - offset, zone) === offset;
  return utc - (isShown ? offset : Math.min(offset, guessed));
}

/**
 * The earliest time, in epoch ms, as which a cell may be read that holds this one or a later one: a cell holds what the clock
 * of its zone shows, and of the hour that clocks show twice when they go back nobody can tell which one is meant.
 */
export function earliestInCell(ms: number, zone: string): number {
  const back = offsetAt(ms - DAY_MS, zone) - offsetAt(ms + DAY_MS, zone);
  if (back <= 0) return ms;
  const isNear = offsetAt(ms - back, zone) !== offsetAt(ms + back, zone);
  return isNear ? ms - back : ms;
}

/**
 * `Europe/Berlin`, however its letters were typed: Utilities.formatDate takes a zone that it does not know, such as
 * `europe/berlin`, for GMT. Undefined for what is no zone, such as an offset, which Intl takes for one.
 */
export function toTimeZone(text: string): string | undefined {
  const zone = text.trim();
  if (!/^[A-Za-z]/.test(zone)) return undefined;
  try {
    const { timeZone: known } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    const isAlias = known.toLowerCase() !== zone.toLowerCase();
    return isAlias && /^[A-Z]/.test(zone) ? zone : known;
  } catch {
    return undefined;
  }
}

function midnightUtc(day: string): number {
  return Date.parse(`${day}T00:00Z`);
}

function toDay(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
}

/** Returns by how many ms the zone is ahead of UTC at that time. */
function offsetAt(ms: number, zone: string): number {
  const [, sign, hours, minutes] =
    /^([+-])(\d\d)(\d\d)$/.exec(Utilities.formatDate(new Date(ms), zone, 'Z')) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
