import { zoneClock } from '../realm/zone-clock';
import type { Clock } from './calls';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Longer than from any 29 February to the next. */
const DAYS_AHEAD = 8 * 366;

export interface Schedule {
  clock: Clock;
  /** Epoch ms at which the trigger was created: its intervals count from then. */
  created: number;
  /** A random number of the trigger, for what Google chooses at random once. */
  chance: number;
  /** The time zone of a clock without its own. */
  zone: string;
}

/** Epoch ms of the first run after an instant; undefined if there is none. */
export function nextRun(schedule: Schedule, after: number): number | undefined {
  const { clock, created } = schedule;
  if (clock.at !== undefined) return clock.at > after ? clock.at : undefined;
  const interval = (clock.minutes ?? 0) * MINUTE_MS + (clock.hours ?? 0) * HOUR_MS;
  if (interval > 0) return created + (Math.floor((after - created) / interval) + 1) * interval;
  return nextDay(schedule, after);
}

/** The day at an instant in a zone, counted from 1 January 1970. */
export function dayAt(zone: string, instant: number): number {
  return Math.floor((instant + zoneClock(zone).offsetAt(instant)) / DAY_MS);
}

/** Epoch ms of a time of day in a zone; a time that a clock change skips counts as the time after it. */
export function instantOf(zone: string, time: { day: number; hour: number; minute: number }): number {
  return zoneClock(zone).toInstant(time.day * DAY_MS + time.hour * HOUR_MS + time.minute * MINUTE_MS);
}

function nextDay(schedule: Schedule, after: number): number | undefined {
  const { clock, chance } = schedule;
  const zone = clock.zone ?? schedule.zone;
  const hour = clock.hour ?? chance % 24;
  const minute = clock.minute ?? chance % 60;
  const first = dayAt(zone, schedule.created);
  const today = dayAt(zone, after);
  for (let day = today; day < today + DAYS_AHEAD; day++) {
    const instant = instantOf(zone, { day, hour, minute });
    if (instant > after && isDue(clock, day, first)) return instant;
  }
  return undefined;
}

/** Days are counted from 1 January 1970, which was a Thursday. */
function isDue({ days, weeks, weekDay, monthDay }: Clock, day: number, first: number): boolean {
  if (monthDay !== undefined) return new Date(day * DAY_MS).getUTCDate() === monthDay;
  if (days !== undefined) return (day - first) % days === 0;
  return (day + 4) % 7 === (weekDay ?? 1) && Math.floor((day - first) / 7) % (weeks ?? 1) === 0;
}
