import type { column } from '../tables/tables';

/** ISO 4217: the currencies that have another number of decimals than two. */
const WITHOUT_DECIMALS = list('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF');
const WITH_THREE_DECIMALS = list('BHD IQD JOD KWD LYD OMR TND');

/** Symbols that people write beside an amount, in lower case, and the currencies that they may mean by them. */
const SYMBOLS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  $: 'ARS AUD BBD BMD BND BSD BZD CAD CLP COP DOP FJD GYD HKD JMD LRD MXN NAD NZD SBD SGD SRD TTD TWD USD UYU XCD',
  us$: 'USD',
  a$: 'AUD',
  c$: 'CAD',
  hk$: 'HKD',
  mx$: 'MXN',
  nz$: 'NZD',
  nt$: 'TWD',
  r$: 'BRL',
  s$: 'SGD',
  '£': 'EGP FKP GBP GIP SHP',
  '¥': 'CNY JPY',
  円: 'JPY',
  元: 'CNY',
  '₩': 'KRW',
  '₹': 'INR',
  rs: 'INR LKR MUR NPR PKR SCR',
  'rs.': 'INR LKR MUR NPR PKR SCR',
  rp: 'IDR',
  '₫': 'VND',
  '฿': 'THB',
  '₱': 'PHP',
  '₪': 'ILS',
  '₺': 'TRY',
  tl: 'TRY',
  '₴': 'UAH',
  '₦': 'NGN',
  '₽': 'RUB',
  fr: 'CHF',
  'fr.': 'CHF',
  sfr: 'CHF',
  'sfr.': 'CHF',
  kr: 'DKK ISK NOK SEK',
  'kr.': 'DKK ISK NOK SEK',
  kč: 'CZK',
  zł: 'PLN',
  ft: 'HUF',
  lei: 'RON',
  kd: 'KWD',
  r: 'ZAR',
};

/** Converts what the owner has typed as a currency: three letters, in either case. */
export function toCurrency(text: string): string | undefined {
  const currency = text.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(currency) ? currency : undefined;
}

/** Number of decimals that the main unit of a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  if (WITHOUT_DECIMALS.includes(currency)) return 0;
  return WITH_THREE_DECIMALS.includes(currency) ? 3 : 2;
}

/** Payment providers charge multiples of this many minor units: a third decimal is 0, and MGA has no hundredths. */
export function chargeStep(currency: string): number {
  if (currency === 'MGA') return 100;
  return decimalsOf(currency) === 3 ? 10 : 1;
}

/**
 * The amount that a person has written in main units, in minor units: `4.50`, `4,50`, `€5`, `5 EUR`, `1.234,50` and
 * `1,234.50` in EUR. Undefined for everything else, such as another currency's symbol, too many decimals or a date.
 *
 * A point or comma before exactly three digits, and no other in the text, begins the decimals of a currency that has three,
 * and groups thousands in a currency that has none. In all others `1,250` may mean either, so it is no amount.
 */
export function parseAmount(cell: column.Cell, currency: string): number | undefined {
  const decimals = decimalsOf(currency);
  if (typeof cell === 'number') return fromNumber(cell, decimals);
  if (typeof cell !== 'string') return undefined;
  const text = cell.normalize('NFKC').replace(/\s+/g, ' ').trim();
  return fromDigits(withoutSymbols(text, currency), decimals);
}

/** Writes main units with all decimals of the currency: `4.50` in EUR, `450` in JPY, `1.250` in KWD. */
export function formatAmount(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  return `${minor < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${fraction}` : ''}`;
}

/** A formula's 12.299999999999999 means 12.30. */
function fromNumber(amount: number, decimals: number): number | undefined {
  const minor = amount * 10 ** decimals;
  const rounded = Math.round(minor);
  return amount >= 0 && Math.abs(minor - rounded) < 1e-6 ? exact(rounded) : undefined;
}

/** One symbol before the digits and one after them, as in `$5 USD`. */
function withoutSymbols(text: string, currency: string): string {
  const known = Object.keys(SYMBOLS).filter((symbol) => list(SYMBOLS[symbol] ?? '').includes(currency));
  const marks = [currency.toLowerCase(), ...known].sort((a, b) => b.length - a.length);
  const lower = text.toLowerCase();
  const before = marks.find((mark) => lower.startsWith(mark))?.length ?? 0;
  const after = marks.find((mark) => lower.slice(before).endsWith(mark))?.length ?? 0;
  return text.slice(before, text.length - after).trim();
}

/** Thousands in groups of three, all apart by the same character, then decimals apart by another. */
const AMOUNT = /^(\d*|\d{1,3}(?:([ '\u2019.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d*))?$/;
/** `5.-` and `5,–` */
const NO_DECIMALS = /(\d)[.,][-\u2013\u2014]{1,2}$/;

function fromDigits(text: string, decimals: number): number | undefined {
  const [, whole = '', group, point, fraction = ''] = AMOUNT.exec(text.replace(NO_DECIMALS, '$1')) ?? [];
  if (whole + fraction === '' || (point !== undefined && point === group)) return undefined;
  const isUnclear = group === undefined && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (isUnclear && decimals === 0) return exact(Number(whole + fraction));
  if (isUnclear && decimals < 3) return undefined;
  if (/[^0]/.test(fraction.slice(decimals))) return undefined;
  return exact(Number(whole.replace(/\D/g, '') + fraction.slice(0, decimals).padEnd(decimals, '0')));
}

/** Undefined for a number that is too large to be exact. */
function exact(minor: number): number | undefined {
  return Number.isSafeInteger(minor) ? minor : undefined;
}

function list(words: string): string[] {
  return words.split(' ');
}
