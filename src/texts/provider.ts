import type { Connectable } from '../http/connectable';
import type { MessageStatus } from './message-status';

/** Every provider reports its events here; the signature tells which one it is. */
export const TEXT_WEBHOOK = '/v1/messaging/webhook';

/** All that there is of a provider of text messages: one value, in the list of texts.ts. */
export interface TextProvider extends Connectable<MessageProvider, InboundText | DeliveryReport> {
  webhook: Connectable<MessageProvider, InboundText | DeliveryReport>['webhook'] & {
    /** The answer to every event, and its content type. */
    reply: string;
    replyType: string;
  };
}

/** A text that has come in. */
export interface InboundText {
  /** The provider's id of it. */
  sid: string;
  /** Phone in E.164; of a sender that has a name, such as SHOP, the name. */
  phone: string;
  body: string;
  media: { url: string; type: string }[];
  channel: 'sms' | 'whatsapp';
  /** Epoch ms: when the provider received it, where that was some time ago. */
  at?: number;
}

/** Fate of a text that was sent. */
export interface DeliveryReport extends DeliveryStatus {
  leadId: string;
  messageId: string;
  sid: string;
}

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
  /** Reason why it was not delivered. */
  error?: string;
}

/** A text that has come in, as the provider keeps it. */
export interface ReceivedText extends InboundText {
  at: number;
}

/** Functions that a desk needs of a provider of text messages. */
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
