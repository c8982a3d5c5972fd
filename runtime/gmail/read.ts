import { invalidArgument, notFound } from '../rest/google-error';
import type { Payload } from './payload';
import type { Mailbox } from './tables';

export type MessageRow = {
  row: number;
  id: string;
  thread_id: string;
  internal_date: number;
  history_id: number;
  label_ids: string;
  size: number;
  snippet: string;
  sender: string;
  recipient: string;
  subject: string;
};

export type GmailMessage = {
  id: string;
  threadId: string;
  labelIds?: string[];
  snippet: string;
  sizeEstimate: number;
  historyId: string;
  /** Epoch milliseconds, in digits. */
  internalDate: string;
  payload?: Payload;
};

export type MessageSummary = {
  id: string;
  threadId: string;
  from: string;
  to: string;
  subject: string;
  internalDate: number;
  labelIds: string[];
  snippet: string;
};

const COLUMNS =
  'row, id, thread_id, internal_date, history_id, label_ids, size, snippet, sender, recipient, subject';

export function findMessage({ store }: Mailbox, id: string): MessageRow | undefined {
  return store.prepare(`select ${COLUMNS} from gmail_messages where id = ?`).get(id) as
    | MessageRow
    | undefined;
}

/** The oldest first; none if there is no such thread. */
export function listThreadMessages({ store }: Mailbox, threadId: string): MessageRow[] {
  const sql = `select ${COLUMNS} from gmail_messages where thread_id = ? order by internal_date, row`;
  return store.prepare(sql).all(threadId) as MessageRow[];
}

/** @throws GoogleError 400 for a malformed id, 404 for a message that does not exist */
export function getMessage(mailbox: Mailbox, id: string): MessageRow {
  if (!/^[0-9a-f]{1,16}$/i.test(id)) throw invalidArgument('Invalid id value');
  const row = findMessage(mailbox, id.toLowerCase());
  if (!row) throw notFound();
  return row;
}

export function toMinimal(row: MessageRow): GmailMessage {
  const labelIds = JSON.parse(row.label_ids) as string[];
  return {
    id: row.id,
    threadId: row.thread_id,
    // Gmail leaves the key out when there are none.
    ...(labelIds.length > 0 ? { labelIds } : {}),
    snippet: row.snippet,
    sizeEstimate: row.size,
    historyId: String(row.history_id),
    internalDate: String(row.internal_date),
  };
}

export function toFull({ store }: Mailbox, row: MessageRow): GmailMessage {
  const stored = store.prepare('select payload from gmail_contents where row = ?').get(row.row);
  return { ...toMinimal(row), payload: JSON.parse((stored as { payload: string }).payload) as Payload };
}

export function getRaw({ store }: Mailbox, row: MessageRow): Uint8Array {
  return (store.prepare('select raw from gmail_contents where row = ?').get(row.row) as { raw: Uint8Array })
    .raw;
}

export function getAttachment({ store }: Mailbox, row: MessageRow, attachmentId: string): Uint8Array {
  const stored = store
    .prepare('select content from gmail_attachments where id = ? and message = ?')
    .get(attachmentId, row.row) as { content: Uint8Array } | undefined;
  // Google's message for an unknown attachment id.
  if (!stored) throw invalidArgument('Invalid attachment token');
  return stored.content;
}

export function listSummaries({ store }: Mailbox, limit: number): MessageSummary[] {
  const sql = `select ${COLUMNS} from gmail_messages order by internal_date desc, row desc limit ?`;
  return (store.prepare(sql).all(limit) as MessageRow[]).map((row) => ({
    id: row.id,
    threadId: row.thread_id,
    from: row.sender,
    to: row.recipient,
    subject: row.subject,
    internalDate: row.internal_date,
    labelIds: JSON.parse(row.label_ids) as string[],
    snippet: row.snippet,
  }));
}
