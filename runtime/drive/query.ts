import { invalidArgument, notEmulated } from '../rest/google-error';
import { toParentId } from './files';

/** A condition on the row `f` of drive_files. */
export type DriveCondition = { sql: string; values: (string | number)[] };

/** The version of the API whose terms a query uses; DriveApp has those of version 2. */
export type QueryLanguage = { version?: 2 | 3; address: string };

type Cursor = { tokens: string[]; language: QueryLanguage };

const TOKEN = /\s+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[(){}]|!=|<=|>=|[=<>]|[\w.]+|./gs;

const COLUMNS: Readonly<Record<2 | 3, Readonly<Record<string, string>>>> = {
  2: { title: 'f.name', mimeType: 'f.mime_type', createdDate: 'f.created', modifiedDate: 'f.modified' },
  3: { name: 'f.name', mimeType: 'f.mime_type', createdTime: 'f.created', modifiedTime: 'f.modified' },
};

const TIME_COLUMNS: ReadonlySet<string> = new Set(['f.created', 'f.modified']);

/** Terms that Google has besides. */
const MISSING: ReadonlySet<string> = new Set([
  'fullText',
  'lastViewedByMeDate',
  'viewedByMeTime',
  'properties',
  'visibility',
  'memberCount',
  'organizerCount',
  'hidden',
  'labels',
  'sharedWithMeTime',
  'shortcutDetails.targetId',
]);

/** Items in the trash, themselves or with a folder around them. */
const TRASHED = `f.id in (
  with recursive trashed(id) as (
    select id from drive_files where trashed = 1
    union
    select child.id from trashed join drive_files child, json_each(child.parents) parent on parent.value = trashed.id
  )
  select id from trashed
)`;

/**
 * Reads the search language of files.list: https://developers.google.com/drive/api/guides/search-files, and that of
 * DriveApp: https://developers.google.com/drive/api/v2/ref-search-terms
 */
export function parseDriveQuery(q: string, language: QueryLanguage): DriveCondition {
  const tokens = (q.match(TOKEN) ?? []).filter((token) => token.trim() !== '');
  if (tokens.length === 0) return { sql: '1', values: [] };
  const cursor: Cursor = { tokens, language };
  const condition = readAny(cursor);
  if (cursor.tokens.length > 0) throw refuse();
  return condition;
}

/** A condition that all of the given ones hold. */
export function all(conditions: DriveCondition[]): DriveCondition {
  return conditions.length === 0 ? { sql: '1', values: [] } : join(conditions, ' and ');
}

export function inFolder(id: string): DriveCondition {
  return { sql: 'exists (select 1 from json_each(f.parents) where value = ?)', values: [toParentId(id)] };
}

export const IN_TRASH: DriveCondition = { sql: TRASHED, values: [] };

function readAny(cursor: Cursor): DriveCondition {
  const terms = [readAll(cursor)];
  while (take(cursor, 'or')) terms.push(readAll(cursor));
  return join(terms, ' or ');
}

function readAll(cursor: Cursor): DriveCondition {
  const terms = [readTerm(cursor)];
  while (take(cursor, 'and')) terms.push(readTerm(cursor));
  return join(terms, ' and ');
}

function readTerm(cursor: Cursor): DriveCondition {
  if (take(cursor, 'not')) {
    const { sql, values } = readTerm(cursor);
    return { sql: `not (${sql})`, values };
  }
  if (!take(cursor, '(')) return readComparison(cursor);
  const inner = readAny(cursor);
  expect(cursor, ')');
  return inner;
}

function readComparison(cursor: Cursor): DriveCondition {
  const left = next(cursor);
  if (/^['"]/.test(left)) return readMembership(cursor, unquote(left));
  if (left === 'trashed') return readFlag(cursor, TRASHED);
  if (left === 'starred') return readFlag(cursor, 'f.starred = 1');
  // There is one user, with whom nobody shares anything.
  if (left === 'sharedWithMe') return readFlag(cursor, '0');
  if (left === 'appProperties' && cursor.language.version !== 2) return readProperty(cursor);
  const column = COLUMNS[cursor.language.version ?? 3][left];
  if (column) return readColumn(cursor, column);
  throw MISSING.has(left) ? notEmulated(`The search term ${left}`) : refuse();
}

function readColumn(cursor: Cursor, column: string): DriveCondition {
  const operator = next(cursor);
  const value = unquote(next(cursor));
  if (TIME_COLUMNS.has(column)) {
    if (!['=', '!=', '<', '<=', '>', '>='].includes(operator)) throw refuse();
    return { sql: `${column} ${operator} ?`, values: [toTime(value)] };
  }
  if (operator === 'contains') {
    // Drive finds a name by how its words begin, not by letters in their middle.
    return {
      sql: `' ' || lower(${column}) like ? escape '\\'`,
      values: [`% ${escapeLike(value.toLowerCase())}%`],
    };
  }
  if (operator !== '=' && operator !== '!=') throw refuse();
  return { sql: `${column} ${operator} ?`, values: [value] };
}

function readMembership(cursor: Cursor, member: string): DriveCondition {
  expect(cursor, 'in');
  if (take(cursor, 'parents')) return inFolder(member);
  if (take(cursor, 'owners')) {
    const isOwner = member === 'me' || member.toLowerCase() === cursor.language.address.toLowerCase();
    return { sql: isOwner ? '1' : '0', values: [] };
  }
  const collection = next(cursor);
  if (['writers', 'readers'].includes(collection)) throw notEmulated(`The search term ${collection}`);
  throw refuse();
}

function readFlag(cursor: Cursor, condition: string): DriveCondition {
  const operator = cursor.tokens[0];
  // "sharedWithMe" alone is enough, and so are the others.
  if (operator !== '=' && operator !== '!=') return { sql: condition, values: [] };
  next(cursor);
  const value = next(cursor);
  if (value !== 'true' && value !== 'false') throw refuse();
  const holds = (operator === '=') === (value === 'true');
  return { sql: holds ? condition : `not (${condition})`, values: [] };
}

function readProperty(cursor: Cursor): DriveCondition {
  for (const token of ['has', '{', 'key', '=']) expect(cursor, token);
  const key = unquote(next(cursor));
  for (const token of ['and', 'value', '=']) expect(cursor, token);
  const value = unquote(next(cursor));
  expect(cursor, '}');
  const sql = 'exists (select 1 from json_each(f.app_properties) where key = ? and value = ?)';
  return { sql, values: [key, value] };
}

/** A time without a zone is UTC. */
function toTime(value: string): number {
  const hasZone = /^[\d-]*$|(?:z|[+-]\d\d:?\d\d)$/i.test(value);
  const time = Date.parse(hasZone ? value : `${value}Z`);
  if (Number.isNaN(time)) throw refuse();
  return time;
}

function unquote(token: string): string {
  if (!/^['"]./s.test(token) || token.length < 2) throw refuse();
  return token.slice(1, -1).replace(/\\(['"\\])/g, '$1');
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function take(cursor: Cursor, token: string): boolean {
  if (cursor.tokens[0] !== token) return false;
  cursor.tokens.shift();
  return true;
}

function next(cursor: Cursor): string {
  const token = cursor.tokens.shift();
  if (token === undefined) throw refuse();
  return token;
}

function expect(cursor: Cursor, token: string): void {
  if (!take(cursor, token)) throw refuse();
}

function refuse(): Error {
  return invalidArgument('Invalid Value');
}

function join(terms: DriveCondition[], word: string): DriveCondition {
  const sql = terms.map((term) => `(${term.sql})`).join(word);
  return { sql, values: terms.flatMap((term) => term.values) };
}
