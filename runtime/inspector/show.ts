const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export function toTime(instant: number | string): string {
  return TIME.format(new Date(instant));
}

export function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
