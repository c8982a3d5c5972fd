import { textPattern } from '../../tables/tables';
import { InputError } from './input';

/** A word or a quoted phrase of a keyword. */
export interface Term {
  text: string;
  pattern: RegExp;
}

const MAX_TERMS = 5;

/** As phones and word processors write them. */
const QUOTES = /[\u201C-\u201E]/g;
/** Where a quote is not closed, it belongs to its word. */
const TERMS = /"([^"]*\S[^"]*)"|\S+/g;

/** Characters of an excerpt before the match, and all of them. */
const BEFORE = 40;
const EXCERPT_LENGTH = 160;

/** None where the keyword is blank. @throws InputError where there are too many */
export function toTerms(keyword: string): Term[] {
  const texts = [...keyword.replace(QUOTES, '"').matchAll(TERMS)].map(([word, phrase]) => phrase ?? word);
  const given = new Set(texts.map((text) => text.trim()));
  if (given.size > MAX_TERMS)
    throw new InputError(
      `keyword must be at most ${MAX_TERMS} words (got ${given.size}). Put words that belong together in quotes: "like these"`,
      { field: 'keyword' },
    );
  return [...given].map((text) => ({ text, pattern: new RegExp(textPattern(text), 'u') }));
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
