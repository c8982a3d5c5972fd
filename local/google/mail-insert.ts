import { addressParser } from 'postal-mime';
import { addHistory } from './mail-history';
import { findThread, toThreadSubject } from './mail-thread';
import { getCounter, type Mailbox, setCounter } from './mailbox-tables';
import { listFilenames, toSearchText, toSnippet } from './message-text';
import { decodeHeader, findHeader, type RawHeader } from './mime-headers';
import { type MimePart, parseMime } from './mime-part';
import { type StoredAttachment, toPayload } from './payload';
import { separateCjk } from './search-words';

export type InsertOptions = {
  labelIds?: readonly string[] | undefined;
  /** Epoch milliseconds, or 'dateHeader' for the date that the message itself gives. */
  internalDate?: number | 'dateHeader' | undefined;
  threadId?: string | undefined;
};

export type InsertedMessage = { id: string; threadId: string; labelIds: string[] };

/** Without any word about labels a message is put where a person would see it. */
const DEFAULT_LABELS = ['INBOX', 'UNREAD'];

const ADDRESS_ROLES = ['from', 'to', 'cc', 'bcc'] as const;

/** Takes a raw message in; any bytes make a message. */
export function insertMessage(
  mailbox: Mailbox,
  raw: Uint8Array,
  options: InsertOptions = {},
): InsertedMessage {
  const part = parseMime(raw);
  return mailbox.store.transaction(() => store(mailbox, { raw, part, options }))();
}

type Incoming = { raw: Uint8Array; part: MimePart; options: InsertOptions };

function store(mailbox: Mailbox, { raw, part, options }: Incoming): InsertedMessage {
  const row = getCounter(mailbox, 'message') + 1;
  setCounter(mailbox, 'message', row);
  const id = toMessageId(mailbox.now(), row);
  const threadId = options.threadId ?? findThread(mailbox, part.headers) ?? id;
  const labelIds = [...new Set(options.labelIds ?? DEFAULT_LABELS)];
  const historyId = addHistory(mailbox, { kind: 'messagesAdded', messageId: id, threadId, labelIds });
  const { payload, attachments } = toPayload(part, id);
  const internalDate = toInternalDate(mailbox, part.headers, options.internalDate);
  insertSummary(mailbox, part, {
    row,
    id,
    threadId,
    labelIds,
    historyId,
    internalDate,
    size: raw.length,
    attachments,
  });
  mailbox.store
    .prepare('insert into gmail_contents values (?, ?, ?)')
    .run(row, JSON.stringify(payload), toBlob(raw));
  insertAttachments(mailbox, row, attachments);
  insertLabels(mailbox, row, labelIds);
  insertAddresses(mailbox, row, part.headers);
  insertWords(mailbox, row, part);
  return { id, threadId, labelIds };
}

type Summary = InsertedMessage & {
  row: number;
  historyId: number;
  internalDate: number;
  size: number;
  attachments: StoredAttachment[];
};

function insertSummary({ store }: Mailbox, part: MimePart, summary: Summary): void {
  const { row, id, threadId, labelIds, historyId, internalDate, size } = summary;
  const text = (name: string) => toDecoded(part.headers, name);
  store
    .prepare(`insert into gmail_messages values (${Array(15).fill('?').join(', ')})`)
    .run(
      ...[
        row,
        id,
        threadId,
        internalDate,
        historyId,
        JSON.stringify(labelIds),
        isHidden(labelIds) ? 1 : 0,
        size,
      ],
      ...[
        listFilenames(part).length > 0 ? 1 : 0,
        toMessageKey(part.headers),
        toThreadSubject(text('subject')),
      ],
      ...[text('from'), text('to'), text('subject'), toSnippet(part)],
    );
}

function insertAttachments({ store }: Mailbox, row: number, attachments: StoredAttachment[]): void {
  const statement = store.prepare('insert into gmail_attachments values (?, ?, ?)');
  for (const { id, content } of attachments) statement.run(id, row, toBlob(content));
}

export function insertLabels({ store }: Mailbox, row: number, labelIds: readonly string[]): void {
  const statement = store.prepare('insert into gmail_labels values (?, ?)');
  for (const labelId of labelIds) statement.run(labelId, row);
}

function insertAddresses({ store }: Mailbox, row: number, headers: readonly RawHeader[]): void {
  const statement = store.prepare('insert or ignore into gmail_addresses values (?, ?, ?)');
  for (const role of ADDRESS_ROLES) {
    for (const { address } of addressParser(toDecoded(headers, role), { flatten: true })) {
      if (address) statement.run(role, address.toLowerCase(), row);
    }
  }
}

function insertWords({ store }: Mailbox, row: number, part: MimePart): void {
  const recipients = ['to', 'cc', 'bcc'].map((name) => toDecoded(part.headers, name)).join(' ');
  const { headers } = part;
  const columns = [toDecoded(headers, 'from'), recipients, toDecoded(headers, 'subject'), toSearchText(part)];
  store
    .prepare(
      'insert into gmail_words (rowid, sender, recipients, subject, body, filenames) values (?, ?, ?, ?, ?, ?)',
    )
    .run(row, ...[...columns, listFilenames(part).join(' ')].map(separateCjk));
}

/** Junk and deleted mail is left out of every list that does not ask for it. */
export function isHidden(labelIds: readonly string[]): boolean {
  return labelIds.includes('SPAM') || labelIds.includes('TRASH');
}

function toDecoded(headers: readonly RawHeader[], name: string): string {
  const value = findHeader(headers, name);
  return value === undefined ? '' : decodeHeader({ name, value }).value;
}

function toMessageKey(headers: readonly RawHeader[]): string {
  return (findHeader(headers, 'message-id') ?? '').replace(/[<>\s]/g, '');
}

/** Sixteen hexadecimal digits that grow with time, as Gmail's do; the row keeps two in one millisecond apart. */
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

function toBlob(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
