import { createStore, useStore } from './store';
import { TEXTS } from './texts';

const MINUTE = 60_000;
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', MINUTE],
  ['hour', 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
];
/** What is older is shown as a date. */
const MAX_AGE = 7 * 24 * 60 * MINUTE;

const now = createStore(Date.now());
setInterval(() => now.set(Date.now()), MINUTE);

/** `3 hours ago`, or the date after a week; the exact time on hover. */
export function Time({ iso }: { iso: string | null }) {
  const current = useStore(now);
  if (iso === null) return <span>{TEXTS.app.noDate}</span>;
  const date = new Date(iso);
  return (
    <time dateTime={iso} title={date.toLocaleString()}>
      {formatAge(date, current)}
    </time>
  );
}

function formatAge(date: Date, current: number): string {
  const age = Math.max(0, current - date.getTime());
  if (age < MINUTE) return 'just now';
  if (age >= MAX_AGE) return date.toLocaleDateString(undefined, { dateStyle: 'medium' });
  const [unit, length] = STEPS.reduce((best, step) => (age >= step[1] ? step : best));
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(-Math.floor(age / length), unit);
}
