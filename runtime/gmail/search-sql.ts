import { notEmulated } from '../rest/google-error';
import { SYSTEM_LABELS } from './labels';
import { listWords } from './message-text';
import type { Search, SearchField } from './search-parse';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const UNITS: Readonly<Record<string, number>> = { h: HOUR, d: DAY, m: 30 * DAY, y: 365 * DAY };

const BOUNDS: Partial<Record<SearchField | 'text', '>=' | '<'>> = {
  after: '>=',
  newer: '>=',
  newer_than: '>=',
  before: '<',
  older: '<',
  older_than: '<',
};

/** A condition on the row `m` of gmail_messages, with the values of its question marks. */
export type Condition = { sql: string; values: (string | number)[] };

type SearchContext = { now: number; address: string; isRareLabel: (labelId: string) => boolean };

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

/** Searches that Gmail knows besides: support.google.com/mail/answer/7190 */
const MISSING: Partial<Record<SearchField | 'text', readonly string[]>> = {
  has: [
    ...['drive', 'document', 'spreadsheet', 'presentation', 'youtube', 'userlabels', 'nouserlabels'],
    ...['yellow-star', 'orange-star', 'red-star', 'purple-star', 'blue-star', 'green-star'],
    ...['red-bang', 'orange-guillemet', 'yellow-bang', 'green-check', 'blue-info', 'purple-question'],
  ],
  is: ['muted', 'snoozed', 'chat'],
  in: ['snoozed', 'archive', 'scheduled', 'chats'],
  category: ['primary', 'reservations', 'purchases'],
};

export function toCondition(search: Search, context: SearchContext): Condition {
  if (search.kind === 'match') return toMatchCondition(search, context);
  if (search.kind === 'not') return negate(toCondition(search.term, context));
  const terms = search.terms.map((term) => toCondition(term, context));
  return search.kind === 'and' ? join(terms, 'and', ALWAYS) : join(terms, 'or', NEVER);
}

/** Tells if a search names spam, trash or anywhere, which lists leave out otherwise. */
export function isAboutHidden(search: Search): boolean {
  if (search.kind === 'not') return false;
  if (search.kind !== 'match') return search.terms.some(isAboutHidden);
  return ['in', 'label', 'is'].includes(search.field) && /^(anywhere|trash|spam)$/i.test(search.value);
}

/**
 * Few messages are found fastest by their label, many by scanning from the newest on until a page is full; SQLite
 * cannot know which applies.
 */
export function hasLabelId(labelId: string, { isRareLabel }: SearchContext): Condition {
  const sql = isRareLabel(labelId)
    ? 'm.row in (select message from gmail_labels where label = ?)'
    : 'exists (select 1 from gmail_labels l where l.message = m.row and l.label = ?)';
  return { sql, values: [labelId] };
}

function toMatchCondition({ field, value }: Match, context: SearchContext): Condition {
  const time = toTimeCondition(field, value, context.now);
  if (time) return time;
  if (ADDRESS_ROLES[field]) return toPersonCondition({ field, value }, context);
  if (field === 'rfc822msgid') return { sql: 'm.rfc822_id = ?', values: [value.replace(/[<>\s]/g, '')] };
  if (MISSING[field]?.includes(value.toLowerCase())) throw notEmulated(`The search term ${field}:${value}`);
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

/** A balanced tree, since SQLite limits the depth of an expression. */
function join(terms: Condition[], word: 'and' | 'or', empty: Condition): Condition {
  const [first] = terms;
  if (!first) return empty;
  if (terms.length === 1) return first;
  const middle = Math.ceil(terms.length / 2);
  const left = join(terms.slice(0, middle), word, empty);
  const right = join(terms.slice(middle), word, empty);
  return { sql: `(${left.sql}) ${word} (${right.sql})`, values: [...left.values, ...right.values] };
}

/** A label as a person writes it in a search: capitals do not matter, and a dash stands for a space. */
function hasLabel(name: string, context: SearchContext): Condition {
  const key = name.toUpperCase().replaceAll(' ', '-');
  if (SYSTEM_LABELS.includes(key)) return hasLabelId(key, context);
  const sql = `exists (select 1 from gmail_labels l left join gmail_own_labels o on 'Label_' || o.number = l.label
    where l.message = m.row and replace(upper(coalesce(o.name, l.label)), ' ', '-') = ?)`;
  return { sql, values: [key] };
}

/** The condition of a field about time; undefined for any other field. An invalid time matches nothing. */
function toTimeCondition(field: SearchField | 'text', value: string, now: number): Condition | undefined {
  const operator = BOUNDS[field];
  if (!operator) return undefined;
  const time = field.endsWith('_than') ? toAge(value, now) : toInstant(value);
  if (time === undefined) return { sql: '0', values: [] };
  return { sql: `m.internal_date ${operator} ?`, values: [time] };
}

function toAge(value: string, now: number): number | undefined {
  const [, count, unit = ''] = /^(\d+)([hdmy])$/i.exec(value) ?? [];
  const length = UNITS[unit.toLowerCase()];
  return count && length ? now - Number(count) * length : undefined;
}

/** Seconds since 1970, or a day, which begins at midnight UTC here (Google takes the account's time zone). */
function toInstant(value: string): number | undefined {
  if (/^\d{5,}$/.test(value)) return Number(value) * 1000;
  const yearFirst = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(value);
  if (yearFirst) return toMidnight(yearFirst[1], yearFirst[2], yearFirst[3]);
  const monthFirst = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(value);
  return monthFirst ? toMidnight(monthFirst[3], monthFirst[1], monthFirst[2]) : undefined;
}

function toMidnight(year = '', month = '', day = ''): number {
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}
