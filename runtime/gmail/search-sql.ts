import type { Condition, SearchContext } from './search-condition';
import { hasLabel } from './search-label';
import type { Search, SearchField } from './search-parse';
import { toTimeCondition } from './search-time';
import { listWords } from './search-words';

type Match = { field: SearchField | 'text'; value: string };

const ALWAYS: Condition = { sql: '1', values: [] };
const NEVER: Condition = { sql: '0', values: [] };

const WORD_COLUMNS: Partial<Record<SearchField | 'text', string>> = {
  from: 'sender',
  to: 'recipients',
  cc: 'recipients',
  bcc: 'recipients',
  subject: 'subject',
  filename: 'filenames',
};

/** `to:` looks at every recipient. */
const ADDRESS_ROLES: Partial<Record<SearchField | 'text', readonly string[]>> = {
  from: ['from'],
  to: ['to', 'cc', 'bcc'],
  cc: ['cc'],
  bcc: ['bcc'],
};

export function toCondition(search: Search, context: SearchContext): Condition {
  if (search.kind === 'match') return toMatchCondition(search, context);
  if (search.kind === 'not') return negate(toCondition(search.term, context));
  const terms = search.terms.map((term) => toCondition(term, context));
  return search.kind === 'and' ? join(terms, 'and', ALWAYS) : join(terms, 'or', NEVER);
}

/** Whether a search names a place that lists leave out otherwise. */
export function isAboutHidden(search: Search): boolean {
  if (search.kind === 'not') return false;
  if (search.kind !== 'match') return search.terms.some(isAboutHidden);
  return ['in', 'label', 'is'].includes(search.field) && /^(anywhere|trash|spam)$/i.test(search.value);
}

function toMatchCondition({ field, value }: Match, context: SearchContext): Condition {
  const time = toTimeCondition(field, value, context.now);
  if (time) return time;
  if (ADDRESS_ROLES[field]) return toPersonCondition({ field, value }, context);
  if (field === 'rfc822msgid') return { sql: 'm.rfc822_id = ?', values: [value.replace(/[<>\s]/g, '')] };
  if (field === 'has')
    return /^attachments?$/i.test(value) ? { sql: 'm.has_attachment = 1', values: [] } : NEVER;
  if (field === 'larger' || field === 'size') return { sql: 'm.size >= ?', values: [toBytes(value)] };
  if (field === 'smaller') return { sql: 'm.size < ?', values: [toBytes(value)] };
  if (field === 'in' || field === 'is' || field === 'label') return toPlaceCondition(value, context);
  if (field === 'category') return hasLabel(`CATEGORY_${value.toUpperCase()}`, context);
  return toWordsCondition({ field, value });
}

/** An address is compared as a whole; anything else is words of the name or of the address. */
function toPersonCondition({ field, value }: Match, { address }: SearchContext): Condition {
  const wanted = value.toLowerCase() === 'me' ? address : value.replace(/^<|>$/g, '');
  if (!/^[^\s@]+@[^\s@]+$/.test(wanted)) return toWordsCondition({ field, value });
  const roles = ADDRESS_ROLES[field] ?? [];
  const places = roles.map(() => '?').join(', ');
  const sql = `m.row in (select message from gmail_addresses where role in (${places}) and address = ?)`;
  return { sql, values: [...roles, wanted.toLowerCase()] };
}

function toWordsCondition({ field, value }: Match): Condition {
  const words = listWords(value);
  // Punctuation alone says nothing about a message.
  if (words.length === 0) return ALWAYS;
  const column = WORD_COLUMNS[field];
  const phrase = `"${words.join(' ')}"`;
  const sql = 'm.row in (select rowid from gmail_words where gmail_words match ?)';
  return { sql, values: [column ? `{${column}} : ${phrase}` : phrase] };
}

function toPlaceCondition(value: string, context: SearchContext): Condition {
  const name = value.toUpperCase();
  if (name === 'ANYWHERE') return ALWAYS;
  if (name === 'READ') return negate(hasLabel('UNREAD', context));
  return hasLabel(name === 'DRAFTS' ? 'DRAFT' : value, context);
}

function toBytes(value: string): number {
  const [, digits = '0', unit = ''] = /^(\d+)\s*([km]?)/i.exec(value) ?? [];
  return Number(digits) * ({ k: 1024, m: 1024 * 1024 }[unit.toLowerCase()] ?? 1);
}

function negate({ sql, values }: Condition): Condition {
  return { sql: `not (${sql})`, values };
}

/** Halves the list again and again, since SQLite limits how deep an expression may be. */
function join(terms: Condition[], word: 'and' | 'or', empty: Condition): Condition {
  const [first] = terms;
  if (!first) return empty;
  if (terms.length === 1) return first;
  const middle = Math.ceil(terms.length / 2);
  const left = join(terms.slice(0, middle), word, empty);
  const right = join(terms.slice(middle), word, empty);
  return { sql: `(${left.sql}) ${word} (${right.sql})`, values: [...left.values, ...right.values] };
}
