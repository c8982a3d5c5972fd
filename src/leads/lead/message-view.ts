import * as v from 'valibot';
import { described } from '../../http/described';
import { Instant } from '../../http/fields';
import { MESSAGE_STATUSES } from '../../texts/message-status';
import type { Message } from '../entries';

const Media = v.strictObject({
  url: described(
    v.string(),
    'Where the provider keeps the file.',
    'https://api.example.com/media/ME557ce644',
  ),
  type: described(v.string(), 'The content type.', 'image/jpeg'),
});

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
  at: described(
    Instant,
    'When it was queued or received; when a scheduled message was sent.',
    '2026-11-21T09:30:12.000Z',
  ),
  sendAt: described(
    v.nullable(Instant),
    'When a scheduled message is to be sent. Null for one that was sent at once.',
  ),
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
  const { id, direction, body, status, at, sendAt = null, error, media = [], channel = 'sms' } = message;
  return { id, direction, body, status, at, sendAt, error, media, channel };
}
