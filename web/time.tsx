import { createStore, useStore } from './store';

const MINUTE = 60_000;
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', MINUTE],
  ['hour', 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
];
/** From here on the day itself says more. */
const LONGEST = 7 * 24 * 60 * MINUTE;

const now = createStore(Date.now());
setInterval(() => now.set(Date.now()), MINUTE);

/** `3 hours ago`, with the exact time on hover; a week and longer ago, the day. */
export function Time({ iso }: { iso: string | null }) {
  const current = useStore(now);
  if (iso === null) return <span>no date</span>;
  const date = new Date(iso);
  return (
    <time dateTime={iso} title={date.toLocaleString()}>
      {inWords(date, current)}
    </time>
  );
}

function inWords(date: Date, current: number): string {
  const age = Math.max(0, current - date.getTime());
  if (age < MINUTE) return 'just now';
  if (age >= LONGEST) return date.toLocaleDateString(undefined, { dateStyle: 'medium' });
  const [unit, length] = STEPS.reduce((best, step) => (age >= step[1] ? step : best));
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(-Math.floor(age / length), unit);
}
