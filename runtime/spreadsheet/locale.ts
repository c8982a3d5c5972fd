/** The conventions of a locale for typing and showing numbers and dates. */
export interface Conventions {
  locale: string;
  dayFirst: boolean;
  decimal: '.' | ',';
  thousands: string;
  /** Which of them are known to be what cells show; what is not makes reading the displayed text throw. */
  shows: { decimal: boolean; thousands: boolean; words: boolean };
}

/**
 * The countries whose numbers have a point, and the others that Sheets offers, where it is a comma; French is written with
 * a comma in Canada too (stackoverflow.com/questions/73767719).
 */
const POINTS = new Set('AU CA CN EG GB HK IE IL IN JP KR MM MN MX PH CH TH TW US'.split(' '));
const COMMAS = new Set(
  'AM AR AZ BG BO BR BY CL CO CZ DE DK EC ES FI FR GE GR HR HU ID IT KZ LT LV NL NO PL PT PY RO RS RU SE SI SK TR UA UY VE VN'.split(
    ' ',
  ),
);
const COMMA_LANGUAGES = new Set('de fr es it pt nl pl cs da fi nb sv tr ru uk el hu ro'.split(' '));

/**
 * Locales in which Unicode's CLDR groups all numbers of a thousand and more in threes, by the sign that is not the decimal one.
 */
const GROUPED = new Set(
  'en_US en_GB en_AU en_CA en_IE en_PH ja_JP ko_KR zh_CN zh_TW de_DE da_DK nl_NL pt_BR tr_TR id_ID'.split(
    ' ',
  ),
);

const MONTH_FIRST = new Set(['en_US', 'en_CA', 'en_PH', 'fil_PH']);

/** The formats of dates that are written without one, where they are known. */
const SHORT_DATES: Record<string, string> = {
  en_US: 'M/d/yyyy',
  en_GB: 'dd/MM/yyyy',
  de_DE: 'dd.MM.yyyy',
  fr_FR: 'dd/MM/yyyy',
};

/** Marks a date format as a guess: a literal in brackets, which is not displayed. */
const GUESSED = '[guessed]';

const LANGUAGES = new Set([
  ...COMMA_LANGUAGES,
  'en',
  'ja',
  'ko',
  'zh',
  'th',
  'hi',
  'iw',
  'he',
  'ar',
  'fil',
  'vi',
  'id',
]);

/** Tells if Sheets offers a locale, as far as is known; a language alone is one too (reference of setSpreadsheetLocale). */
export function isLocale(locale: string): boolean {
  const [, language = '', country] = /^([a-z]{2,3})(?:_([A-Z]{2}))?$/.exec(locale) ?? [];
  return country === undefined ? LANGUAGES.has(language) : POINTS.has(country) || COMMAS.has(country);
}

export function conventionsOf(locale: string): Conventions {
  const [language = '', country = ''] = locale.split('_');
  const isComma = COMMAS.has(country) || (!POINTS.has(country) && COMMA_LANGUAGES.has(language));
  const comma = isComma || locale === 'fr_CA';
  return {
    locale,
    dayFirst: !MONTH_FIRST.has(locale),
    decimal: comma ? ',' : '.',
    thousands: comma ? '.' : ',',
    shows: {
      // Digits may be others in Egypt and Myanmar.
      decimal: (POINTS.has(country) || COMMAS.has(country)) && !/^(ar|my)$/.test(language),
      thousands: GROUPED.has(locale),
      words: language === 'en',
    },
  };
}

/** The short date format of a locale. */
export function shortDate({ locale, dayFirst, decimal }: Conventions): string {
  const known = SHORT_DATES[locale];
  if (known) return known;
  if (!dayFirst) return `M/d/yyyy${GUESSED}`;
  return `${decimal === ',' ? 'dd.MM.yyyy' : 'dd/MM/yyyy'}${GUESSED}`;
}

/** Conventions for people if the locale of a spreadsheet is not known. */
export const ENGLISH = conventionsOf('en_US');

export function withoutGuess(format: string): string {
  return format.replace(GUESSED, '');
}

export function isGuessed(format: string | undefined): boolean {
  return format?.includes(GUESSED) ?? false;
}
