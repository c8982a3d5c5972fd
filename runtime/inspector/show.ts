/** `26 Nov, 14:05:09`; the page is in English. */
const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

export function toTime(instant: number | string): string {
  return TIME.format(new Date(instant));
}

export function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
