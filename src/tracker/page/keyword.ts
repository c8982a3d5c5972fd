import { textPattern } from '../../tables/tables';
import { splitKeyword } from '../case/answers';
import { InputError } from './input';

/** A word or a quoted phrase of a keyword. */
export interface Term {
  text: string;
  pattern: RegExp;
}

const MAX_TERMS = 5;

/** Characters of an excerpt before the match, and all of them. */
const BEFORE = 40;
const EXCERPT_LENGTH = 160;

/** None where the keyword is blank. @throws InputError where there are too many */
export function toTerms(keyword: string): Term[] {
  const texts = splitKeyword(keyword);
  if (texts.length > MAX_TERMS)
    throw new InputError(
      `keyword must be at most ${MAX_TERMS} words (got ${texts.length}). Put words that belong together in quotes: "like these"`,
      { field: 'keyword' },
    );
  return texts.map((text) => ({ text, pattern: new RegExp(textPattern(text), 'u') }));
}

/** The part of a text around the first of the terms in it; undefined where it has none of them. */
export function excerpt(text: string, terms: readonly Term[]): string | undefined {
  const places = terms.map(({ pattern }) => text.search(pattern)).filter((place) => place >= 0);
  if (places.length === 0) return undefined;
  const start = Math.max(0, Math.min(...places) - BEFORE);
  const end = start + EXCERPT_LENGTH;
  // Half of a surrogate pair at either end would be no character.
  const part = text
    .slice(start, end)
    .replace(/^[\uDC00-\uDFFF]/, '')
    .replace(/[\uD800-\uDBFF]$/, '');
  return `${start > 0 ? '…' : ''}${part.trim()}${end < text.length ? '…' : ''}`;
}
