import { toStorable } from './storable';

/**
 * Regular expressions that find a text whatever its letter case, accents and kinds of white space, however its accents are
 * encoded. They spell all of that out in classes of characters, so that they mean the same in JavaScript and in RE2, which
 * Sheets uses, whatever flags are set, and whether or not the sheet's own search ignores accents.
 */

/** Accents and vowel points that may follow a letter, and what chooses between two looks of an emoji. */
const MARKS =
  '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065F\u0670\uFE00-\uFE0F]';
const ALL_MARKS = new RegExp(MARKS, 'g');

/** RE2 takes \s for ASCII alone. The last ones are how cells hold those that neither a spreadsheet file nor JSON carries. */
const SPACE =
  '(?:[\\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]|\u241B000[B-D]|\\\\[nrt])+';

/** Letters that people type for others, although no accent tells the two apart. */
const TYPED_AS: Readonly<Record<string, string>> = {
  '\u00F8': 'o',
  '\u0111': 'd',
  '\u0127': 'h',
  '\u0131': 'i',
  '\u0142': 'l',
  '\u0167': 't',
  '\u03C2': '\u03C3',
  '\u2018': "'",
  '\u2019': "'",
  '\u02BC': "'",
};

/** Behind this lie no letters with accents but those that take part in `TYPED_AS`. */
const LAST_LETTER = 0x2200;

/** Made once in an execution: what may stand for a letter. */
let variants: ReadonlyMap<string, string> | undefined;

/**
 * White space around the text does not count. At its end a letter is also found where the sheet has it as the first part of
 * another one, such as a voiced kana that was written as two characters: RE2 cannot look ahead.
 */
export function textPattern(text: string): string {
  const characters = [...fold(text.trim().replace(/\s+/g, ' '))];
  return characters.map((one) => (one === ' ' ? SPACE : `${anyForm(one)}${MARKS}*`)).join('');
}

/** Makes the pattern that finds a text among those that are stored, for `search`. */
export function storedPattern(text: string): string {
  return textPattern(toStorable(text.trim().replace(/\s+/g, ' ')));
}

/** Removes accents and letter case. */
export function fold(text: string): string {
  const plain = text.normalize('NFD').replace(ALL_MARKS, '').normalize('NFC').toLowerCase();
  return [...plain].map((one) => TYPED_AS[one] ?? one).join('');
}

function anyForm(folded: string): string {
  variants ??= listVariants();
  const upper = folded.toUpperCase();
  const own = [...upper].length === 1 ? folded + upper : folded;
  const forms = [...new Set(own + (variants.get(folded) ?? ''))];
  // A syllable or a letter that is more than another one with an accent.
  const decomposed = folded.normalize('NFD');
  if (decomposed !== folded) return `(?:${[...forms, decomposed].join('|')})`;
  return forms.length === 1 ? literal(folded) : `[${forms.map(literal).join('')}]`;
}

function listVariants(): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (let code = 1; code < LAST_LETTER; code++) {
    const one = String.fromCharCode(code);
    const folded = fold(one);
    if (folded !== one && folded.length === 1) forms.set(folded, (forms.get(folded) ?? '') + one);
  }
  return forms;
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
}
