import { toCalendar } from './serial';

const TOKEN = /"[^"]*"|\\.|\[h+\]|am\/pm|a\/p|y+|m+|d+|h+|s+(?:\.0+)?|./gi;
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Formats a serial number as a date or time; `m` is the minute beside hours or seconds, else the month. */
export function formatDate(serial: number, format: string): string {
  const tokens = format.match(TOKEN) ?? [];
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
