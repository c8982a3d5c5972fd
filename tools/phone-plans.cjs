const {
  countries,
  country_calling_codes: countriesOf,
  nonGeographic,
} = require('libphonenumber-js/metadata.min.json');

/** Numbers of seven digits, in the plan of North America alone, cannot be dialled from elsewhere. */
const WITHIN_A_REGION = '|3\\d{6}';

/**
 * The numbering plans of libphonenumber, a line for each calling code: the code, the numbers of its country (`d` is a
 * digit), what is dialled before them inside the country, what that becomes where it does not just fall away, and what is
 * dialled there before a calling code (`00` where nothing stands).
 */
exports.PHONE_PLANS = Object.entries(countriesOf).map(toLine).join('\n');

function toLine([code, [country]]) {
  const [, exit, pattern, , , trunk, , trunkToParse, becomes] = countries[country] ?? nonGeographic[code];
  const numbers = pattern.replaceAll('(?:', '(').replace(WITHIN_A_REGION, '');
  const fields = [code, numbers, trunkToParse || trunk, becomes, exit === '00' ? '' : exit];
  return fields
    .map((field) => (field || '').replaceAll('\\d', 'd'))
    .join(' ')
    .trimEnd();
}
