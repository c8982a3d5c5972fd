import type { Conventions } from './locale';

export interface TypedNumber {
  value: number;
  /** The number format that the typed text implies, if any. */
  format?: string;
}

/** Parses typed text as a number: plain, grouped, percent, currency, exponent, (negative). */
export function parseNumber(text: string, { decimal, thousands }: Conventions): TypedNumber | undefined {
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

interface Shape extends Pick<Conventions, 'decimal' | 'thousands'> {
  currency: string;
  percent: boolean;
}

function formatOf(digits: string, { currency, percent, decimal, thousands }: Shape): string | undefined {
  const fraction = digits.includes(decimal) ? '.00' : '';
  if (percent) return `0${fraction}%`;
  if (currency) return `"${currency}"#,##0${fraction}`;
  if (/e/i.test(digits)) return '0.00E+00';
  return digits.includes(thousands) ? `#,##0${fraction}` : undefined;
}
