import { invalidArgument, notFound } from '../rest/google-error';
import { changeLabels, type LabelChange } from './change';
import { type Selection, toConditions } from './list';
import { getMessage, listThreadMessages, type MessageRow } from './read';
import type { Condition } from './search-sql';
import type { Mailbox } from './tables';

/** The conversations with a message that was asked for, by the newest of those. */
type ThreadRow = { id: string; at: number; row: number };

export type ThreadPage = { start: number; max: number };

/** The ids of a range of threads, from the newest on. */
export function listThreadIds(mailbox: Mailbox, selection: Selection, { start, max }: ThreadPage): string[] {
  return findThreads(mailbox, toConditions(mailbox, selection), { limit: max, offset: start }).map(
    ({ id }) => id,
  );
}

/** Threads from the newest on, as the REST API lists them. */
export function listThreads(
  mailbox: Mailbox,
  { maxResults, pageToken, ...selection }: Selection & { maxResults: number; pageToken?: string | undefined },
): object {
  const conditions = toConditions(mailbox, selection);
  const rows = findThreads(mailbox, conditions, { limit: maxResults + 1, below: toPosition(pageToken) });
  const page = rows.slice(0, maxResults);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    ...(page.length > 0 ? { threads: page.map(({ id }) => toListed(listThreadMessages(mailbox, id))) } : {}),
    ...(last ? { nextPageToken: `${last.at}.${last.row}` } : {}),
    resultSizeEstimate: rows.length,
  };
}

/**
 * The messages of a thread, the oldest first.
 * @throws GoogleError 400 for a malformed id, 404 for a thread that does not exist
 */
export function getThread(mailbox: Mailbox, id: string): MessageRow[] {
  if (!/^[0-9a-f]{1,16}$/i.test(id)) throw invalidArgument('Invalid id value');
  const messages = listThreadMessages(mailbox, id.toLowerCase());
  if (messages.length === 0) throw notFound();
  return messages;
}

export function changeThread(mailbox: Mailbox, id: string, change: LabelChange): MessageRow[] {
  const messages = getThread(mailbox, id);
  changeLabels(mailbox, messages, change);
  return messages.map((message) => getMessage(mailbox, message.id));
}

/** Counts threads with a message that was asked for, and an unread one. */
export function countUnreadThreads(mailbox: Mailbox, selection: Selection): number {
  const { where, values } = toWhere(toConditions(mailbox, selection));
  const sql = `select count(distinct m.thread_id) as count from gmail_messages m where ${where} and exists (
    select 1 from gmail_messages other join gmail_labels l on l.message = other.row and l.label = 'UNREAD'
    where other.thread_id = m.thread_id)`;
  return (mailbox.store.prepare(sql).get(...values) as { count: number }).count;
}

type Slice = { limit: number; offset?: number; below?: [at: number, row: number] | undefined };

function findThreads({ store }: Mailbox, conditions: Condition[], { limit, offset = 0, below }: Slice) {
  const { where, values } = toWhere(conditions);
  const sql = `select thread_id as id, max(m.internal_date) as at, max(m.row) as row from gmail_messages m
    where ${where} group by thread_id ${below ? 'having (max(m.internal_date), max(m.row)) < (?, ?)' : ''}
    order by at desc, row desc limit ? offset ?`;
  return store.prepare(sql).all(...values, ...(below ?? []), limit, offset) as ThreadRow[];
}

function toWhere(conditions: Condition[]): { where: string; values: Condition['values'] } {
  const where = conditions.map(({ sql }) => `(${sql})`).join(' and ');
  return { where, values: conditions.flatMap(({ values }) => values) };
}

function toPosition(pageToken: string | undefined): [number, number] | undefined {
  if (!pageToken) return undefined;
  const [, at, row] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(pageToken) ?? [];
  if (!at || !row) throw invalidArgument('Invalid pageToken');
  return [Number(at), Number(row)];
}

/** A list says of a thread what its newest message says. */
function toListed(messages: MessageRow[]): object {
  const newest = messages.at(-1) as MessageRow;
  return { id: newest.thread_id, snippet: newest.snippet, historyId: toHistoryId(messages) };
}

export function toHistoryId(messages: readonly MessageRow[]): string {
  return String(Math.max(...messages.map(({ history_id }) => history_id)));
}
