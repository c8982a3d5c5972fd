import { HOUR_MS } from '../platform/platform';

/** What was used, hour by hour of the last day: hours since 1970, and how much of each kind. */
export type Usage<K extends string = string> = readonly UsedInHour<K>[];

type UsedInHour<K extends string> = { hour: number } & Record<K, number>;

const DAY_HOURS = 24;

/** What Google counts of a run before any code of it runs; a published median. */
const START_MS = 450;

/** The ms that a timer's run has taken so far, as Google counts them. */
export function runTime(startedAt: number): number {
  return Date.now() - startedAt + START_MS;
}

/** With what was used just now; what is older than a day and its hour is left out. */
export function addUsage<K extends string>(usage: Usage<K>, now: number, used: Record<K, number>): Usage<K> {
  const hour = Math.floor(now / HOUR_MS);
  const earlier = usage.find((one) => one.hour === hour);
  const kinds = Object.keys(used) as K[];
  const sums = kinds.map((kind) => [kind, Math.round((earlier?.[kind] ?? 0) + used[kind])]);
  const others = usage.filter((one) => one.hour >= hour - DAY_HOURS && one !== earlier);
  return [...others, { hour, ...Object.fromEntries(sums) }];
}

/** Of one kind, in the last 24 hours at least: Google counts a day from its first use on, which no script is told. */
export function usedInDay<K extends string>(usage: Usage<K>, now: number, kind: K): number {
  const since = Math.floor(now / HOUR_MS) - DAY_HOURS;
  return usage.filter(({ hour }) => hour >= since).reduce((sum, one) => sum + (one[kind] ?? 0), 0);
}
