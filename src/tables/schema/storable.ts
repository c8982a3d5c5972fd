/** Stands before four hexadecimal digits; written itself in the same way. */
const ESCAPE = '\u241B';
const ESCAPED = /\u241B([0-9A-F]{4})/g;

/**
 * Characters that XML cannot carry, and so no spreadsheet file: most control characters, halves of surrogate pairs, two
 * noncharacters. Carriage returns too, which XML turns into line feeds.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are meant
const NOT_STORABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u241B\uD800-\uDFFF\uFFFE\uFFFF]/gu;

/** Text as it is stored, in cells and in databases; to search for a part of it there, too. */
export function toStorable(text: string): string {
  return text.replace(
    NOT_STORABLE,
    (character) => ESCAPE + character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0'),
  );
}

/** One private-use character for each that is not storable: such a text is stored as it is. */
export function withStandIns(text: string): string {
  return text.replace(NOT_STORABLE, (character) => String.fromCodePoint(0xf0000 + character.charCodeAt(0)));
}

export function fromStorable(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored;
  return stored.replace(ESCAPED, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}
