import * as cache from '../../platform/cache';
import { perExecution } from '../../platform/execution';
import { properties } from '../../platform/platform';
import type { Cell } from './column';
import { fromStorable, toStorable } from './storable';

/**
 * Way of writing text into a cell whose format is plain text. `apostrophe`: Google takes an apostrophe in front of it for a mark
 * and removes it. `plain`: Google keeps it, so none is written. The documentation does not say which, so Set up tries it out.
 * After a change, cells may hold text of either kind.
 */
type TextMark = 'apostrophe' | 'plain' | 'apostrophe after plain';

/** The name in the cache and of the script property. */
export const TEXT_MARK = 'textMark';

/** A property that stays once text has been written without an apostrophe. */
export const WAS_PLAIN = 'textMark.wasPlain';

/** Read once in an execution. */
const textMark = perExecution(readTextMark);

/**
 * Sheets refuses a cell of more than 50,000 characters; whether the apostrophe counts is not documented. The
 * number is part of the stored format: a cell of this length goes on in the next one.
 */
const MAX_CHARACTERS = 49_000;

/** Stands, unseen, before a text that would otherwise be taken for something else, and is no part of it. */
const JOINER = '\u2060';
/** Matches what becomes a formula in a plain text cell too (platform facts 6.1). */
const FORMULA_START = /^[=+\-@]/;
/** The same where no apostrophe may be written, and an apostrophe of the text's own. */
const NEEDS_MARK = /^['=+\-@]/;

/**
 * Text as it has to be written so that the same text is read back: nothing of it is taken for a formula, a number, a date
 * or a boolean, and what is too long for a cell goes into several.
 */
export function toTextCells(text: string): string[] {
  const storable = toStorable(text);
  const cells: string[] = [];
  for (let start = 0; start < storable.length; ) {
    const end = start + MAX_CHARACTERS;
    // Half of a surrogate pair would not survive.
    const splitsPair = end < storable.length && /[\uD800-\uDBFF]/.test(storable.charAt(end - 1));
    const chunk = storable.slice(start, splitsPair ? end - 1 : end);
    cells.push(withMark(contentOf(chunk)));
    start += chunk.length;
  }
  return cells.length > 0 ? cells : [''];
}

/** The content of a text cell, as it has to be written so that the cell holds it. */
export function withMark(content: string): string {
  if (textMark.current !== 'plain') return `'${content}`;
  return FORMULA_START.test(content) ? JOINER + content : content;
}

/**
 * Lists what cells may hold for this text, which is no longer than one can hold: where text survives one way now, it may have
 * been written while it survived the other.
 */
export function contentsOf(text: string): string[] {
  const storable = toStorable(text);
  const isEither = textMark.current !== 'apostrophe' && NEEDS_MARK.test(storable);
  return isEither ? [storable, JOINER + storable] : [contentOf(storable)];
}

function contentOf(text: string): string {
  const isMarked = text.startsWith(JOINER) || (textMark.current === 'plain' && NEEDS_MARK.test(text));
  return isMarked ? JOINER + text : text;
}

function textIn(content: string): string {
  return content.startsWith(JOINER) ? content.slice(1) : content;
}

/** The text of a cell and of those that it goes on in. A shorter cell ends it: the owner has typed it anew. */
export function fromTextCells([first = '', ...rest]: readonly Cell[]): Cell {
  if (typeof first !== 'string') return first;
  let text = textIn(first);
  for (let part = 0, last: Cell = first; isFull(last) && part < rest.length; part++) {
    last = rest[part] ?? '';
    text += typeof last === 'string' ? textIn(last) : String(last);
  }
  return fromStorable(text);
}

/** Tells whether the text in a cell may go on in the next one. */
export function isFull(cell: Cell | undefined): boolean {
  return typeof cell === 'string' && cell.length >= MAX_CHARACTERS - 1;
}

/** Takes the mark from a caller who has read it from the cache together with other entries. */
export function useTextMark(cached: string | undefined): void {
  if (cached !== undefined) textMark.current = toTextMark(cached);
}

/** Cached, so that executions do not use up the day's reads of properties. */
function readTextMark(): TextMark {
  const cached = cache.getText(TEXT_MARK);
  if (cached !== undefined) return toTextMark(cached);
  const all = properties().getProperties();
  const isMarkedSince = all[TEXT_MARK] === 'apostrophe' && WAS_PLAIN in all;
  const stored = isMarkedSince ? 'apostrophe after plain' : toTextMark(all[TEXT_MARK]);
  cache.setText(TEXT_MARK, stored, cache.MAX_TTL_S);
  return stored;
}

function toTextMark(text: string | undefined): TextMark {
  return text === 'plain' || text === 'apostrophe after plain' ? text : 'apostrophe';
}
