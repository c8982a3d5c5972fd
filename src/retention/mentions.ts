import { search, storedPattern, type Table } from '../tables/tables';
import type { Person } from './person';

/**
 * Letters and digits that join names to longer words. Those of scripts that are written without spaces, or with short words
 * joined to the next one, are left out: there a name may stand anywhere.
 */
const WORD =
  '0-9A-Za-z_\u00AA\u00B5\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u0370-\u03FF\u0400-\u052F\u1E00-\u1FFF';

/** A line break in a cell of JSON is two characters, of which the second one looks like a letter. */
const BREAK = '\\\\[nrt]';

/** RE2, which Sheets uses, has no lookaround: the characters before and after belong to the match. */
const BOUNDARIES = {
  phone: { before: `(^|[^0-9]|${BREAK})`, behind: '($|[^0-9])' },
  email: { before: `(^|[^${WORD}.+-]|${BREAK})`, behind: `($|[^${WORD}.-]|[.-](?:$|[^${WORD}]))` },
  word: { before: `(^|[^${WORD}]|${BREAK})`, behind: `($|[^${WORD}])` },
};

/**
 * Patterns that find a person in free text, in Sheets and here alike. A single word is no name that could be told from another
 * word.
 */
export function mentionPatterns(person: Person): string[] {
  const fullNames = person.names.filter((name) => /\S\s+\S/.test(name));
  return [...contactPatterns(person), ...wordPatterns(fullNames)];
}

/** The ids of the rows in which one of these columns contains what any of these patterns finds. */
export function findMentions(
  table: Table,
  columns: readonly string[],
  patterns: readonly string[],
): string[] {
  if (patterns.length === 0) return [];
  const found = search(table, { columns, patterns: [patterns.join('|')] }, [table.key]);
  return found.map(({ row }) => String(row[table.key])).filter(Boolean);
}

/** Phones and email addresses alone. */
export function contactPatterns({ phones, emails }: Pick<Person, 'phones' | 'emails'>): string[] {
  return [
    ...phones.map((phone) => bounded(phone, 'phone')),
    ...emails.map((email) => bounded(email, 'email')),
  ];
}

export function wordPatterns(words: readonly string[]): string[] {
  return words.map((word) => bounded(word, 'word'));
}

function bounded(text: string, kind: keyof typeof BOUNDARIES): string {
  const { before, behind } = BOUNDARIES[kind];
  return `${before}${storedPattern(text)}${behind}`;
}

const REMOVED = '$1[removed]$2';

/** A value without what these patterns find, nor these entries of lists. */
export function without<V>(value: V, patterns: readonly string[], ids: readonly string[]): V {
  if (typeof value === 'string') return patterns.reduce(withoutMatches, value) as V;
  if (Array.isArray(value)) {
    const others = value.filter((one) => typeof one !== 'string' || !ids.includes(one));
    return others.map((one) => without(one, patterns, ids)) as V;
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = Object.entries(value).map(([name, one]) => [name, without(one, patterns, ids)]);
  return Object.fromEntries(fields) as V;
}

/** Twice, since of two that one space divides the first one takes the space. */
function withoutMatches(text: string, pattern: string): string {
  const expression = new RegExp(pattern, 'gu');
  return text.replace(expression, REMOVED).replace(expression, REMOVED);
}
