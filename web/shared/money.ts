import { decimalsOf } from '../../src/cafe/money';
import { LOCALE } from './format';

/** `€4.50` for 450 minor units of EUR. */
export function formatMoney(minor: number, currency: string): string {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / 10 ** digits);
}
