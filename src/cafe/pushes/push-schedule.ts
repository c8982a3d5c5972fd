import type { Attempt } from './push-send';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Minutes after the first attempt, the second, ...: the last one is made a day after the first. */
const DELAYS = [1, 5, 30, 120, 300, 420, 560];
/** However long a receiver asks to be left alone for. */
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
/** An endpoint at which nothing has arrived for so long is disabled. */
const PATIENCE_MS = 5 * DAY_MS;

/** The receiver wants nothing any more. */
export const GONE = 410;

/** When to try again after so many attempts; undefined when it is time to give up. */
export function nextAttempt({ at, status, retryAfter = 0 }: Attempt, attempts: number): Date | undefined {
  const delay = DELAYS[attempts - 1];
  if (delay === undefined || status === GONE) return undefined;
  const pause = Math.min(retryAfter * 1_000, LONGEST_PAUSE_MS);
  return new Date(at + Math.max(delay * MINUTE_MS, pause));
}

export function hasFailedLastingly(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() > PATIENCE_MS;
}
