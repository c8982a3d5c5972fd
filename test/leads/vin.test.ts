import { hasCheckDigit, normalizeVin } from '../../src/leads/inventory/vin';

describe('the check digit of a vehicle identification number', () => {
  test.each(['1M8GDM9AXKP042788', '11111111111111111', '1HGCM82633A004352', '5GZCZ43D13S812715'])(
    '%s has it',
    (vin) => expect(hasCheckDigit(vin)).toBe(true),
  );

  test.each([
    ['another digit', '1M8GDM9A1KP042788'],
    ['two characters swapped', '1HGCM82633A004325'],
    ['too short', '1M8GDM9AXKP04278'],
    ['too long', '1M8GDM9AXKP0427881'],
    ['the letter O', '1M8GDM9AXKPO42788'],
    ['the letter I', 'I1111111111111111'],
    ['the letter Q', '1HGCM82633Q004352'],
    ['lower case', '1m8gdm9axkp042788'],
    ['nothing', ''],
    ['a European car', 'WVWZZZ1JZ3W386752'],
  ])('%s has not', (_, vin) => expect(hasCheckDigit(vin)).toBe(false));

  test.each([
    [' 1m8gdm9axkp042788\n', '1M8GDM9AXKP042788'],
    ['1M8-GDM9A-XKP042788', '1M8GDM9AXKP042788'],
  ])('%j is written as %s', (text, vin) => expect(normalizeVin(text)).toBe(vin));
});
