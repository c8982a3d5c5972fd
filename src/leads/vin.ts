/** What each character counts for, and what its place does: 49 CFR 565.15. I, O and Q are not used. */
const VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  [...'0123456789'].map((digit) => [digit, Number(digit)]).concat(letterValues()),
);
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const CHECK_DIGIT_AT = 8;

/** As it is stamped: capitals, nothing between them. */
export function toVin(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** Whether the ninth character is the check digit of the others. Cars made for Europe mostly have none. */
export function hasCheckDigit(vin: string): boolean {
  if (!/^[0-9A-HJ-NPR-Z]{17}$/.test(vin)) return false;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * (VALUES[vin.charAt(at)] ?? 0), 0);
  return vin.charAt(CHECK_DIGIT_AT) === '0123456789X'.charAt(sum % 11);
}

/** A to H are 1 to 8, J to R 1 to 9, S to Z 2 to 9. */
function letterValues(): [string, number][] {
  const rows: [string, number][] = [
    ['ABCDEFGH', 1],
    ['JKLMNOPQR', 1],
    ['STUVWXYZ', 2],
  ];
  return rows.flatMap(([letters, first]) =>
    [...letters].map((letter, index): [string, number] => [letter, first + index]),
  );
}
