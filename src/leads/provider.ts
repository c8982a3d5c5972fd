import { offline } from './offline';
import type { Message, MessageStatus } from './thread';
import { twilio } from './twilio';
import { findTwilioSettings } from './twilio-settings';

/** A message for somebody's phone. */
export interface Outgoing {
  to: string;
  body: string;
  /** What news of it come back with. */
  leadId: string;
  messageId: string;
}

/** What a provider has taken. */
export interface Taken {
  sid: string;
  status: MessageStatus;
}

/** How far a message has come. */
export type News = Pick<Message, 'status'> & Partial<Pick<Message, 'error'>>;

/** All that the desk wants of whoever delivers its messages. */
export interface Provider {
  /** @throws RefusedError where it will never take the message; after any other error nobody knows whether it did. */
  send(message: Outgoing): Taken;
  /** What it took for this number since then, this body, and is none of those known already. */
  findTaken(message: Outgoing, since: Date, known: readonly string[]): Taken | undefined;
  /** What it says of a message that it has taken; undefined where it knows of none. */
  findNews(sid: string): News | undefined;
}

/** Nobody's, until the owner has entered the keys of one. */
export function currentProvider(): Provider {
  const settings = findTwilioSettings();
  return settings ? twilio(settings) : offline;
}
