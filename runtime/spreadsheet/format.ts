import { ServiceError } from '../execution/service';
import type { Constant } from './attributes';
import { type Conventions, isGuessed } from './locale';
import { toCalendar } from './serial';

const TOKEN = /"[^"]*"|\\.|\[h+\]|am\/pm|a\/p|y+|m+|d+|h+|s+(?:\.0+)?|./gi;
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The format that getNumberFormat returns for a cell without one. */
export const AUTOMATIC = '0.###############';
export const PLAIN_TEXT = '@';

const dates = new Map<string, boolean>();

/** Tells if a number of this format is a date or a time. */
export function isDateFormat(format: string | undefined): boolean {
  if (format === undefined || format === PLAIN_TEXT) return false;
  const known = dates.get(format) ?? /[ymdhs]/i.test(bare(format));
  dates.set(format, known);
  return known;
}

/** An error for values of which it is not known how the locale of the spreadsheet shows them. */
export class NotShown extends ServiceError {
  constructor(what: string, locale: string) {
    super(`${what} as the locale ${locale} shows them are not emulated here.`, {
      name: 'Error',
    });
  }
}

/** Halves are rounded up, by the decimal digits of the number and not by its binary ones. */
export function rounded(size: number, places: number, round = Math.round): number {
  return shifted(round(shifted(size, places)), -places);
}

function shifted(number: number, places: number): number {
  const [digits, exponent = '0'] = String(number).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Returns what the cell shows. A format is written in the same signs everywhere, and shown in those of the locale. */
export function display(value: Constant, format: string | undefined, conventions: Conventions): string {
  if (value === null) return '';
  if (typeof value === 'string') {
    if (isForTexts(format)) throw new NotShown(`Texts of the format ${format}`, conventions.locale);
    return value;
  }
  if (typeof value === 'boolean') return displayBoolean(value, conventions);
  if (typeof value === 'object') return value.error;
  if (isPlainFormat(format)) return localized(general(value), conventions);
  return isDateFormat(format)
    ? formatDate(value, format, conventions)
    : formatNumber(value, format, conventions);
}

/** Tells if a format has a section for texts, the fourth or one with `@`, that says more than `@` alone. */
function isForTexts(format: string | undefined): boolean {
  if (format === undefined || format === PLAIN_TEXT) return false;
  return sectionsOf(format).length > 3 || format.replace(QUOTED, '').includes('@');
}

/** Shows a boolean. Locales may have words of their own. */
export function displayBoolean(value: boolean, { locale, shows }: Conventions): string {
  if (!shows.words) throw new NotShown('TRUE and FALSE', locale);
  return value ? 'TRUE' : 'FALSE';
}

/** The digits with the signs of a locale. */
function localized(digits: string, { locale, decimal, thousands, shows }: Conventions): string {
  if (!shows.decimal) throw new NotShown('Numbers', locale);
  if (digits.includes(',') && !shows.thousands) throw new NotShown('Grouped numbers', locale);
  return digits.replace(/[.,]/g, (sign) => (sign === '.' ? decimal : thousands));
}

/** Tells if a cell of this format takes the one that its formula gives it. */
export function isAutomatic(format: string | undefined): format is undefined {
  return format === undefined || /^general$/i.test(format);
}

/** Tells if a number of this format is shown by its digits alone. */
export function isPlainFormat(format: string | undefined): format is undefined {
  return isAutomatic(format) || format === AUTOMATIC || format === PLAIN_TEXT;
}

function bare(format: string): string {
  return /^general$/i.test(format) ? '' : format.replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|E[+-]/gi, '');
}

function general(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-9)) return exponential(value, 5).replace(/\.?0+E/, 'E');
  return String(Number(value.toFixed(10)));
}

