import { countDays } from '../platform/day';
import type { Figures } from './report';

const HOUR = 60;
const DAY = 24 * HOUR;

/** `14 minutes`, `3 hours`, `2 days`. */
export function inWords(minutes: number): string {
  if (minutes >= 2 * DAY) return plural(Math.round(minutes / DAY), 'day');
  if (minutes >= 2 * HOUR) return plural(Math.round(minutes / HOUR), 'hour');
  return plural(Math.max(1, Math.round(minutes)), 'minute');
}

/** `No leads`, `1 lead`, `1,024 leads`. */
export function plural(number: number, noun: string): string {
  return `${number === 0 ? 'No' : grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** `20 %` of 0.2. */
export function percent(share: number | null | undefined): string {
  return `${Math.round((share ?? 0) * 100)} %`;
}

/** `, 12 more than in the 7 days before`: the figures of a measure compared. */
export function compared(figures: Figures, measure: string): string {
  const [now, then] = [figures.totals[measure] ?? 0, figures.before[measure] ?? 0];
  if (now === then) return `, as many as ${earlier(figures)}`;
  return `, ${grouped(Math.abs(now - then))} ${now > then ? 'more' : 'fewer'} than ${earlier(figures)}`;
}

/** `in the 7 days before`: the days that figures are compared with. */
export function earlier({ from, to }: Pick<Figures, 'from' | 'to'>): string {
  const days = countDays(from, to);
  return days === 1 ? 'on the same day a week before' : `in the ${days} days before`;
}

/** `Half waited at most 14 minutes, nine in ten at most 3 hours.` of measures `median` and `ninetieth` in minutes. */
export function spread({ totals: { median, ninetieth } }: Figures, verb: string): string | undefined {
  if (median == null || ninetieth == null) return undefined;
  return `Half ${verb} at most ${inWords(median)}, nine in ten at most ${inWords(ninetieth)}.`;
}

/** `1,024`: script and page write figures in one way. */
function grouped(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',');
}
