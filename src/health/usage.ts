import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/platform';
import { formatTime, type HealthCheck, toOk, toWarning, type Visit } from './checks';

/** Amounts used in each hour of the last day, by kind. Hours are counted from 1970. */
export type Usage<K extends string = string> = readonly UsedInHour<K>[];

type UsedInHour<K extends string> = { hour: number } & Record<K, number>;

const DAY_HOURS = 24;

/** Google counts a run from before its code starts; a published median. */
const START_MS = 450;

/** The ms of a timer's run so far, as Google counts them. */
export function runTime(startedAt: number): number {
  return Date.now() - startedAt + START_MS;
}

/** Adds to the current hour, and drops the hours that are older than a day. */
export function addUsage<K extends string>(usage: Usage<K>, now: number, used: Record<K, number>): Usage<K> {
  const hour = Math.floor(now / HOUR_MS);
  const current = usage.find((one) => one.hour === hour);
  const kinds = Object.keys(used) as K[];
  const sums = kinds.map((kind) => [kind, Math.round((current?.[kind] ?? 0) + used[kind])]);
  const others = usage.filter((one) => one.hour >= hour - DAY_HOURS && one !== current);
  return [...others, { hour, ...Object.fromEntries(sums) }];
}

/** Sums the last 24 hours at least: Google's day starts with the first use, and no script can see when. */
export function usedInDay<K extends string>(usage: Usage<K>, now: number, kind: K): number {
  const since = Math.floor(now / HOUR_MS) - DAY_HOURS;
  return usage.filter(({ hour }) => hour >= since).reduce((sum, one) => sum + (one[kind] ?? 0), 0);
}

/**
 * Says when a limit of a day will be reached at the pace of the last 24 hours, in the time zone of the desk. Beyond it nothing can be
 * said but that Google's day ends sometime.
 */
export function describePace(used: number, limit: number, now: number): string {
  if (used >= limit) return 'It is reached, and ends within a day.';
  const at = now + ((limit - used) / used) * DAY_MS;
  return `At today's pace it will be reached ${formatTime(at, now)}.`;
}

/** Epoch ms at which the last 24 hours will have used less than the limit; undefined if they have now. */
export function whenUsedIsBelow<K extends string>(
  usage: Usage<K>,
  now: number,
  { kind, limit }: { kind: K; limit: number },
): number | undefined {
  const hours = [...usage.map(({ hour }) => hour)].sort((a, b) => a - b);
  const times = hours.map((hour) => (hour + DAY_HOURS + 1) * HOUR_MS);
  const isBelow = (at: number) => usedInDay(usage, at, kind) < limit;
  return isBelow(now) ? undefined : times.find(isBelow);
}

/** Minutes a day that Google allows the triggers of an account (platform facts 7). */
const TRIGGER_MINUTES = { free: 90, workspace: 360 };
const WARN_AT = 0.9;

export function timerMinutesCheck<C extends Visit>(usageOf: (visit: C) => Usage<'ms'>): HealthCheck<C> {
  return {
    light: 'room',
    label: 'Timer minutes',
    find(visit) {
      const minutes = usedInDay(usageOf(visit), visit.now, 'ms') / MINUTE_MS;
      const { free, workspace } = TRIGGER_MINUTES;
      const used = minutes < 1 ? 'less than 1' : `about ${Math.round(minutes)}`;
      const sentence = `Google lets your scripts run by themselves for ${free} minutes a day. This one used ${used} in the last 24 hours.`;
      const detail = `${minutes.toFixed(1)} minutes of ${free}, in a Workspace ${workspace}.`;
      if (minutes <= free * WARN_AT) return toOk(sentence, detail);
      const pace = describePace(minutes, free, visit.now);
      return toWarning(`${sentence} ${pace}`, 'Unless this is a Workspace, run fewer scripts.', detail);
    },
  };
}
