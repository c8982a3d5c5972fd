import type { Constant } from '../attributes';
import { displayBoolean, isPlainFormat } from '../format';
import { readLiteral, type Typing } from '../typed-text';
import { fail, type Result, uncertain } from './result';

const collator = new Intl.Collator('en', { sensitivity: 'accent' });
const RANKS = { number: 0, string: 1, boolean: 2 } as Record<string, number>;

/** A value where a number is wanted: text is read as if it were typed. */
export function toNumber({ value }: Pick<Result, 'value'>, typing: Typing): number {
  if (value === null) return 0;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'object') return fail(value.error);
  const read = readLiteral(value.trim(), typing)?.value;
  return typeof read === 'number' ? read : fail('#VALUE!');
}

export function toBoolean({ value }: Pick<Result, 'value'>): boolean {
  if (value === null) return false;
  if (typeof value === 'object') return fail(value.error);
  if (typeof value !== 'string') return Boolean(value);
  return /^\s*(true|false)\s*$/i.test(value) ? uncertain('a text as a truth value') : fail('#VALUE!');
}

/** A value where text is wanted. What Google makes of dates, currencies and the like is not documented. */
export function toText({ value, format, doubt }: Result, { conventions }: Typing): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return displayBoolean(value, conventions);
  if (typeof value === 'object') return fail(value.error);
  const size = Math.abs(value);
  if (doubt || !isPlainFormat(format)) return uncertain('a formatted number as text');
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return uncertain('a very large or small number as text');
  if (!conventions.shows.decimal) return uncertain('a number as text in this locale');
  return String(Number(value.toPrecision(15))).replace('.', conventions.decimal);
}

/** Negative if `a` comes before `b`: numbers, texts in any case, truth values. An empty cell equals nothing of any kind. */
export function compareValues(a: Constant, b: Constant): number {
  const [left, right] = [filled(a, b), filled(b, a)];
  const ranks = (RANKS[typeof left] ?? 0) - (RANKS[typeof right] ?? 0);
  if (ranks !== 0) return ranks;
  if (typeof left === 'string') return collator.compare(left, right as string);
  const difference = Number(left) - Number(right);
  const size = Math.max(Math.abs(Number(left)), Math.abs(Number(right)));
  // Google hides the last digits of a number in some comparisons, and nobody says in which.
  if (difference !== 0 && Math.abs(difference) < size * 1e-13)
    return uncertain('numbers that differ too little');
  return difference;
}

function filled(value: Constant, other: Constant): string | number | boolean {
  if (value !== null && typeof value === 'object') return fail(value.error);
  if (value !== null) return value;
  if (typeof other === 'string') return '';
  return typeof other === 'boolean' ? false : 0;
}
