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

/**
 * `12:30` today, else `24 Nov, 12:30`, with the year where it is another one: `24 Nov 2025, 12:30`. A day to come has its name:
 * `Tue 1 Dec, 12:30`.
 */
export function formatMoment(iso: string, timeZone = '', others: Intl.DateTimeFormatOptions = {}): string {
  const date = new Date(iso);
  const [at = '', now = ''] = [date, new Date()].map((one) =>
    formatAt(one, timeZone, { dateStyle: 'short' }),
  );
  const weekday = date > new Date() && ({ weekday: 'short' } as const);
  const year = at.slice(-4) !== now.slice(-4) && ({ year: 'numeric' } as const);
  const day = at !== now && ({ ...weekday, day: 'numeric', month: 'short', ...year } as const);
  return formatAt(date, timeZone, { ...day, ...TIME, ...others });
}

function isKnown(timeZone: string): boolean {
  try {
    return timeZone !== '' && new Intl.DateTimeFormat(LOCALE, { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
