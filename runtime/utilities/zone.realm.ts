import { exception } from '../realm/host';

/** Milliseconds that a zone is ahead of UTC at an instant. */
export function offsetAt(instant: number, zone: string): number {
  const format = formatOf(zone);
  if (!format) return customOffset(zone);
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const local = new Date(0);
  // Date.UTC would take the years below 100 for those of the last century.
  local.setUTCFullYear(new Date(instant).getUTCFullYear() > 0 ? year : 1 - year, month - 1, day);
  return local.setUTCHours(hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/** Java's name of a zone at an instant. */
export function nameOf(instant: number, zone: string, length: 'short' | 'long'): string {
  if (!formatOf(zone)) return customName(customOffset(zone));
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
export function customName(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return offset === 0 ? 'GMT' : `GMT${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Undefined for an unknown zone, which Google accepts silently (facts 10). */
function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) formats.set(zone, makeFormat(zone));
  return formats.get(zone);
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric' as const;
  const fields = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  };
  try {
    const options = { timeZone, hourCycle: 'h23', ...fields } as Intl.DateTimeFormatOptions;
    return new Intl.DateTimeFormat('en-US', options);
  } catch {
    return undefined;
  }
}

/** Java reads `GMT+2` and `GMT-05:30`, and takes any other text for GMT. */
function customOffset(zone: string): number {
  const [, sign, hours, minutes] = /^GMT([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  const minutesAhead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return (sign === '-' ? -minutesAhead : minutesAhead) * 60_000;
}
