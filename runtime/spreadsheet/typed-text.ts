import type { Value } from './attributes';
import type { Conventions } from './locale';
import { parseDate } from './typed-date';

interface TypedNumber {
  value: number;
  /** The number format that the typed text implies, if any. */
  format?: string;
}

interface Shape extends Pick<Conventions, 'decimal' | 'thousands'> {
  currency: string;
  percent: boolean;
}

/** The meaning of typed text for a cell; the format is for a cell without one. */
export interface Typed {
  value: Value;
  format?: string;
  link?: string;
}

export interface Typing {
  conventions: Conventions;
  /** The year of a date that is typed without one. */
  year: number;
  /** The cell's format is plain text (`@`). */
  plain: boolean;
  /** True if a leading apostrophe stays in such a cell. */
  keepsApostrophe?: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are meant
const CONTROL = /[\u0000-\u0008\u000B-\u001F]/g;

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are meant
const SUSPECT = /[\u0000-\u0008\u000B-\u001F\uD800-\uDFFF]/;

/** Parses text as if it were typed into a cell (facts 6.1). */
export function readTyped(input: string, typing: Typing): Typed {
  const text = storable(input);
  if (text === '') return { value: null };
  if (text.startsWith("'")) return { value: typing.plain && typing.keepsApostrophe ? text : text.slice(1) };
  if (text.startsWith('=') && text.length > 1) return { value: { formula: text } };
  if (/^[+\-@]/.test(text)) return readSigned(text, typing);
  return typing.plain ? { value: text } : (readLiteral(text.trim(), typing) ?? { value: text });
}

/**
 * The part of a text that a cell can hold. Google does not document lone surrogates and control characters; here they
 * are lost or replaced, so that nobody relies on them.
 */
export function storable(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replace(CONTROL, '').replace(LONE_SURROGATE, '\uFFFD');
}

/**
 * A sign starts an expression, in plain text cells too: `+49 30 1` and `- milk` become formulas that fail, and a signed
 * number loses its plus (facts 6.1). Google does not document it; this is the worst case.
 */
function readSigned(text: string, typing: Typing): Typed {
  if (!/[\p{L}\p{N}]/u.test(text)) return { value: text };
  return readLiteral(text.trim(), typing) ?? { value: { formula: `=${text}` } };
}

/** Text as a truth value, a number or a date; undefined if it is none. */
export function readLiteral(
  text: string,
  { conventions, year }: Pick<Typing, 'conventions' | 'year'>,
): { value: number | boolean; format?: string } | undefined {
  if (/^(true|false)$/i.test(text)) return { value: text.toLowerCase() === 'true' };
  const number = parseNumber(text, conventions);
  if (number) return number;
  const date = parseDate(text, conventions, year);
  return date && { value: date.serial, format: date.format };
}

/** Parses typed text as a number: plain, grouped, percent, currency, exponent, (negative). */
function parseNumber(text: string, { decimal, thousands }: Conventions): TypedNumber | undefined {
  const match = /^([+-]?)\s*([$€£¥₹]?)\s*([+-]?)([\d.,]+(?:e[+-]?\d+)?)\s*([%€]?)$/i.exec(unbracketed(text));
  if (!match) return undefined;
  const [, sign = '', currency = '', inner = '', digits = '', tail = ''] = match;
  if (sign && inner) return undefined;
  const number = plainNumber(digits, decimal, thousands);
  if (number === undefined) return undefined;
  const value = (sign || inner) === '-' ? -number : number;
  const percent = tail === '%';
  const format = formatOf(digits, {
    currency: currency || (percent ? '' : tail),
    percent,
    decimal,
    thousands,
  });
  return { value: percent ? value / 100 : value, ...(format && { format }) };
}

/** Accountants write `(5)` for -5. */
function unbracketed(text: string): string {
  const inner = /^\(([$€£¥₹]?[\d.,]+)\)$/.exec(text);
  return inner ? `-${inner[1]}` : text;
}

function plainNumber(digits: string, decimal: string, thousands: string): number | undefined {
  const group = `\\${thousands}`;
  const shape = new RegExp(`^(\\d+|\\d{1,3}(${group}\\d{3})+)?(\\${decimal}\\d*)?(e[+-]?\\d+)?$`, 'i');
  if (!shape.test(digits) || !/^\D?\d/.test(digits)) return undefined;
  const number = Number(digits.replaceAll(thousands, '').replace(decimal, '.'));
  return Number.isFinite(number) ? number : undefined;
}

function formatOf(digits: string, { currency, percent, decimal, thousands }: Shape): string | undefined {
  const fraction = digits.includes(decimal) ? '.00' : '';
  if (percent) return `0${fraction}%`;
  if (currency) return `"${currency}"#,##0${fraction}`;
  if (/e/i.test(digits)) return '0.00E+00';
  return digits.includes(thousands) ? `#,##0${fraction}` : undefined;
}
