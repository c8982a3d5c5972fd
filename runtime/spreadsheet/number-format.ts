import type { Value } from './cell';
import { formatDate } from './date-format';

/** What getNumberFormat returns for a cell without a format. */
export const AUTOMATIC = '0.###############';
export const PLAIN_TEXT = '@';

const dates = new Map<string, boolean>();

/** Whether a number of this format is a date or a time. */
export function isDateFormat(format: string | undefined): boolean {
  if (format === undefined || format === PLAIN_TEXT) return false;
  const known = dates.get(format) ?? /[ymdhs]/i.test(bare(format));
  dates.set(format, known);
  return known;
}

/** What the cell shows. */
export function display(value: Value, format?: string): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'object') return value.error;
  if (isAutomatic(format)) return general(value);
  return isDateFormat(format) ? formatDate(value, format) : formatNumber(value, format);
}

function isAutomatic(format: string | undefined): format is undefined {
  return format === undefined || format === AUTOMATIC || format === PLAIN_TEXT || /^general$/i.test(format);
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

/** Formats a number: the section depends on the sign, and text around the digits stays as written. */
function formatNumber(value: number, format: string): string {
  const sections = format.split(';');
  const own = value < 0 && sections[1] !== undefined;
  const section = own ? (sections[1] ?? '') : (sections[0] ?? '');
  const picture = /[#0?][#0?,.]*(?:E[+-]0+)?/.exec(
    section.replace(/"[^"]*"|\\./g, (text) => ' '.repeat(text.length)),
  );
  if (!picture) return literal(section);
  const scaled = Math.abs(value) * (section.includes('%') ? 100 : 1);
  const digits = picture[0].includes('E') ? exponential(scaled, 2) : fixed(scaled, picture[0]);
  const before = literal(section.slice(0, picture.index));
  const after = literal(section.slice(picture.index + picture[0].length));
  return `${value < 0 && !own ? '-' : ''}${before}${digits}${after}`;
}

function fixed(value: number, picture: string): string {
  const [whole = '', fraction = ''] = picture.split('.');
  const least = fraction.replace(/[^0]/g, '').length;
  const [integer = '', decimals = ''] = value.toFixed(Math.min(fraction.length, 20)).split('.');
  const padded = integer.padStart(whole.replace(/[^0]/g, '').length, '0');
  const grouped = whole.includes(',') ? padded.replace(/\B(?=(\d{3})+$)/g, ',') : padded;
  let kept = decimals;
  while (kept.length > least && kept.endsWith('0')) kept = kept.slice(0, -1);
  return kept ? `${grouped}.${kept}` : grouped;
}

function literal(text: string): string {
  return text
    .replace(/\[[^\]]*\]/g, '')
    .replace(/"([^"]*)"|\\(.)|_./g, (_, quoted = '', escaped = '') => quoted + escaped);
}
