import { getCounter, type Mailbox } from './mailbox-tables';

export const SYSTEM_LABELS: readonly string[] = [
  'INBOX',
  'SENT',
  'DRAFT',
  'SPAM',
  'TRASH',
  'UNREAD',
  'STARRED',
  'IMPORTANT',
];

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

/** Whether fewer messages carry a label than are worth going through one by one. */
export function isRareLabel({ store }: Mailbox, labelId: string): boolean {
  const sql = 'select count(*) as count from (select 1 from gmail_labels where label = ? limit 2000)';
  return (store.prepare(sql).get(labelId) as { count: number }).count < 2000;
}
