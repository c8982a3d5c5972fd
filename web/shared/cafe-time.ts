import { LOCALE } from './format';

/** Formats a time on the clock of the cafe, or of the device if the browser does not know the zone. */
export function formatAt(at: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return at.toLocaleString(LOCALE, { ...options, ...(isKnown(timeZone) ? { timeZone } : {}) });
}

/** `14:05`, at the cafe if its zone is given. */
export function formatClock(at: string | number, timeZone = ''): string {
  return formatAt(new Date(at), timeZone, { timeStyle: 'short' });
}

export const TIME = { hour: '2-digit', minute: '2-digit' } as const;

/** `12:30` today, else `Tue 24 Nov, 12:30`. */
export function formatMoment(iso: string, timeZone = '', others: Intl.DateTimeFormatOptions = {}): string {
  const date = new Date(iso);
  const toDay = (one: Date) => formatAt(one, timeZone, { dateStyle: 'short' });
  const isToday = toDay(date) === toDay(new Date());
  const day = isToday ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const);
  return formatAt(date, timeZone, { ...day, ...TIME, ...others });
}

function isKnown(timeZone: string): boolean {
  try {
    return timeZone !== '' && new Intl.DateTimeFormat(LOCALE, { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
