import { decimalsOf, formatAmount, parseAmount } from '../../src/cafe/money';

const NBSP = '\u00a0';
const NARROW_NBSP = '\u202f';

describe('what is written in a cell of a price', () => {
  test.each([
    ['4.50', 450],
    ['4,50', 450],
    ['4.5', 450],
    ['4,5', 450],
    ['4', 400],
    ['4.', 400],
    ['.5', 50],
    [',5', 50],
    ['0', 0],
    ['0.00', 0],
    ['0,500', 50],
    ['004.50', 450],
    [' 4.50 ', 450],
    ['€5', 500],
    ['5€', 500],
    ['5 €', 500],
    [`5${NBSP}€`, 500],
    ['€ 5.-', 500],
    ['5,–', 500],
    ['5 EUR', 500],
    ['EUR 5', 500],
    ['eur 4,50', 450],
    ['€5 EUR', 500],
    ['5 Euro', 500],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ["1'234.50", 123_450],
    ['1’234,50', 123_450],
    ['1 234,50', 123_450],
    [`1${NARROW_NBSP}234,50 €`, 123_450],
    ['1 234', 123_400],
    ['1,234,567', 123_456_700],
    ['1.234.567,8', 123_456_780],
    ['4.5000', 450],
    ['1234.5', 123_450],
    ['４．５０', 450],
    ['４，５０€', 450],
    [4.5, 450],
    [0, 0],
    [4.1 * 3, 1_230],
    [1250, 125_000],
  ])('%j in EUR is %d cents', (cell, minor) => expect(parseAmount(cell, 'EUR')).toBe(minor));

  test.each([
    ['nothing', ''],
    ['blanks', `  ${NBSP}`],
    ['words', 'abc'],
    ['a word behind the number', '5 each'],
    ['a negative amount', '-1'],
    ['a sign', '+5'],
    ['three decimals or thousands', '4.505'],
    ['thousands or three decimals', '1,250'],
    ['the same with a symbol', '€1.250'],
    ['too many decimals', '0.505'],
    ['too many decimals behind thousands', '1.234,505'],
    ['one separator in two places', '1,234,50'],
    ['groups that are not of three digits', '12,34,567'],
    ['decimals before thousands', '1.50,000'],
    ['an exponent', '1e3'],
    ['a percentage', '5%'],
    ['a symbol alone', '€'],
    ['a separator alone', '.'],
    ['two numbers', '4 5'],
    ['a range', '4-5'],
    ['a fraction', '1/2'],
    ['a day', '2026-04-05'],
    ['a German day', '4.5.2026'],
    ['a time', '4:50'],
    ['another currency', '$5'],
    ['another currency behind it', '5 USD'],
    ['a formula', '=4+5'],
    ['an error of a formula', '#REF!'],
    ['more digits than are exact', '12345678901234567'],
    ['a negative number', -1],
    ['a number with three decimals', 4.505],
    ['no number', Number.NaN],
    ['an endless number', Number.POSITIVE_INFINITY],
    ['a date', new Date('2026-04-05T00:00Z')],
    ['a boolean', true],
  ])('%s is no amount in EUR', (_, cell) => expect(parseAmount(cell, 'EUR')).toBeUndefined());

  test.each([
    ['450', 'JPY', 450],
    ['¥450', 'JPY', 450],
    ['４５０円', 'JPY', 450],
    ['￥1,250', 'JPY', 1250],
    ['1.250', 'JPY', 1250],
    ['450.00', 'JPY', 450],
    ['450.5', 'JPY', undefined],
    [450, 'JPY', 450],
    ['4.50', 'JPY', undefined],
    ['1.250', 'KWD', 1250],
    ['1,250', 'KWD', 1250],
    ['1.25 KD', 'KWD', 1250],
    ['1', 'KWD', 1000],
    ['1.2345', 'KWD', undefined],
    ['1,250.500', 'KWD', 1_250_500],
    [1.25, 'KWD', 1250],
    ['$4.50', 'USD', 450],
    ['US$ 4.50', 'USD', 450],
    ['$4.50 CAD', 'CAD', 450],
    ['A$5', 'USD', undefined],
    ['R$ 5,00', 'BRL', 500],
    ['R 45', 'ZAR', 4500],
    ['Fr. 4.50', 'CHF', 450],
    ['CHF 4.50', 'CHF', 450],
    ['£3', 'GBP', 300],
    ['45 kr.', 'DKK', 4500],
    ['Rs. 120', 'INR', 12_000],
    ['12,50 zł', 'PLN', 1250],
  ])('%j in %s', (cell, currency, minor) => expect(parseAmount(cell, currency)).toBe(minor));
});

describe('an amount in main units', () => {
  test.each([
    [450, 'EUR', '4.50'],
    [5, 'EUR', '0.05'],
    [0, 'EUR', '0.00'],
    [123_456_789, 'EUR', '1234567.89'],
    [-50, 'EUR', '-0.50'],
    [450, 'JPY', '450'],
    [0, 'JPY', '0'],
    [1250, 'KWD', '1.250'],
    [5, 'KWD', '0.005'],
  ])('%d in %s is %s', (minor, currency, text) => expect(formatAmount(minor, currency)).toBe(text));

  test('is read back as it was, though it looks like thousands', () => {
    for (const currency of ['EUR', 'JPY', 'KWD', 'ISK', 'XYZ'])
      for (const minor of [0, 1, 99, 450, 999, 1_000, 1_250, 1_000_000, 99_999_999])
        expect(parseAmount(formatAmount(minor, currency), currency)).toBe(minor);
  });
});

test('the decimals of currencies', () => {
  const decimals = ['EUR', 'USD', 'JPY', 'KRW', 'ISK', 'UGX', 'KWD', 'BHD', 'TND', 'HUF', 'MGA'].map(
    decimalsOf,
  );
  expect(decimals).toEqual([2, 2, 0, 0, 0, 0, 3, 3, 3, 2, 2]);
});
