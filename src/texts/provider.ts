import type { MessageStatus } from './message-status';

export interface OutboundMessage {
  to: string;
  body: string;
  /** The provider's delivery reports name these two. */
  leadId: string;
  messageId: string;
}

/** A message that the provider has accepted. */
export interface SentMessage {
  sid: string;
  status: MessageStatus;
}

export interface DeliveryStatus {
  status: MessageStatus;
  /** Why it was not delivered. */
  error?: string;
}

/** A text that has come in, as the provider keeps it. */
export interface ReceivedText {
  sid: string;
  from: string;
  body: string;
  /** Epoch ms: when the provider received it. */
  at: number;
  /** Pictures, voice and other files, as they lie at the provider. */
  media: { url: string; type: string }[];
}

/** What a desk needs of a provider of text messages. */
export interface MessageProvider {
  /** @throws CircuitOpenError while it does not respond */
  assertAvailable(): void;
  /** @throws MessageRefusedError; after any other error it is unknown whether the message was sent */
  send(message: OutboundMessage): SentMessage;
  /** The message with this number and text that was sent since then, unless its sid is a known one. */
  findSent(message: OutboundMessage, since: Date, knownSids: readonly string[]): SentMessage | undefined;
  /** Undefined where the provider has no such message. */
  findStatus(sid: string): DeliveryStatus | undefined;
  /** The texts that have come in since then, the oldest first. Absent where none ever does. */
  listReceived?(since: Date): ReceivedText[];
}

/** The provider will never send this message. Its own words are the message of the error. */
export class MessageRefusedError extends Error {
  override name = 'MessageRefusedError';
  /** The owner of the phone has opted out of all messages. */
  readonly isOptedOut: boolean;

  constructor(message: string, { isOptedOut = false } = {}) {
    super(message);
    this.isOptedOut = isOptedOut;
  }
}

/** Test mode without an account: every message counts as delivered, and none is sent. */
export const simulated: MessageProvider = {
  assertAvailable() {},
  send: ({ messageId }) => ({ sid: `offline-${messageId}`, status: 'delivered' }),
  findSent: () => undefined,
  findStatus: () => undefined,
};
