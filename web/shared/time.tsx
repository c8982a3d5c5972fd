import { formatMoment } from './cafe-time';
import { formatShortDay, LOCALE } from './format';
import { createStore, useStore } from './store';
import * as TEXTS from './texts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const STEPS: ['minute' | 'hour' | 'day', number][] = [
  ['minute', MINUTE],
  ['hour', 60 * MINUTE],
  ['day', DAY],
];
/** Times further back are shown as a date. */
const MAX_AGE = 7 * DAY;

/** Made once: a list shows two of them in each row, and to make one takes longer than all else that a row does. */
const formats = {
  time: new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' }),
  weekday: new Intl.DateTimeFormat(LOCALE, { weekday: 'short' }),
  full: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'short' }),
};

const now = createStore(Date.now());
setInterval(() => now.set(Date.now()), MINUTE);

interface TimeProps {
  /** Null where the sheet has no date. */
  iso: string | null;
}

/** `14:05` today, `Tue` within a week, then `3 Nov`; the exact time on hover. */
export function ShortTime({ iso }: TimeProps) {
  return <TimeElement iso={iso} format={formatShort} />;
}

/** `3 h`, `12 days`: how long something has lasted; the exact time on hover. */
export function Age({ iso }: TimeProps) {
  return <TimeElement iso={iso} format={formatLength} />;
}

/** `3 hours ago`, or the date after a week; the exact time on hover. */
export function Time({ iso }: TimeProps) {
  return <TimeElement iso={iso} format={formatAge} />;
}

/** `14:05` today, `3 Nov, 14:05`; with the day of the week on hover. */
export function ExactTime({ iso }: TimeProps) {
  return <TimeElement iso={iso} format={(date) => formatMoment(date.toISOString())} />;
}

function TimeElement({ iso, format }: TimeProps & { format: (date: Date, current: number) => string }) {
  const current = useStore(now);
  if (iso === null) return <span>{TEXTS.time.noDate}</span>;
  const date = new Date(iso);
  return (
    <time dateTime={iso} title={formats.full.format(date)}>
      {format(date, current)}
    </time>
  );
}

function formatShort(date: Date, current: number): string {
  const today = new Date(current).setHours(0, 0, 0, 0);
  const age = today - new Date(date).setHours(0, 0, 0, 0);
  if (age <= 0) return formats.time.format(date);
  // A day of a week ago has the same name as today.
  if (age < MAX_AGE - DAY / 2) return formats.weekday.format(date);
  return formatShortDay(date);
}

function formatAge(date: Date, current: number): string {
  const age = Math.max(0, current - date.getTime());
  if (age < MINUTE) return TEXTS.time.justNow;
  if (age >= MAX_AGE) return date.toLocaleDateString(LOCALE, { dateStyle: 'medium' });
  const [unit, length] = STEPS.reduce((best, step) => (age >= step[1] ? step : best));
  return new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }).format(-Math.floor(age / length), unit);
}

function formatLength(date: Date, current: number): string {
  const age = Math.max(0, current - date.getTime());
  const [unit, length] = STEPS.reduce((best, step) => (age >= step[1] ? step : best));
  const options = { style: 'unit', unit, unitDisplay: unit === 'day' ? 'long' : 'short' } as const;
  return new Intl.NumberFormat(LOCALE, options).format(Math.floor(age / length));
}