function exponential(value: number, digits: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(digits).split('e');
  return `${mantissa}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** Quotations in a format: texts and single characters. */
const QUOTED = /"[^"]*"|\\./g;

/** Sections are for positive numbers, negative ones, zero and texts. */
function sectionsOf(format: string): string[] {
  const [...ends] = format.replace(QUOTED, (text) => ' '.repeat(text.length)).matchAll(/;|$/g);
  return ends.map(({ index }, at) => format.slice(at === 0 ? 0 : (ends[at - 1]?.index ?? 0) + 1, index));
}

/**
 * Besides digits: conditions, filling, spaces as wide as a character or a digit, fractions, thousands left out, digits
 * between other signs, and exponents with other digits than two.
 */
const UNKNOWN_PICTURE =
  /\[[<>=]|[*_?@]|[#0]\s*\/|,(?:\.|$|[^#0])|[#0.,][^#0.,E]+[#0]|^(?!.*0\.00E\+00).*E[+-]/;

/** Formats a number: the section depends on the sign, and text around the digits stays as written. */
function formatNumber(value: number, format: string, conventions: Conventions): string {
  const sections = sectionsOf(format);
  const own = value < 0 && sections[1] !== undefined;
  const ofZero = value === 0 ? sections[2] : undefined;
  const section = ofZero ?? (own ? sections[1] : sections[0]) ?? '';
  const bareSection = section.replace(QUOTED, (text) => ' '.repeat(text.length));
  if (UNKNOWN_PICTURE.test(bareSection.replace(/\[[^\]<>=]*\]/g, '')))
    throw new NotShown(`Numbers of the format ${format}`, conventions.locale);
  const picture = /[#0][#0,.]*(?:E[+-]0+)?/.exec(bareSection);
  if (!picture) return literal(section);
  const scaled = Math.abs(value) * (section.includes('%') ? 100 : 1);
  const digits = picture[0].includes('E') ? exponential(scaled, 2) : fixed(scaled, picture[0]);
  const before = literal(section.slice(0, picture.index));
  const after = literal(section.slice(picture.index + picture[0].length));
  return `${value < 0 && !own ? '-' : ''}${before}${localized(digits, conventions)}${after}`;
}

function fixed(value: number, picture: string): string {
  const [whole = '', fraction = ''] = picture.split('.');
  const least = fraction.replace(/[^0]/g, '').length;
  const places = Math.min(fraction.length, 20);
  const [integer = '', decimals = ''] = rounded(value, places).toFixed(places).split('.');
  const padded = integer.padStart(whole.replace(/[^0]/g, '').length, '0');
  const grouped = whole.includes(',') ? padded.replace(/\B(?=(\d{3})+$)/g, ',') : padded;
  let kept = decimals;
  while (kept.length > least && kept.endsWith('0')) kept = kept.slice(0, -1);
  return kept ? `${grouped}.${kept}` : grouped;
}

function literal(text: string): string {
  return text
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/"([^"]*)"|\\(.)|_./g, (_, quoted = '', escaped = '') => quoted + escaped);
}

/** Formats a serial number as a date or time; `m` is the minute beside hours or seconds, else the month. */
function formatDate(serial: number, format: string, { locale, decimal, shows }: Conventions): string {
  if (isGuessed(format)) throw new NotShown('Dates without a format of their own', locale);
  if (!shows.decimal) throw new NotShown('Dates', locale);
  if (/[;@*_]/.test(format.replace(QUOTED, ''))) throw new NotShown(`Dates of the format ${format}`, locale);
  const tokens = format.match(TOKEN) ?? [];
  const hasWords = tokens.some((token) => /^(m{3,}|d{3,}|am\/pm|a\/p)$/i.test(token));
  if (hasWords && !shows.words) throw new NotShown('Names of months, days and halves of the day', locale);
  if (decimal === ',' && tokens.some((token) => /^s+\./i.test(token)))
    throw new NotShown('Parts of seconds', locale);
  const half = tokens.some((token) => /^(am\/pm|a\/p)$/i.test(token));
  const date = toCalendar(serial);
  return tokens
    .map((token, at) => {
      if (/^m+$/i.test(token) && isMinute(tokens, at)) return pad(date.getUTCMinutes(), token);
      return part(token, { date, serial, half });
    })
    .join('');
}

function part(token: string, { date, serial, half }: { date: Date; serial: number; half: boolean }): string {
  const hours = date.getUTCHours();
  const first = token[0]?.toLowerCase();
  if (first === '"') return token.slice(1, -1);
  if (first === '\\') return token.slice(1);
  if (first === '[') return String(Math.floor(serial * 24 + 1e-9));
  if (/^am\/pm$/i.test(token)) return hours < 12 ? 'AM' : 'PM';
  if (/^a\/p$/i.test(token)) return hours < 12 ? 'A' : 'P';
  if (first === 'y')
    return token.length > 2 ? String(date.getUTCFullYear()) : pad(date.getUTCFullYear() % 100, 'yy');
  if (first === 'm') return named(date.getUTCMonth(), token, MONTHS) ?? pad(date.getUTCMonth() + 1, token);
  if (first === 'd') return named(date.getUTCDay(), token, DAYS) ?? pad(date.getUTCDate(), token);
  if (first === 'h') return pad(half ? hours % 12 || 12 : hours, token);
  if (first === 's') return seconds(date, token);
  return token;
}

function isMinute(tokens: readonly string[], at: number): boolean {
  const letters = /^[ymdhs[]/i;
  const before = tokens.slice(0, at).findLast((token) => letters.test(token));
  const after = tokens.slice(at + 1).find((token) => letters.test(token));
  return /^\[?h/i.test(before ?? '') || /^s/i.test(after ?? '');
}

function named(index: number, token: string, names: readonly string[]): string | undefined {
  if (token.length < 3) return undefined;
  return token.length === 3 ? names[index]?.slice(0, 3) : names[index];
}

function seconds(date: Date, token: string): string {
  const fraction = token.split('.')[1];
  const whole = pad(date.getUTCSeconds(), token.split('.')[0] ?? '');
  return fraction
    ? `${whole}.${String(date.getUTCMilliseconds()).padStart(3, '0').slice(0, fraction.length)}`
    : whole;
}

function pad(number: number, token: string): string {
  return String(number).padStart(token.length > 1 ? 2 : 1, '0');
}
