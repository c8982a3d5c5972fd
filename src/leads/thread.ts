import { update } from '../tables/tables';
import { LEADS } from './tables';
export const MESSAGE_STATUSES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'received',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** One message as it stands in the thread of its lead. */
export interface Message {
  id: string;
  direction: 'outbound' | 'inbound';
  body: string;
  status: MessageStatus;
  /** RFC 3339, UTC: when it came, or was written. */
  at: string;
  error: string | null;
  /** The provider's own id, once it has taken or brought the message. */
  sid?: string;
  /** When the provider was asked to send it, before it answered. */
  askedAt?: string;
  requestKey?: string;
  requestHash?: string;
}

/** A message as callers see it. */
export type MessageView = Pick<Message, 'id' | 'direction' | 'body' | 'status' | 'at' | 'error'>;

export function toMessageView({ id, direction, body, status, at, error }: Message): MessageView {
  return { id, direction, body, status, at, error };
}

/** How far a message has come; the last three are its end. */
const STAGES: readonly (readonly MessageStatus[])[] = [
  ['queued'],
  ['sending'],
  ['sent'],
  ['delivered', 'undelivered', 'failed', 'received'],
];

/** News of a message may come twice and out of order: it never moves back. */
function isLater(status: MessageStatus, than: MessageStatus): boolean {
  return stageOf(status) > stageOf(than);
}

export function isFinal({ status }: Pick<Message, 'status'>): boolean {
  return stageOf(status) === STAGES.length - 1;
}

function stageOf(status: MessageStatus): number {
  return STAGES.findIndex((stage) => stage.includes(status));
}

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
