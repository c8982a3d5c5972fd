/** Sheets refuses a cell of more than 50,000 characters; whether the apostrophe counts is not documented. */
const MOST_CHARACTERS = 49_000;

/**
 * Text as it has to be written so that the same text is read back: the apostrophe keeps Sheets from taking it
 * for a formula, a number, a date or a boolean, and what is too long for a cell goes into several.
 */
export function toTextCells(text: string): string[] {
  const cells: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + lengthOfChunk(text, start);
    cells.push(`'${text.slice(start, end)}`);
    start = end;
  }
  return cells.length > 0 ? cells : [''];
}

/** A surrogate pair is never split: half of one would not survive. */
function lengthOfChunk(text: string, start: number): number {
  const end = start + MOST_CHARACTERS;
  const splitsPair = end < text.length && isHighSurrogate(text.charCodeAt(end - 1));
  return splitsPair ? MOST_CHARACTERS - 1 : MOST_CHARACTERS;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
