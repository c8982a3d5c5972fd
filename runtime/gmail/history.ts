import { GoogleError, invalidArgument, notFound } from '../rest/google-error';
import { getCounter, type Mailbox, setCounter } from './tables';

/** The key of a record's changes, by the name that a request filters them with. */
const KINDS = {
  messageAdded: 'messagesAdded',
  messageDeleted: 'messagesDeleted',
  labelAdded: 'labelsAdded',
  labelRemoved: 'labelsRemoved',
} as const;

export type HistoryKind = (typeof KINDS)[keyof typeof KINDS];

export type HistoryChange = {
  kind: HistoryKind;
  messageId: string;
  threadId: string;
  /** Labels of the message right after the change. */
  labelIds: readonly string[];
  changedLabelIds?: readonly string[];
};

export type HistoryQuery = {
  startHistoryId: string;
  historyTypes: string[];
  labelId?: string | undefined;
  maxResults: number;
  pageToken?: string | undefined;
};

type HistoryRow = {
  id: number;
  kind: HistoryKind;
  message_id: string;
  thread_id: string;
  label_ids: string;
  changed_label_ids: string;
};

export function addHistory(mailbox: Mailbox, change: HistoryChange): number {
  const id = advance(mailbox);
  const labelIds = JSON.stringify(change.labelIds);
  mailbox.store
    .prepare('insert into gmail_history values (?, ?, ?, ?, ?, ?)')
    .run(
      id,
      change.kind,
      change.messageId,
      change.threadId,
      labelIds,
      JSON.stringify(change.changedLabelIds ?? []),
    );
  return id;
}

/** Makes all ids up to now too old. The next one is valid, so that a client can start over. */
export function expireHistory(mailbox: Mailbox): void {
  setCounter(mailbox, 'history_floor', getCounter(mailbox, 'history'));
  advance(mailbox);
}

export function listHistory(mailbox: Mailbox, query: HistoryQuery): object {
  const start = toStart(mailbox, query.startHistoryId);
  const kinds = query.historyTypes.map(toKind);
  const historyId = String(getCounter(mailbox, 'history'));
  const token = toPosition(query.pageToken);
  // Google answers token 0 with an empty page whose token leads to the first one.
  if (token === 0) return { historyId, nextPageToken: String(start) };
  const rows = findRows(mailbox, Math.max(start, token ?? 0), query);
  if (rows.length === 0) return { historyId };
  // A full page always has a next page token, though the next page may be empty: Google does not look ahead.
  const last = rows.length === query.maxResults ? rows.at(-1) : undefined;
  const history = rows.map((row) => toRecord(row, kinds));
  return { history, ...(last ? { nextPageToken: String(last.id) } : {}), historyId };
}

/** Ids grow by irregular steps, so that a client that assumes steps of one fails here. */
function advance(mailbox: Mailbox): number {
  const current = getCounter(mailbox, 'history');
  const next = current + 1 + ((current * 7919) % 53);
  setCounter(mailbox, 'history', next);
  return next;
}

function findRows({ store }: Mailbox, after: number, { labelId, maxResults }: HistoryQuery): HistoryRow[] {
  const hasLabel = labelId ? 'and instr(label_ids, ?) > 0' : '';
  const parameters = labelId ? [after, JSON.stringify(labelId), maxResults] : [after, maxResults];
  const sql = `select * from gmail_history where id > ? ${hasLabel} order by id limit ?`;
  return store.prepare(sql).all(...parameters) as HistoryRow[];
}

/**
 * A change of another type than requested stays in the list as a record with only its id and message: clients have to
 * expect those.
 */
function toRecord(row: HistoryRow, kinds: HistoryKind[]): object {
  const message = { id: row.message_id, threadId: row.thread_id };
  const record = { id: String(row.id), messages: [message] };
  if (kinds.length > 0 && !kinds.includes(row.kind)) return record;
  const changed = JSON.parse(row.changed_label_ids) as string[];
  const change = { message: { ...message, labelIds: JSON.parse(row.label_ids) as string[] } };
  return { ...record, [row.kind]: [changed.length > 0 ? { ...change, labelIds: changed } : change] };
}

function toStart(mailbox: Mailbox, startHistoryId: string): number {
  if (!/^\d+$/.test(startHistoryId)) {
    const message = `Invalid value at 'start_history_id' (TYPE_UINT64), "${startHistoryId}"`;
    throw new GoogleError(400, 'invalid', message);
  }
  const start = Number(startHistoryId);
  if (start <= getCounter(mailbox, 'history_floor') || start > getCounter(mailbox, 'history'))
    throw notFound();
  return start;
}

function toPosition(pageToken: string | undefined): number | undefined {
  if (pageToken === undefined || pageToken === '') return undefined;
  if (!/^\d{1,15}$/.test(pageToken)) throw invalidArgument('Invalid pageToken');
  return Number(pageToken);
}

function toKind(type: string): HistoryKind {
  if (Object.hasOwn(KINDS, type)) return KINDS[type as keyof typeof KINDS];
  throw new GoogleError(400, 'invalid', `Invalid value at 'history_types' (TYPE_ENUM), "${type}"`);
}
