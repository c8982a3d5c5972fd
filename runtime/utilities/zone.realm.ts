import { exception } from '../realm/host';
import { isZone, type ZoneClock, zoneClock } from '../realm/zone-clock';

const clocks = new Map<string, ZoneClock | undefined>();

/** Milliseconds that a zone is ahead of UTC at an instant. */
export function offsetAt(instant: number, zone: string): number {
  return clockOf(zone)?.offsetAt(instant) ?? customOffset(zone);
}

/** Java's name of a zone at an instant. */
export function nameOf(instant: number, zone: string, length: 'short' | 'long'): string {
  if (!clockOf(zone)) return customName(customOffset(zone));
  const long = intlName(instant, zone, 'long');
  const name = length === 'short' ? (SHORT_NAMES[long] ?? intlName(instant, zone, 'short')) : long;
  const isJavas = length === 'short' ? !/^GMT./.test(name) : JAVA_LONG_NAMES.test(long);
  if (isJavas || name === 'UTC') return name;
  throw exception(`Utilities.formatDate: the ${length} name of ${zone} is not emulated here.`);
}

function intlName(instant: number, timeZone: string, timeZoneName: 'short' | 'long'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Zones whose long name is the same in Java and in Intl. */
const JAVA_LONG_NAMES =
  /^(Coordinated Universal|Greenwich Mean|British Summer|Japan Standard|India Standard|(Eastern|Central|Mountain|Pacific|Alaska) (Standard|Daylight)|Hawaii(-Aleutian)? Standard|Central European Summer|Eastern European Summer|Western European Summer) Time$/;

/** Abbreviations that Java has and Intl lacks in English. */
const SHORT_NAMES: Record<string, string> = {
  'Coordinated Universal Time': 'UTC',
  'Central European Standard Time': 'CET',
  'Central European Summer Time': 'CEST',
  'Eastern European Standard Time': 'EET',
  'Eastern European Summer Time': 'EEST',
  'Western European Standard Time': 'WET',
  'Western European Summer Time': 'WEST',
  'Greenwich Mean Time': 'GMT',
  'British Summer Time': 'BST',
  'Japan Standard Time': 'JST',
  'India Standard Time': 'IST',
  'Korean Standard Time': 'KST',
  'China Standard Time': 'CST',
  'Hong Kong Standard Time': 'HKT',
  'Singapore Standard Time': 'SGT',
  'Moscow Standard Time': 'MSK',
  'Australian Eastern Standard Time': 'AEST',
  'Australian Eastern Daylight Time': 'AEDT',
  'New Zealand Standard Time': 'NZST',
  'New Zealand Daylight Time': 'NZDT',
  'South Africa Standard Time': 'SAST',
};

/** `GMT+05:45` */
function customName(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return offset === 0 ? 'GMT' : `GMT${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Undefined for an unknown zone, which Google accepts silently (facts 10). */
function clockOf(zone: string): ZoneClock | undefined {
  if (!clocks.has(zone)) clocks.set(zone, isZone(zone) && isSpelled(zone) ? zoneClock(zone) : undefined);
  return clocks.get(zone);
}

/** Java, unlike V8, knows `Europe/Berlin` and no `europe/berlin`. Of other names for a zone only the first letter is told. */
function isSpelled(zone: string): boolean {
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions();
  return zone === timeZone || (zone.toLowerCase() !== timeZone.toLowerCase() && /^[A-Z]/.test(zone));
}

/** Java reads `GMT+2` and `GMT-05:30`, and takes any other text for GMT. */
function customOffset(zone: string): number {
  const [, sign, hours, minutes] = /^GMT([+-])([01]?\d|2[0-3]):?([0-5]\d)?$/.exec(zone) ?? [];
  const minutesAhead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return (sign === '-' ? -minutesAhead : minutesAhead) * 60_000;
}
