import { LOCALE } from '../web/shared/format';

/** On the clock of the cafe, or of the device where the browser does not know the zone. */
export function formatAt(at: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return at.toLocaleString(LOCALE, { ...options, ...(isKnown(timeZone) ? { timeZone } : {}) });
}

/** `14:05`, at the cafe if its zone is given. */
export function formatClock(at: string | number, timeZone = ''): string {
  return formatAt(new Date(at), timeZone, { timeStyle: 'short' });
}

function isKnown(timeZone: string): boolean {
  try {
    return timeZone !== '' && new Intl.DateTimeFormat(LOCALE, { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
