import { findHeader, getDecoded, type RawHeader } from '../mime/headers';
import { type MimePart, parseMime } from '../mime/part';
import { addHistory } from './history';
import { indexLabels, indexMessage, isHidden } from './index-message';
import { listFilenames, toSnippet } from './message-text';
import { type StoredAttachment, toPayload } from './payload';
import { getCounter, type Mailbox, setCounter } from './tables';

/** Long chains of replies name every ancestor; the nearest ones come last and are enough. */
const MAX_ANCESTORS = 50;

export type InsertOptions = {
  labelIds?: readonly string[] | undefined;
  /** Epoch milliseconds, or 'dateHeader' for the date that the message itself gives. */
  internalDate?: number | 'dateHeader' | undefined;
  threadId?: string | undefined;
};

export type InsertedMessage = { id: string; threadId: string; labelIds: string[] };

/** The labels of a message that is inserted without any, so that a person sees it. */
const DEFAULT_LABELS = ['INBOX', 'UNREAD'];

/** Inserts a raw message; any bytes are accepted. */
export function insertMessage(
  mailbox: Mailbox,
  raw: Uint8Array,
  options: InsertOptions = {},
): InsertedMessage {
  const [message] = insertMessages(mailbox, [raw], options);
  return message as InsertedMessage;
}

/** Inserts all of them in order, or none. */
export function insertMessages(
  mailbox: Mailbox,
  raws: readonly Uint8Array[],
  options: InsertOptions = {},
): InsertedMessage[] {
  const incoming = raws.map((raw) => ({ raw, part: parseMime(raw), options }));
  return mailbox.store.transaction(() => incoming.map((one) => insert(mailbox, one)))();
}

type Incoming = { raw: Uint8Array; part: MimePart; options: InsertOptions };

function insert(mailbox: Mailbox, { raw, part, options }: Incoming): InsertedMessage {
  const row = getCounter(mailbox, 'message') + 1;
  setCounter(mailbox, 'message', row);
  const id = toMessageId(mailbox.now(), row);
  const threadId = options.threadId ?? findThread(mailbox, part.headers) ?? id;
  const labelIds = [...new Set(options.labelIds ?? DEFAULT_LABELS)];
  const historyId = addHistory(mailbox, { kind: 'messagesAdded', messageId: id, threadId, labelIds });
  const { payload, attachments } = toPayload(part, id, mailbox);
  const internalDate = toInternalDate(mailbox, part.headers, options.internalDate);
  insertSummary(mailbox, part, { row, id, threadId, labelIds, historyId, internalDate, size: raw.length });
  mailbox.store
    .prepare('insert into gmail_contents values (?, ?, ?)')
    .run(row, JSON.stringify(payload), Buffer.from(raw));
  insertAttachments(mailbox, row, attachments);
  indexLabels(mailbox, row, labelIds);
  indexMessage(mailbox, row, part);
  return { id, threadId, labelIds };
}

type Summary = InsertedMessage & { row: number; historyId: number; internalDate: number; size: number };

const SUMMARY = `
  insert into gmail_messages values (
    @row, @id, @threadId, @internalDate, @historyId, @labelIds, @hidden, @size, @hasAttachment,
    @rfc822Id, @threadSubject, @sender, @recipient, @subject, @snippet
  )`;

function insertSummary({ store }: Mailbox, part: MimePart, summary: Summary): void {
  const subject = getDecoded(part.headers, 'subject');
  store.prepare(SUMMARY).run({
    ...summary,
    labelIds: JSON.stringify(summary.labelIds),
    hidden: isHidden(summary.labelIds) ? 1 : 0,
    hasAttachment: listFilenames(part).length > 0 ? 1 : 0,
    rfc822Id: (findHeader(part.headers, 'message-id') ?? '').replace(/[<>\s]/g, ''),
    threadSubject: toThreadSubject(subject),
    sender: getDecoded(part.headers, 'from'),
    recipient: getDecoded(part.headers, 'to'),
    subject,
    snippet: toSnippet(part),
  });
}

function insertAttachments({ store }: Mailbox, row: number, attachments: StoredAttachment[]): void {
  const statement = store.prepare('insert into gmail_attachments values (?, ?, ?)');
  for (const { id, content } of attachments) statement.run(id, row, Buffer.from(content));
}

/** Sixteen hexadecimal digits that grow with time, as in Gmail; the row distinguishes messages of one millisecond. */
function toMessageId(now: number, row: number): string {
  return ((BigInt(now) << 20n) | BigInt(row % 0x100000)).toString(16).padStart(16, '0');
}

function toInternalDate(
  mailbox: Mailbox,
  headers: readonly RawHeader[],
  wanted: InsertOptions['internalDate'],
): number {
  if (wanted !== 'dateHeader') return wanted ?? mailbox.now();
  const date = Date.parse(findHeader(headers, 'date') ?? '');
  return Number.isFinite(date) ? date : mailbox.now();
}

/** The thread of a stored message that this one answers, provided that the subject was kept, as Gmail asks. */
function findThread({ store }: Mailbox, headers: readonly RawHeader[]): string | undefined {
  const threadSubject = toThreadSubject(getDecoded(headers, 'subject'));
  const statement = store.prepare(
    'select thread_id from gmail_messages where rfc822_id = ? and thread_subject = ? order by row desc limit 1',
  );
  for (const ancestor of listAncestors(headers)) {
    const row = statement.get(ancestor, threadSubject) as { thread_id: string } | undefined;
    if (row) return row.thread_id;
  }
  return undefined;
}

/** The subject without prefixes such as "Re:" and "Fwd:". */
function toThreadSubject(subject: string): string {
  const bare = subject.replace(/^(\s*(re|fwd?|aw|wg|sv|vs|antw|tr|rif|r)(\[\d+\])?\s*:)+/i, '');
  return bare.replace(/\s+/g, ' ').trim().toLowerCase();
}

function listAncestors(headers: readonly RawHeader[]): string[] {
  const texts = headers
    .filter(({ name }) => /^(references|in-reply-to)$/i.test(name))
    .map(({ value }) => value);
  const ids = [...texts.join(' ').matchAll(/<([^<>]+)>/g)].map(([, id = '']) => id.replace(/\s+/g, ''));
  return ids.reverse().slice(0, MAX_ANCESTORS);
}
