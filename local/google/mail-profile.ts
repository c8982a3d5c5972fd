import { getCounter, type Mailbox } from './mailbox-tables';

const SYSTEM_LABELS = ['INBOX', 'SENT', 'DRAFT', 'SPAM', 'TRASH', 'UNREAD', 'STARRED', 'IMPORTANT'];

export function toProfile(mailbox: Mailbox): object {
  const sql = 'select count(*) as messages, count(distinct thread_id) as threads from gmail_messages';
  const counts = mailbox.store.prepare(sql).get() as { messages: number; threads: number };
  return {
    emailAddress: mailbox.address,
    messagesTotal: counts.messages,
    threadsTotal: counts.threads,
    historyId: String(getCounter(mailbox, 'history')),
  };
}

/** A label exists here as soon as a message carries it. */
export function listLabels({ store }: Mailbox): object {
  const used = store.prepare('select distinct label from gmail_labels order by label').all() as {
    label: string;
  }[];
  const own = used.map(({ label }) => label).filter((label) => !SYSTEM_LABELS.includes(label));
  const labels = [
    ...SYSTEM_LABELS.map((id) => ({ id, name: id, type: 'system' })),
    ...own.map((id) => ({ id, name: id, type: 'user' })),
  ];
  return { labels };
}
