import type { Message, MessageStatus } from './thread';
import { twilio } from './twilio';
import { findTwilioSettings } from './twilio-settings';

/** Takes every message and delivers none: for trying the desk out. */
const offline: MessageProvider = {
  send: ({ messageId }) => ({ sid: `offline-${messageId}`, status: 'delivered' }),
  findTaken: () => undefined,
  findNews: () => undefined,
};

/** A message for somebody's phone. */
export interface OutboundMessage {
  to: string;
  body: string;
  /** What news of it come back with. */
  leadId: string;
  messageId: string;
}

/** What a provider has taken. */
export interface SentMessage {
  sid: string;
  status: MessageStatus;
}

/** How far a message has come. */
export type DeliveryStatus = Pick<Message, 'status'> & Partial<Pick<Message, 'error'>>;

/** All that the desk wants of whoever delivers its messages. */
export interface MessageProvider {
  /** @throws RefusedError where it will never take the message; after any other error nobody knows whether it did. */
  send(message: OutboundMessage): SentMessage;
  /** What it took for this number since then, this body, and is none of those known already. */
  findTaken(message: OutboundMessage, since: Date, known: readonly string[]): SentMessage | undefined;
  /** What it says of a message that it has taken; undefined where it knows of none. */
  findNews(sid: string): DeliveryStatus | undefined;
}

/** Nobody's, until the owner has entered the keys of one. */
export function currentProvider(): MessageProvider {
  const settings = findTwilioSettings();
  return settings ? twilio(settings) : offline;
}

/** A provider will not take a message, now or later. */
export class MessageRefusedError extends Error {
  override name = 'RefusedError';
  /** The owner of the phone wants none at all. */
  readonly isOptedOut: boolean;

  constructor(message: string, { isOptedOut = false } = {}) {
    super(message);
    this.isOptedOut = isOptedOut;
  }
}
