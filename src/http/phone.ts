/** A plus, the country's digits and the number's: 7 to 15 in all, as ITU-T E.164 counts them. */
const E164 = /^\+[1-9]\d{6,14}$/;
/** What people put between digits to read them more easily. */
const BETWEEN_DIGITS = /[\s().\-/\u2010-\u2013]/g;
/** `+49 (0)30`: the zero is dialled inside the country only, and which one is meant cannot be told. */
const TRUNK_ZERO = /\(0\)/;

/** `+1 (555) 123-4567` as `+15551234567`; undefined for what is no international number. */
export function toE164(text: string): string | undefined {
  if (TRUNK_ZERO.test(text)) return undefined;
  const bare = text.replace(BETWEEN_DIGITS, '');
  return E164.test(bare) ? bare : undefined;
}
