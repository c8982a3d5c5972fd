import { usedInDay, whenUsedIsBelow } from '../../health/usage';
import { HOUR_MS, MINUTE_MS } from '../../platform/platform';
import { SETTINGS } from '../case/tables';
import type { Progress } from './progress';

/**
 * The part of the day's minutes that bursts of mail, waits for Gmail and look-backs may take. The rest is for short checks, so
 * that mail goes on coming in all day.
 */
const BURST = 0.8;
/** A check reads no more mail after so long: a quarter of the platform's six minutes is left for the sheet and the alerts. */
const LONG_MS = 4.5 * MINUTE_MS;
/** The same where bursts have had their part: time for about ten messages. */
const SHORT_MS = 4_000;

const LIMITED_MS = 2 * HOUR_MS;

/** Minutes a day that checks by the timer may take. All scripts of an account share Google's 90. */
export function minutesAllowed({ timerMinutes }: Progress): number {
  return timerMinutes || SETTINGS.entries.timerMinutes.initial;
}

/** The ms for which a check by the timer may read mail, or sleep. */
export function checkTime(progress: Progress, now: number): number {
  const left = minutesAllowed(progress) * MINUTE_MS * BURST - usedInDay(progress.usage ?? [], now, 'ms');
  return Math.min(LONG_MS, Math.max(SHORT_MS, left));
}

/** True if waits for Gmail's rate have been in vain lately: then one call tells whether that is over. */
export function isLimited({ limitedAt = 0 }: Progress, now: number): boolean {
  return now - limitedAt < LIMITED_MS;
}

/** True if bursts have had their part of the day. */
export function isShort(ms: number): boolean {
  return ms <= SHORT_MS;
}

/** Epoch ms at which the timer checks again, since it has used the minutes of a day; undefined while there are some left. */
export function usedUpUntil(progress: Progress, now: number): number | undefined {
  return whenUsedIsBelow(progress.usage ?? [], now, {
    kind: 'ms',
    limit: minutesAllowed(progress) * MINUTE_MS,
  });
}
