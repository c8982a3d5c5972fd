/** 49 CFR 565.15: the value of each character (A to H 1 to 8, J to R 1 to 9, S to Z 2 to 9), and the weight of each position. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const VALUES = '012345678912345678123457923456789';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const CHECK_DIGIT_AT = 8;

/** Writes a VIN in capitals, without blanks and hyphens. */
export function normalizeVin(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** Tells whether the ninth character is the check digit of the others. Cars made for Europe mostly have none. */
export function hasCheckDigit(vin: string): boolean {
  if (!/^[0-9A-HJ-NPR-Z]{17}$/.test(vin)) return false;
  const toNumber = (character: string) => Number(VALUES.charAt(CHARACTERS.indexOf(character)));
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * toNumber(vin.charAt(index)), 0);
  return vin.charAt(CHECK_DIGIT_AT) === '0123456789X'.charAt(sum % 11);
}
