import { getCounter, type Mailbox } from './tables';

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
