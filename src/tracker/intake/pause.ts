import { describeError, namedInstant } from '../../platform/google-errors';
import { HOUR_MS, MINUTE_MS } from '../../platform/platform';

/** Google refuses every call for a while, or checks fail again and again: the timer's runs return at once until it is over. */
export interface Pause {
  /** Epoch ms of the first refusal. */
  since: number;
  until: number;
  /** Number of pauses one after the other. */
  times: number;
  /** Google's words. */
  error: string;
  /** True if Gmail refuses, false if checks fail for another reason. */
  isRefused: boolean;
}

const MAX_MS = 24 * HOUR_MS;
const DELAYS_MS = [5, 10, 20, 40, 60].map((minutes) => minutes * MINUTE_MS);

/** Pauses up to the time that Google names, or twice as long as the last time, at most an hour. */
export function pauseAfter(error: unknown, before: Pause | undefined, now: number): Omit<Pause, 'isRefused'> {
  const times = (before?.times ?? 0) + 1;
  const delay = DELAYS_MS[Math.min(times, DELAYS_MS.length) - 1] ?? HOUR_MS;
  const named = namedInstant(error) ?? now;
  const until = Math.min(named > now ? named : now + delay, now + MAX_MS);
  return { since: before?.since ?? now, until, times, error: describeError(error) };
}
