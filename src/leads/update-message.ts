import { update } from '../tables/tables';
import { LEADS } from './tables';
import { isLater, type Message } from './thread';

/** Changes one message of a thread; its status never goes back. */
export function updateMessage(
  leadId: string,
  messageId: string,
  { status, ...news }: Partial<Message>,
): void {
  update(LEADS, leadId, ({ thread }) => ({
    thread: thread.map((one) => {
      if (one.id !== messageId) return one;
      return { ...one, ...news, ...(status && isLater(status, one.status) ? { status } : {}) };
    }),
  }));
}
