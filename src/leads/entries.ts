import type { MessageStatus } from '../texts/message-status';
import type { OptChoice } from '../texts/opt-out';

export type FieldValue = string | number | boolean | null;

/** The old and the new value, by field. */
export type Changes = Record<string, { from: FieldValue; to: FieldValue }>;

/** An entry in the history of a lead or a vehicle. */
export interface Activity {
  /** RFC 3339, UTC. */
  at: string;
  /** The id of a user, or `timer`, `rule`, `sms` or `sheet`. */
  by: string;
  what:
    | 'created'
    | 'changed'
    | 'duplicate'
    | OptChoice
    | 'merged'
    | 'texted_elsewhere'
    | 'agent_alerted'
    | 'alert_failed'
    | 'escalated'
    | 'admin_alerted';
  changes?: Changes;
  /** Earlier leads with the same phone or email, for a duplicate; the lead that is in this one now, for a merge; that with the text. */
  leads?: string[];
  /** Reason why an alert was not sent. */
  error?: string;
}

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
  /** Time at which the provider was first asked to send it, stored before it was asked. */
  askedAt?: string;
  requestKey?: string;
  requestHash?: string;
  /** RFC 3339, UTC: the time for which it was scheduled. It goes out in the hours of automatic texts. */
  sendAt?: string;
  /** The phone that it was written to, where the lead has another one since a merge. */
  to?: string;
  /** Set where no person wrote it. */
  isAutomatic?: boolean;
  /** Pictures, voice and other files that came with it, as they lie at the provider. */
  media?: { url: string; type: string }[];
  /** Channel, unless it came as a text message. */
  channel?: 'whatsapp';
}

/** Trace of a message whose lead was deleted, or has another phone, so that it is recognized when it comes again. */
export type DeletedMessage = Pick<Message, 'id' | 'sid' | 'requestKey' | 'requestHash'>;
