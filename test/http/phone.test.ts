import { type CountryCode, getExampleNumber, parsePhoneNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json';
import { toE164 } from '../../src/http/phone';

describe('a phone number in international format', () => {
  test.each([
    ['+15551234567', '+15551234567'],
    ['+1 (555) 123-4567', '+15551234567'],
    ['  +49 30 901820 ', '+4930901820'],
    ['+44.20.7946.0958', '+442079460958'],
    ['+33 1/23/45/67/89', '+33123456789'],
    ['+1\u00a0555\u2011123\u20114567', '+15551234567'],
    ['+1234567', '+1234567'],
    ['+123456789012345', '+123456789012345'],
    // What is dialled only inside the country.
    ['+49 (0)30 901820', '+4930901820'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+44 020 7946 0958', '+442079460958'],
    ['+34 (0)612 345 678', '+34612345678'],
    ['+39 (0)6 6988 3145', '+390669883145'],
    ['+7 800 555 35 35', '+78005553535'],
    ['+999 (0)30 901820', '+99930901820'],
    ...['ext 5', 'ext. 5', 'Extension 5', 'x5', 'x 5', '#5', ';ext=5', ', ext: 5'].map((extension) => [
      `+1 (555) 010-2030 ${extension}`,
      '+15550102030',
    ]),
  ])('%j is stored as %s', (text, stored) => expect(toE164(text)).toBe(stored));

  test.each([
    '',
    '+',
    '15551234567',
    '0049 30 901820',
    '555-1234',
    '+0 555 123 4567',
    '+123456',
    '+1234567890123456',
    '++15551234567',
    '+1555+1234567',
    '+1 555 CALL NOW',
    '+1 555 123 4567 ext.',
    '+1 555 123 4567 ext. 8 or 9',
    'x5',
    '+１５５５１２３４５６７',
    '=+15551234567',
  ])('%j is none', (text) => expect(toE164(text)).toBeUndefined());
});

describe('a national number', () => {
  test.each([
    ['1', '(555) 123-4567', '+15551234567'],
    ['1', '1 555 123 4567', '+15551234567'],
    ['1', '555.123.4567 x8', '+15551234567'],
    ['1', '011 49 30 901820', '+4930901820'],
    ['1', '0049 30 901820', '+4930901820'],
    ['44', '020 7946 0958', '+442079460958'],
    ['49', '030 901820', '+4930901820'],
    ['49', '030 901820 ext. 8', '+4930901820'],
    ['49', '0049 30 901820', '+4930901820'],
    ['49', '0043 1 58858', '+43158858'],
    ['49', '49 30 901820', '+4930901820'],
    ['61', '0011 44 20 7946 0958', '+442079460958'],
    ['375', '8029 123 45 67', '+375291234567'],
    ['370', '8 601 23456', '+37060123456'],
    ['34', '612 345 678', '+34612345678'],
    ['47', '47 12 34 56', '+4747123456'],
    ['39', '06 6988 3145', '+390669883145'],
    ['7', '8 (495) 123-45-67', '+74951234567'],
    ['7', '8 10 49 30 901820', '+4930901820'],
    ['36', '06 1 234 5678', '+3612345678'],
    ['54', '011 15-2345-6789', '+5491123456789'],
    ['225', '01 23 45 67 89', '+2250123456789'],
  ])('of +%s, %j, is %s', (code, text, stored) => expect(toE164(text, code)).toBe(stored));

  test.each([
    ['', '(555) 123-4567'],
    ['1', '123-4567'],
    ['1', '345-6789'],
    ['1', '155 123 4567'],
    ['1', '25551234567'],
    ['49', '110'],
    ['49', ''],
  ])('of +%s cannot be %j', (code, text) => expect(toE164(text, code)).toBeUndefined());

  test('of any country is what libphonenumber makes of it, however it is written, and none is cut short', () => {
    const countries = Object.keys(examples) as CountryCode[];
    const wrong = countries.flatMap((country) => {
      const number = getExampleNumber(country, examples);
      if (!number) throw new Error(`${country} has no example.`);
      const { countryCallingCode: code, nationalNumber } = number;
      const written = [number.number, number.formatInternational(), number.formatNational(), nationalNumber];
      const misread = written
        .map((text) => [text, toE164(text, code), parsePhoneNumber(text, country).number])
        .filter(([, stored, expected]) => stored !== expected || expected !== number.number);
      const cut = [1, 2, 3, 4]
        .map((digits) => nationalNumber.slice(0, -digits))
        .map((text) => [text, toE164(text, code)])
        .filter(([, stored]) => stored !== undefined && !parsePhoneNumber(stored).isPossible());
      return [...misread, ...cut].map((found) => [country, ...found]);
    });
    expect(wrong).toEqual([]);
    expect(countries.length).toBeGreaterThan(200);
  });
});
