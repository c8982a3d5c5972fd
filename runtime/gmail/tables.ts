import type { Store } from '../store';

/** Parts that every function of the mailbox needs. */
export type Mailbox = {
  store: Store;
  now: () => number;
  address: string;
  /** True if names in From come decoded and without quotes of their own. */
  decodesFrom?: boolean;
};

/**
 * The mailbox's tables. Lists and searches read narrow rows; the payload and the raw message, which only a read of one message
 * needs, are kept apart so that a scan never touches them.
 */
const TABLES = `
  create table if not exists gmail_messages (
    row integer primary key,
    id text not null unique,
    thread_id text not null,
    internal_date integer not null,
    history_id integer not null,
    label_ids text not null,
    hidden integer not null,
    size integer not null,
    has_attachment integer not null,
    rfc822_id text not null,
    thread_subject text not null,
    sender text not null,
    recipient text not null,
    subject text not null,
    snippet text not null
  );
  create index if not exists gmail_messages_by_date on gmail_messages (internal_date desc, row desc);
  create index if not exists gmail_messages_by_thread on gmail_messages (thread_id);
  create index if not exists gmail_messages_by_rfc822_id on gmail_messages (rfc822_id);
  create table if not exists gmail_contents (row integer primary key, payload text not null, raw blob not null);
  create table if not exists gmail_attachments (
    id text primary key, message integer not null, content blob not null
  );
  create index if not exists gmail_attachments_by_message on gmail_attachments (message);
  create table if not exists gmail_labels (
    label text not null, message integer not null, primary key (label, message)
  ) without rowid;
  create index if not exists gmail_labels_by_message on gmail_labels (message);
  create table if not exists gmail_own_labels (number integer primary key autoincrement, name text not null);
  create table if not exists gmail_addresses (
    role text not null, address text not null, message integer not null, primary key (role, address, message)
  ) without rowid;
  create index if not exists gmail_addresses_by_message on gmail_addresses (message);
  create virtual table if not exists gmail_words using fts5(
    sender, recipients, subject, body, filenames,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
  );
  create table if not exists gmail_history (
    id integer primary key, kind text not null, message_id text not null, thread_id text not null,
    label_ids text not null, changed_label_ids text not null
  );
  create table if not exists gmail_drafts (id text primary key, message text not null unique);
  create table if not exists gmail_counters (name text primary key, value integer not null);
  insert or ignore into gmail_counters values ('history', 4711000123), ('history_floor', 0), ('message', 0);
`;

const CONTENT_TABLES = [
  'messages',
  'contents',
  'attachments',
  'labels',
  'own_labels',
  'addresses',
  'words',
  'history',
  'drafts',
];

export function createMailbox(mailbox: Mailbox): Mailbox {
  mailbox.store.exec(TABLES);
  return mailbox;
}

/** Empties the mailbox; ids continue, so that no client mistakes a new message for an old one. */
export function clearMailbox({ store }: Mailbox): void {
  store.exec(CONTENT_TABLES.map((name) => `delete from gmail_${name};`).join('\n'));
}

export function getCounter({ store }: Mailbox, name: 'history' | 'history_floor' | 'message'): number {
  return Number(
    (store.prepare('select value from gmail_counters where name = ?').get(name) as { value: number }).value,
  );
}

export function setCounter(
  { store }: Mailbox,
  name: 'history' | 'history_floor' | 'message',
  value: number,
): void {
  store.prepare('update gmail_counters set value = ? where name = ?').run(value, name);
}
