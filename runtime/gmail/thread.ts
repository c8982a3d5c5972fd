import { getDecoded, type RawHeader } from '../mime/headers';
import type { Mailbox } from './tables';

/** Long chains of replies name every ancestor; the nearest ones come last and are enough. */
const MAX_ANCESTORS = 50;

/** The thread of a stored message that this one answers, provided that the subject was kept, as Gmail asks. */
export function findThread({ store }: Mailbox, headers: readonly RawHeader[]): string | undefined {
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

/** The subject without what replying and forwarding put before it. */
export function toThreadSubject(subject: string): string {
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
