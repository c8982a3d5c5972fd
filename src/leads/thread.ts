import * as v from 'valibot';
import { update } from '../tables/tables';
import { LEADS } from './tables';

const MESSAGE_STATUSES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'received',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** A message in the thread of a lead, as its row stores it. */
export interface Message {
  id: string;
  direction: 'outbound' | 'inbound';
  body: string;
  status: MessageStatus;
  /** RFC 3339, UTC: when it was queued or received. */
  at: string;
  error: string | null;
  /** The provider's id of the message, once the provider has one. */
  sid?: string;
  /** When the provider was first asked to send it, stored before it was asked. */
  askedAt?: string;
  requestKey?: string;
  requestHash?: string;
}

/** A message as the API returns it. */
export const MessageView = v.strictObject({
  id: v.string(),
  direction: v.picklist(['outbound', 'inbound']),
  body: v.string(),
  status: v.picklist(MESSAGE_STATUSES),
  at: v.string(),
  error: v.nullable(v.string()),
});
export type MessageView = v.InferOutput<typeof MessageView>;

export function toMessageView({ id, direction, body, status, at, error }: Message): MessageView {
  return { id, direction, body, status, at, error };
}

/** The order of the statuses. Those of the last stage are final. */
const STAGES: readonly (readonly MessageStatus[])[] = [
  ['queued'],
  ['sending'],
  ['sent'],
  ['delivered', 'undelivered', 'failed', 'received'],
];

export function isFinal({ status }: Pick<Message, 'status'>): boolean {
  return stageOf(status) === STAGES.length - 1;
}

/** Delivery reports may be repeated and arrive out of order, so a status never goes back to an earlier stage. */
export function updateMessage(
  leadId: string,
  messageId: string,
  { status, ...others }: Partial<Message>,
): void {
  update(LEADS, leadId, ({ thread }) => ({
    thread: thread.map((message) => {
      if (message.id !== messageId) return message;
      const isLater = status !== undefined && stageOf(status) > stageOf(message.status);
      return { ...message, ...others, ...(isLater ? { status } : {}) };
    }),
  }));
}

function stageOf(status: MessageStatus): number {
  return STAGES.findIndex((stage) => stage.includes(status));
}
