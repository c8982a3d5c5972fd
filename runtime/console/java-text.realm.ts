import { hasText } from './inspect.realm';

/**
 * Makes Logger's text of a value, which is a Java object by then: numbers are doubles, objects are maps. Measured at
 * tetsuooo.net/?p=338. The order of a map's keys is not known; here they stay in theirs.
 */
export function toJavaText(value: unknown, outer: readonly object[] = []): string {
  if (typeof value === 'number') return javaNumber(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Date) return javaDate(value);
  if (outer.includes(value)) return '(this Map)';
  const inner = [...outer, value];
  if (Array.isArray(value)) return `[${value.map((element) => toJavaText(element, inner)).join(', ')}]`;
  if (hasText(value)) return String(value);
  const entries = Object.entries(value).map(([key, member]) => `${key}=${toJavaText(member, inner)}`);
  return `{${entries.join(', ')}}`;
}

/** Java's Double.toString: `1.0`, `1.0E7`. */
function javaNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= 1e-3 && size < 1e7);
  if (isPlain) return Object.is(value, -0) ? '-0.0' : withFraction(String(value));
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${withFraction(digits)}E${exponent.replace('+', '')}`;
}

function withFraction(digits: string): string {
  return digits.includes('.') ? digits : `${digits}.0`;
}

/** Java's Date.toString in the script's time zone, which has no name there: `Sun Nov 22 09:00:00 GMT+01:00 2026`. */
export function javaDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return String(date);
  const [, day, month, dayOfMonth, year] = /^(\w+) (\w+) (\d+) (-?\d+)$/.exec(date.toDateString()) ?? [];
  const minutes = -date.getTimezoneOffset();
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${day} ${month} ${dayOfMonth} ${time} GMT${minutes === 0 ? '' : offset} ${year}`;
}
