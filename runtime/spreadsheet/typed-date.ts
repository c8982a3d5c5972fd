import { type Conventions, shortDate } from './locale';
import { serialOf } from './serial';

export interface TypedDate {
  serial: number;
  format: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\\.?';
const TIME = /(?:^|\s+)(\d{1,3})(?::(\d{2})(?::(\d{2}(?:\.\d+)?))?)?\s*([ap]m?)?$/i;

type Day = { year: number; month: number; day: number; format: string };

/** Parses typed text as a date, a time, or both; undefined for any other text. */
export function parseDate(text: string, conventions: Conventions, year: number): TypedDate | undefined {
  const whole = dayOf(text, conventions, year);
  if (whole) return toDate(whole);
  const time = timeOf(text);
  if (!time) return undefined;
  const rest = text.slice(0, time.at).trim();
  if (rest === '') return { serial: time.share, format: time.format };
  const day = dayOf(rest, conventions, year);
  const date = day && time.share < 1 ? toDate(day) : undefined;
  return date && { serial: date.serial + time.share, format: `${date.format} ${time.format}` };
}

function timeOf(text: string): { share: number; format: string; at: number } | undefined {
  const match = TIME.exec(text);
  const [, hours = '', minutes, seconds, half] = match ?? [];
  if (!match || (minutes === undefined && half === undefined)) return undefined;
  const hour = Number(hours);
  if (Number(minutes ?? 0) > 59 || Number(seconds ?? 0) >= 60 || (half && (hour < 1 || hour > 12)))
    return undefined;
  const of24 = half ? (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0) : hour;
  const share = (of24 * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) / 86_400;
  return { share, format: timeFormat(hour, seconds, half), at: match.index };
}

function timeFormat(hour: number, seconds?: string, half?: string): string {
  const hours = hour > 23 ? '[h]' : 'h';
  return `${hours}:mm${seconds ? ':ss' : ''}${half ? ' am/pm' : ''}`;
}

function dayOf(text: string, conventions: Conventions, year: number): Day | undefined {
  return isoDay(text) ?? numericDay(text, conventions, year) ?? namedDay(text, year);
}

function isoDay(text: string): Day | undefined {
  const match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (!match) return undefined;
  const [, year, separator, month, day] = match;
  const format = ['yyyy', 'mm', 'dd'].join(separator);
  return { year: Number(year), month: Number(month), day: Number(day), format };
}

function numericDay(text: string, conventions: Conventions, thisYear: number): Day | undefined {
  const match = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(text);
  if (!match) return undefined;
  const [, first, separator, second, written] = match;
  // `1.2` is a number where the point is the decimal sign, and `1.2.2026` a date everywhere.
  if (separator === '.' && written === undefined && conventions.decimal === '.') return undefined;
  const [month, day] = conventions.dayFirst ? [second, first] : [first, second];
  const format = written ? shortDate(conventions) : ['M', 'd'].join(separator);
  return { year: yearOf(written, thisYear), month: Number(month), day: Number(day), format };
}

function namedDay(text: string, thisYear: number): Day | undefined {
  const monthFirst = new RegExp(`^${MONTH}[ -](\\d{1,2})(?:,?[ -]\\s*(\\d{4}))?$`, 'i').exec(text);
  if (monthFirst) return named(monthFirst[1], monthFirst[2], monthFirst[3], thisYear);
  const dayFirst = new RegExp(`^(\\d{1,2})[ -]${MONTH}(?:,?[ -]\\s*(\\d{4}|\\d{2}))?$`, 'i').exec(text);
  if (dayFirst) return named(dayFirst[2], dayFirst[1], dayFirst[3], thisYear);
  const monthOnly = new RegExp(`^${MONTH}[ -](\\d{4})$`, 'i').exec(text);
  return monthOnly ? { ...named(monthOnly[1], '1', monthOnly[2], thisYear), format: 'mmm yyyy' } : undefined;
}

function named(name = '', day = '', written: string | undefined, thisYear: number): Day {
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const format = written ? 'mmm d, yyyy' : 'mmm d';
  return { year: yearOf(written, thisYear), month, day: Number(day), format };
}

function yearOf(written: string | undefined, thisYear: number): number {
  if (written === undefined) return thisYear;
  const year = Number(written);
  if (written.length > 2) return year;
  return year < 30 ? 2000 + year : 1900 + year;
}

function toDate({ year, month, day, format }: Day): TypedDate | undefined {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > last) return undefined;
  return { serial: serialOf(year, month, day), format };
}
