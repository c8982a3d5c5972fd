import { formatAt } from '../cafe-time';

const TIME = { hour: '2-digit', minute: '2-digit' } as const;

/** `12:30` today, else `Tue 24 Nov, 12:30`, by the clock of the cafe. */
export function formatMoment(iso: string, zone: string, others: Intl.DateTimeFormatOptions = {}): string {
  const date = new Date(iso);
  const toDay = (one: Date) => formatAt(one, zone, { dateStyle: 'short' });
  const isToday = toDay(date) === toDay(new Date());
  const day = isToday ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const);
  return formatAt(date, zone, { ...day, ...TIME, ...others });
}

/** `23 Nov 2026, 12:30` */
export function formatDate(iso: string, zone: string): string {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return formatAt(new Date(iso), zone, { ...day, ...TIME, ...nameAbroad(zone) });
}

/** Names the zone to whoever has another. */
export function nameAbroad(zone: string): Intl.DateTimeFormatOptions {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === '' || zone === own ? {} : { timeZoneName: 'short' };
}
