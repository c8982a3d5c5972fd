import * as v from 'valibot';
import { described } from '../../http/described';
import { Instant } from '../../http/fields';
import { update, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { isLater, MESSAGE_STATUSES, type MessageStatus } from '../../texts/message-status';
import { LEADS, type Lead } from '../tables';

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
  /** Pictures, voice and other files that came with it, as they lie at the provider. */
  media?: Media[];
  /** Where it did not come as a text message. */
  channel?: 'whatsapp';
}

const Media = v.strictObject({
  url: described(
    v.string(),
    'Where the provider keeps the file.',
    'https://api.example.com/media/ME557ce644',
  ),
  type: described(v.string(), 'The content type.', 'image/jpeg'),
});
export type Media = v.InferOutput<typeof Media>;

/** A message as the API returns it. */
export const MessageView = v.strictObject({
  id: described(v.string(), 'The ID of the message.', 'M-SM5f0c2e7d41b98a36'),
  direction: described(
    v.picklist(['outbound', 'inbound']),
    'Outbound to the person, inbound from the person.',
    'inbound',
  ),
  body: described(v.string(), 'The text.', 'Is the Corolla still there?'),
  status: described(v.picklist(MESSAGE_STATUSES), 'The delivery status.', 'received'),
  at: described(Instant, 'When it was queued or received.', '2026-11-21T09:30:12.000Z'),
  error: described(v.nullable(v.string()), 'Why it was not delivered or is waiting. Null otherwise.'),
  media: described(
    v.array(Media),
    'Files that came with it. The provider stores them, and may require its credentials.',
  ),
  channel: described(
    v.picklist(['sms', 'whatsapp']),
    'How it came. Outbound messages are always text messages.',
  ),
});
export type MessageView = v.InferOutput<typeof MessageView>;

export function toMessageView(message: Message): MessageView {
  const { id, direction, body, status, at, error, media = [], channel = 'sms' } = message;
  return { id, direction, body, status, at, error, media, channel };
}

/** What is to be changed of a message in the thread of a lead. */
interface MessageChange {
  leadId: string;
  messageId: string;
  change: Partial<Message>;
}

export function updateMessage(leadId: string, messageId: string, change: Partial<Message>): void {
  update(LEADS, leadId, (lead) => withChanges(lead, [{ leadId, messageId, change }]));
}

/** The same for many messages. */
export function updateMessages(changes: readonly MessageChange[]): void {
  const patches = changes.map(({ leadId }) => {
    const own = changes.filter((one) => one.leadId === leadId);
    return [leadId, (lead: Lead) => withChanges(lead, own)] as const;
  });
  writeAll(write.update(LEADS, new Map(patches)));
}

function withChanges({ thread }: Lead, changes: readonly MessageChange[]): Partial<Lead> {
  const changed = changes.reduce((messages, one) => withChange(messages, one.messageId, one.change), thread);
  if (JSON.stringify(changed) === JSON.stringify(thread)) return {};
  return { thread: changed, updatedAt: new Date() };
}

function withChange(
  thread: readonly Message[],
  messageId: string,
  { status, ...others }: Partial<Message>,
): Message[] {
  return thread.map((message) => {
    if (message.id !== messageId) return message;
    const moves = status !== undefined && isLater(status, message);
    return { ...message, ...others, ...(moves ? { status } : {}) };
  });
}
