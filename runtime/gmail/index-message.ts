import { addressParser } from 'postal-mime';
import { getDecoded, type RawHeader } from '../mime/headers';
import type { MimePart } from '../mime/part';
import { listFilenames, separateCjk, toSearchText } from './message-text';
import type { Mailbox } from './tables';

const ADDRESS_ROLES = ['from', 'to', 'cc', 'bcc'] as const;

/** Adds a message to the search index. */
export function indexMessage(mailbox: Mailbox, row: number, part: MimePart): void {
  insertAddresses(mailbox, row, part.headers);
  insertWords(mailbox, row, part);
}

export function indexLabels({ store }: Mailbox, row: number, labelIds: readonly string[]): void {
  const statement = store.prepare('insert into gmail_labels values (?, ?)');
  for (const labelId of labelIds) statement.run(labelId, row);
}

/** Spam and trash are left out of lists that do not ask for them. */
export function isHidden(labelIds: readonly string[]): boolean {
  return labelIds.includes('SPAM') || labelIds.includes('TRASH');
}

function insertAddresses({ store }: Mailbox, row: number, headers: readonly RawHeader[]): void {
  const statement = store.prepare('insert or ignore into gmail_addresses values (?, ?, ?)');
  for (const role of ADDRESS_ROLES) {
    for (const { address } of addressParser(getDecoded(headers, role), { flatten: true })) {
      if (address) statement.run(role, address.toLowerCase(), row);
    }
  }
}

function insertWords({ store }: Mailbox, row: number, part: MimePart): void {
  const recipients = ['to', 'cc', 'bcc'].map((name) => getDecoded(part.headers, name)).join(' ');
  const { headers } = part;
  const columns = [
    getDecoded(headers, 'from'),
    recipients,
    getDecoded(headers, 'subject'),
    toSearchText(part),
  ];
  store
    .prepare(
      'insert into gmail_words (rowid, sender, recipients, subject, body, filenames) values (?, ?, ?, ?, ?, ?)',
    )
    .run(row, ...[...columns, listFilenames(part).join(' ')].map(separateCjk));
}
