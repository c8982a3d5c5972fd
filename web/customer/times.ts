import { formatAt, TIME } from '../shared/cafe-time';

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
