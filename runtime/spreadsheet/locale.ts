/** How numbers and dates are typed in a locale. */
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

/** The short date format of a locale. */
export function shortDate({ dayFirst, decimal }: Conventions): string {
  if (!dayFirst) return 'M/d/yyyy';
  return decimal === ',' ? 'dd.MM.yyyy' : 'dd/MM/yyyy';
}
