import { ServiceError } from '../execution/service';
import type { Book } from './book';
import type { Area } from './cells';
import { isNamedInFormulas, renameRangeInFormulas } from './formula/rewrite';
import { MESSAGES } from './wording';

type Named = Book['record']['names'][number];

/** Names a range, or moves the name that there is. */
export function setNamedRange(book: Book, name: string, area: Area): void {
  const { record } = book;
  const isKnown = record.names.some((named) => named.name === name);
  if (area.book !== record.id || !(isKnown || isFree(book, name)))
    throw new ServiceError(MESSAGES.namedRangeNotEmulated('Spreadsheet.setNamedRange'), { name: 'Error' });
  record.names = isKnown
    ? record.names.map((named) => (named.name === name ? { name, area } : named))
    : [...record.names, { name, area }];
  record.lostNames = record.lostNames?.filter((lost) => lost !== name || isNamedInFormulas(book, lost));
}

/** Formulas follow. */
export function renameNamedRange(book: Book, from: string, to: string): void {
  const { record } = book;
  const { names } = record;
  const known = names.find(({ name }) => name === from);
  if (!known || !isFree(book, to, known))
    throw new ServiceError(MESSAGES.namedRangeNotEmulated('NamedRange.setName'), { name: 'Error' });
  renameRangeInFormulas(book, from, to);
  record.names = names.map((named) => (named === known ? { ...named, name: to } : named));
}

/**
 * Keeps other named ranges than before. Whether a formula with a name that is gone shows `#REF!` or `#NAME?`, and what
 * becomes of it when the name returns, is not documented, so that such formulas are not computed.
 */
export function keepNamedRanges(book: Book, names: Named[]): void {
  const { record } = book;
  const gone = record.names.filter(({ name }) => !names.some((kept) => kept.name === name));
  const used = gone.map(({ name }) => name).filter((name) => isNamedInFormulas(book, name));
  if (used.length > 0) record.lostNames = [...new Set([...(record.lostNames ?? []), ...used])];
  record.names = names;
}

/** The rules for names, of support.google.com/docs/answer/63175; the words for one that breaks them are not known. */
function isFree({ record }: Book, name: string, own?: Named): boolean {
  const isWellFormed = /^[\p{L}_][\p{L}\p{N}_]{0,249}$/u.test(name) && !/^(true|false)/i.test(name);
  const isAddress = /^([a-z]{1,3}\d+|r\d*(c\d*)?|c\d*)$/i.test(name);
  const isTaken = record.names.some(
    (named) => named !== own && named.name.toLowerCase() === name.toLowerCase(),
  );
  return isWellFormed && !isAddress && !isTaken;
}
