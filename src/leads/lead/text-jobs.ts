import type { OutboxRow } from '../../outbox/jobs';
import type { Lead } from '../tables';

export const MESSAGE_KIND = 'sms';

/** The jobs that send the texts which a change has added to a thread. They are written before it. */
export function textJobs({ id: entityId, version, thread }: Lead, before: Lead | undefined): OutboxRow[] {
  const known = new Set(before?.thread.map(({ id }) => id));
  return thread
    .filter(({ id, direction, status }) => direction === 'outbound' && status === 'queued' && !known.has(id))
    .map(({ id, sendAt = Date.now() }) => {
      const job = { id, kind: MESSAGE_KIND, entityId, version, runAt: new Date(sendAt) };
      return { ...job, attempts: 0, state: 'queued', error: '' };
    });
}
