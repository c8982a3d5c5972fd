import { offsetAt } from '../utilities/time-zone';

const DAY_MS = 86_400_000;

/** The day at an instant in a zone, counted from 1 January 1970. */
export function dayAt(zone: string, instant: number): number {
  return Math.floor((instant + offsetAt(instant, zone)) / DAY_MS);
}

/** Epoch ms of a time of day in a zone; a time that a change of clocks skips is taken as the one after it. */
export function instantOf(zone: string, time: { day: number; hour: number; minute: number }): number {
  const local = time.day * DAY_MS + (time.hour * 60 + time.minute) * 60_000;
  const guess = local - offsetAt(local, zone);
  return local - offsetAt(guess, zone);
}
