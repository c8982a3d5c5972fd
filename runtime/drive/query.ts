import { invalidArgument } from '../google/google-error';
import { toParentId } from './files';

/** A condition on the row `f` of drive_files. */
export type DriveCondition = { sql: string; values: (string | number)[] };

type Cursor = { tokens: string[] };

const TOKEN = /'(?:[^'\\]|\\.)*'|[(){}]|!=|<=|>=|[=<>]|[\w.]+/g;

const COLUMNS: Readonly<Record<string, string>> = {
  name: 'f.name',
  mimeType: 'f.mime_type',
  createdTime: 'f.created',
  modifiedTime: 'f.modified',
};

const TIME_COLUMNS: ReadonlySet<string> = new Set(['f.created', 'f.modified']);

/** Reads the search language of files.list: https://developers.google.com/drive/api/guides/search-files */
export function parseDriveQuery(q: string): DriveCondition {
  const cursor: Cursor = { tokens: q.match(TOKEN) ?? [] };
  if (q.trim() === '') return { sql: '1', values: [] };
  const condition = readAny(cursor);
  if (cursor.tokens.length > 0) throw refuse();
  return condition;
}

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
  if (left.startsWith("'")) return readMembership(cursor, unquote(left));
  if (left === 'trashed') return readTrashed(cursor);
  if (left === 'appProperties') return readProperty(cursor);
  const column = COLUMNS[left];
  if (!column) throw refuse();
  return readColumn(cursor, column);
}

function readColumn(cursor: Cursor, column: string): DriveCondition {
  const operator = next(cursor);
  const value = unquote(next(cursor));
  if (operator === 'contains') {
    // Drive finds a name by how its words begin, not by letters in their middle.
    return {
      sql: `' ' || lower(${column}) like ? escape '\\'`,
      values: [`% ${escapeLike(value.toLowerCase())}%`],
    };
  }
  if (!['=', '!=', '<', '<=', '>', '>='].includes(operator)) throw refuse();
  return { sql: `${column} ${operator} ?`, values: [TIME_COLUMNS.has(column) ? Date.parse(value) : value] };
}

function readMembership(cursor: Cursor, id: string): DriveCondition {
  expect(cursor, 'in');
  expect(cursor, 'parents');
  return { sql: 'exists (select 1 from json_each(f.parents) where value = ?)', values: [toParentId(id)] };
}

function readTrashed(cursor: Cursor): DriveCondition {
  const operator = next(cursor);
  const value = next(cursor) === 'true' ? 1 : 0;
  if (operator !== '=' && operator !== '!=') throw refuse();
  return { sql: `f.trashed ${operator} ?`, values: [value] };
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

function unquote(token: string): string {
  if (!token.startsWith("'")) throw refuse();
  return token.slice(1, -1).replace(/\\(['\\])/g, '$1');
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
