import { zoneClock } from '../realm/zone-clock';

const DAY_MS = 86_400_000;
/** Serial number of 1970-01-01; serial 0 is 1899-12-30. */
const EPOCH_SERIAL = 25_569;

/** The serial number of an instant in a zone. */
export function toSerial(instant: number, zone: string): number {
  return (instant + zoneClock(zone).offsetAt(instant)) / DAY_MS + EPOCH_SERIAL;
}

/** The instant of a serial number in a zone, to the millisecond. */
export function toInstant(serial: number, zone: string): number {
  return zoneClock(zone).toInstant(Math.round((serial - EPOCH_SERIAL) * DAY_MS));
}

/** A serial number as a UTC date with the cell's local time. */
export function toCalendar(serial: number): Date {
  return new Date(Math.round((serial - EPOCH_SERIAL) * DAY_MS));
}

export function serialOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / DAY_MS + EPOCH_SERIAL;
}
