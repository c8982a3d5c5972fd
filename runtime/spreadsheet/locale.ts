/** How people of a locale write numbers and days, as far as typed text depends on it. */
export interface Conventions {
  dayFirst: boolean;
  decimal: '.' | ',';
  thousands: string;
}

const COMMA_DECIMALS = new Set('de fr es it pt nl pl cs da fi nb sv tr ru uk el hu ro'.split(' '));
const MONTH_FIRST = new Set(['en_US', 'en_CA', 'en_PH', 'fil_PH']);

export function conventionsOf(locale: string): Conventions {
  const comma = COMMA_DECIMALS.has(locale.split('_')[0] ?? '');
  return { dayFirst: !MONTH_FIRST.has(locale), decimal: comma ? ',' : '.', thousands: comma ? '.' : ',' };
}

/** Short date of a locale as a number format. */
export function shortDate({ dayFirst, decimal }: Conventions): string {
  if (!dayFirst) return 'M/d/yyyy';
  return decimal === ',' ? 'dd.MM.yyyy' : 'dd/MM/yyyy';
}
