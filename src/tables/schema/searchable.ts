import { withStandIns } from './storable';
import { fold } from './text-pattern';

/**
 * The column by which `q` finds a row: the words of the table's `search` columns without accents and letter case, each once.
 * The tables write it with the row, and no desk sees it.
 */
export const SEARCHABLE = 'searchable';

/** Fits one cell; what a text has beyond is not found. */
const MAX_CHARACTERS = 45_000;

/** A phone number as people write it, the beginning of one, or other digits that look the same. */
const NUMBER = /[+(]?\d[\d\s().\-/\u2010-\u2013]{4,}\d/g;
const MIN_DIGITS = 7;
/** Fewer, as are left of many zeros, are in half of all numbers. */
const MIN_TELLING = 4;

/** Numbers are in it a second time, without what people write between digits. */
export function toSearchable(texts: readonly string[]): string {
  const numbers = texts.flatMap((text) => text.match(NUMBER)?.map(digitsOf) ?? []);
  const words = [...texts, ...numbers].flatMap((text) => toPlain(text).split(/\s+/));
  const all = [...new Set(words)].filter(Boolean).join(' ');
  return all.slice(0, MAX_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Lists the ways to read what is looked for: as its words, and with the digits of a number as one word. A row is found where
 * its column contains every word of one of them, in any order.
 */
export function readingsOf(q: string): readonly (readonly string[])[] {
  const joined = q.replace(NUMBER, (number) => {
    const digits = digitsOf(number);
    // Zeros are dialled before a number inside the country.
    const telling = digits.replace(/^0+/, '');
    return digits === number || telling.length < MIN_TELLING ? number : ` ${telling} `;
  });
  return [q, ...(joined === q ? [] : [joined])].map(wordsIn);
}

/** Returns what tells whether a row is found, by its column. */
export function finderOf(q: string): (searchable: string) => boolean {
  const readings = readingsOf(q);
  return (searchable) => readings.some((words) => words.every((word) => searchable.includes(word)));
}

function wordsIn(q: string): string[] {
  const words = toPlain(q).trim().split(/\s+/);
  return [...new Set(words.map((word) => word.replace(/^[,;]+|[,;]+$/g, '') || word))];
}

/** A number of too few digits stays as it is. */
function digitsOf(number: string): string {
  const digits = number.replace('(0)', '').replace(/\D/g, '');
  return digits.length < MIN_DIGITS ? number : digits;
}

function toPlain(text: string): string {
  return withStandIns(fold(text));
}
