import * as v from 'valibot';
import { described } from '../http/described';
import { parse } from '../http/parse';
import { toE164 } from '../http/phone';
import type { Request } from '../http/route';
import type { MessageStatus } from './message-status';
import type { DeliveryReport, DeliveryStatus, InboundText } from './provider';
import { parseForm } from './twilio-signature';

/** The part of Twilio's webhook that is read: of an inbound message, or of a delivery report. */
export const TwilioEvent = v.object({
  MessageSid: described(
    v.pipe(v.string(), v.nonEmpty()),
    "The provider's ID of the message.",
    'SM5f0c2e7d41b98a36',
  ),
  From: described(v.optional(v.string(), ''), 'The phone of the sender.', '+15550102030'),
  Body: described(v.optional(v.string()), 'The text.', 'Is the Corolla still there?'),
  MessageStatus: described(v.optional(v.string()), 'The status in a delivery report.'),
  ErrorCode: described(v.optional(v.string()), "The provider's code where a message was not delivered."),
  NumMedia: described(
    v.optional(v.string(), '0'),
    'How many files came with it: MediaUrl0 and MediaContentType0, MediaUrl1, and so on.',
  ),
});

/** TwiML without instructions, so that Twilio sends no reply. */
export const NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/** Undefined for an event without a sender or a content. */
export function toTextEvent({ body: form, query }: Request): InboundText | DeliveryReport | undefined {
  const fields = Object.fromEntries(parseForm(form));
  const event = parse(TwilioEvent, fields);
  const { MessageSid: sid, From: from, Body: body, MessageStatus: status, ErrorCode: code } = event;
  if (status !== undefined) {
    // A delivery report. Some repeat the text that was sent, so the status decides.
    const { lead = '', message = '' } = Object.fromEntries(parseForm(query));
    return { leadId: lead, messageId: message, sid, ...toDeliveryStatus(status, code) };
  }
  const media = mediaOf(Number(event.NumMedia), fields);
  if (from === '' || (body === undefined && media.length === 0)) return undefined;
  return { sid, body: body ?? '', media, ...senderOf(from) };
}

/** Twilio sends ten at most. */
const MAX_MEDIA = 10;

function mediaOf(count: number, fields: Readonly<Record<string, string>>): InboundText['media'] {
  return Array.from({ length: Math.min(count || 0, MAX_MEDIA) }, (_, index) => ({
    url: fields[`MediaUrl${index}`] ?? '',
    type: fields[`MediaContentType${index}`] ?? '',
  })).filter(({ url }) => url !== '');
}

const WHATSAPP = /^whatsapp:/i;

/** WhatsApp puts its name before the phone of the same person. */
export function senderOf(from: string): Pick<InboundText, 'phone' | 'channel'> {
  const address = from.replace(WHATSAPP, '');
  return { phone: toE164(address) ?? address, channel: WHATSAPP.test(from) ? 'whatsapp' : 'sms' };
}

/** Reads the status in a delivery report, or in the resource of a message. */
export function toDeliveryStatus(status: string, code: number | string | null | undefined): DeliveryStatus {
  return { status: toStatus(status), ...(code ? { error: `Twilio error ${code}.` } : {}) };
}

export function toStatus(status: string): MessageStatus {
  return STATUSES[status] ?? 'sending';
}

/** All other statuses mean that Twilio has not passed the message on yet. */
const STATUSES: Readonly<Record<string, MessageStatus>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};
