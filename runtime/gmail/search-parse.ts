import { invalidArgument, notEmulated } from '../rest/google-error';

type SearchToken =
  | { kind: 'open'; mark: '(' | '{' }
  | { kind: 'close' }
  | { kind: 'minus' }
  | { kind: 'field'; field: string }
  | { kind: 'text'; text: string; isQuoted: boolean };

/** The tokens; characters that match none are skipped. */
const TOKEN = /\s+|([(){}])|"([^"]*)"?|-(?=[^\s-])|([a-z][a-z0-9_]*):|([^\s(){}"]+)/giy;

const SEARCH_FIELDS = [
  ...[
    'from',
    'to',
    'cc',
    'bcc',
    'subject',
    'filename',
    'rfc822msgid',
    'label',
    'category',
    'in',
    'is',
    'has',
  ],
  ...['after', 'before', 'newer', 'older', 'newer_than', 'older_than', 'size', 'larger', 'smaller'],
] as const;

export type SearchField = (typeof SEARCH_FIELDS)[number];

export type Search =
  | { kind: 'and' | 'or'; terms: Search[] }
  | { kind: 'not'; term: Search }
  | { kind: 'match'; field: SearchField | 'text'; value: string };

const FIELD_NAMES: ReadonlySet<string> = new Set(SEARCH_FIELDS);

/** Operators that Gmail has besides: support.google.com/mail/answer/7190 */
const MISSING_FIELDS: ReadonlySet<string> = new Set(['list', 'deliveredto']);

/** The tokens that are left, and the field of words without one, as in `from:(a OR b)`. */
type Cursor = { tokens: SearchToken[]; field: SearchField | 'text'; depth: number };

/** Deeper nesting would overflow the stack or SQLite. */
const MAX_DEPTH = 50;

/** Parses Gmail's search language, in which only too deep nesting is an error: anything that Gmail does not know counts as words. */
export function parseSearch(query: string): Search {
  const cursor: Cursor = { tokens: listSearchTokens(query, FIELD_NAMES), field: 'text', depth: 0 };
  const terms: Search[] = [];
  while (cursor.tokens.length > 0) {
    terms.push(readAll(cursor));
    // Skips a closing bracket that was never opened.
    cursor.tokens.shift();
  }
  return { kind: 'and', terms };
}

/** Everything up to a closing bracket. OR binds tighter than the space that means AND. */
function readAll(cursor: Cursor): Search {
  const terms: Search[] = [];
  while (hasMore(cursor)) {
    if (takeWord(cursor, 'AND') || takeWord(cursor, 'OR')) continue;
    const term = readAlternatives(cursor);
    if (term) terms.push(term);
  }
  return terms.length === 1 && terms[0] ? terms[0] : { kind: 'and', terms };
}

function readAlternatives(cursor: Cursor): Search | undefined {
  const terms: Search[] = [];
  do {
    const term = hasMore(cursor) ? readTerm(cursor) : undefined;
    if (term) terms.push(term);
  } while (takeWord(cursor, 'OR'));
  return terms.length > 1 ? { kind: 'or', terms } : terms[0];
}

/** Braces: any of what is inside. */
function readAny(cursor: Cursor): Search {
  const terms: Search[] = [];
  while (hasMore(cursor)) {
    if (takeWord(cursor, 'OR')) continue;
    const term = readTerm(cursor);
    if (term) terms.push(term);
  }
  return { kind: 'or', terms };
}

function readTerm(cursor: Cursor): Search | undefined {
  const token = cursor.tokens.shift();
  if (!token || token.kind === 'close') return undefined;
  if (token.kind === 'open') return readGroup(cursor, token.mark);
  if (token.kind === 'minus') return negate(hasMore(cursor) ? readTerm(cursor) : undefined);
  if (token.kind === 'field') return readField(cursor, token.field as SearchField);
  return { kind: 'match', field: cursor.field, value: token.text };
}

function readGroup(cursor: Cursor, mark: string): Search {
  if (cursor.depth >= MAX_DEPTH) throw invalidArgument('Invalid query');
  const inner = { ...cursor, depth: cursor.depth + 1 };
  const search = mark === '{' ? readAny(inner) : readAll(inner);
  cursor.tokens.shift();
  return search;
}

function readField(cursor: Cursor, field: SearchField): Search | undefined {
  if (!hasMore(cursor)) return undefined;
  return readTerm({ ...cursor, field });
}

function negate(term: Search | undefined): Search | undefined {
  return term && { kind: 'not', term };
}

function hasMore({ tokens }: Cursor): boolean {
  return tokens[0] !== undefined && tokens[0].kind !== 'close';
}

function takeWord({ tokens }: Cursor, word: 'AND' | 'OR'): boolean {
  const [token] = tokens;
  if (token?.kind !== 'text' || token.isQuoted || token.text !== word) return false;
  tokens.shift();
  return true;
}

/** Splits a search into tokens; only `fields` are operators, other words may contain a colon. */
function listSearchTokens(text: string, fields: ReadonlySet<string>): SearchToken[] {
  const tokens: SearchToken[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) {
      pattern.lastIndex = start + 1;
      continue;
    }
    const field = match[3]?.toLowerCase();
    if (field !== undefined && MISSING_FIELDS.has(field)) throw notEmulated(`The search term ${field}:`);
    if (match[4] === 'AROUND') throw notEmulated('The search term AROUND');
    const token = toToken(match, fields);
    if (token === 'not a field') pattern.lastIndex = start + pushWord(tokens, text.slice(start));
    else if (token) tokens.push(token);
  }
  return tokens;
}

function toToken(
  match: RegExpExecArray,
  fields: ReadonlySet<string>,
): SearchToken | 'not a field' | undefined {
  const [whole, mark, phrase, field, word] = match;
  if (mark === '(' || mark === '{') return { kind: 'open', mark };
  if (mark === ')' || mark === '}') return { kind: 'close' };
  if (phrase !== undefined) return { kind: 'text', text: phrase, isQuoted: true };
  if (whole === '-') return { kind: 'minus' };
  if (field !== undefined) return fields.has(field.toLowerCase()) ? toField(field) : 'not a field';
  return word === undefined ? undefined : { kind: 'text', text: word, isQuoted: false };
}

function toField(field: string): SearchToken {
  return { kind: 'field', field: field.toLowerCase() };
}

function pushWord(tokens: SearchToken[], rest: string): number {
  const text = /^[^\s(){}"]+/.exec(rest)?.[0] ?? rest;
  tokens.push({ kind: 'text', text, isQuoted: false });
  return text.length;
}
