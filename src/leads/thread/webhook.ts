import * as v from 'valibot';
import { HttpError } from '../../http/http-error';
import { parse } from '../../http/parse';
import { toE164 } from '../../http/phone';
import { type Call, type Request, Response, type Routes, route } from '../../http/route';
import { digest } from '../../platform/platform';
import { ARCHIVE } from '../../tables/archive';
import { search } from '../../tables/tables';
import { type OptChoice, toOptChoice } from '../../texts/opt-out';
import { findTwilioSettings, toDeliveryStatus } from '../../texts/twilio';
import { isSignedByTwilio, parseForm } from '../../texts/twilio-signature';
import { type Activity, archiveLead } from '../lead/activities';
import { changeLead } from '../lead/change-lead';
import { insertLead, leadsWithPhone } from '../lead/create-lead';
import { type LeadChange, pushLeadsNow } from '../lead/lead-events';
import { DELETED_LEADS, LEADS, type Lead } from '../tables';
import { type Media, type Message, updateMessage } from './thread';

/** The part of Twilio's webhook that is read: of an inbound message, or of a delivery report. */
const TwilioEvent = v.looseObject({
  MessageSid: v.pipe(v.string(), v.nonEmpty()),
  From: v.optional(v.string(), ''),
  Body: v.optional(v.string()),
  MessageStatus: v.optional(v.string()),
  ErrorCode: v.optional(v.string()),
  /** How many files came with it: MediaUrl0 and MediaContentType0, MediaUrl1, ... */
  NumMedia: v.optional(v.string(), '0'),
});
type TwilioEvent = v.InferOutput<typeof TwilioEvent>;

export const TWILIO_ROUTES: Routes = {
  'POST /v1/messaging/webhook': route({
    summary: 'Receives inbound messages and delivery reports from the messaging provider',
    access: 'signed',
    signedBody: {
      type: 'application/x-www-form-urlencoded',
      schema: TwilioEvent,
      signatures: ['X-Twilio-Signature'],
    },
    response: v.string(),
    responseType: 'text/xml',
    handle: receiveTwilioEvent,
  }),
};

/** TwiML without instructions, so that Twilio sends no reply. */
const NO_REPLY = new Response('<?xml version="1.0" encoding="UTF-8"?><Response/>', {
  headers: { 'content-type': 'text/xml; charset=utf-8' },
});

/** Receives inbound messages and delivery reports. A repeated one changes nothing. */
function receiveTwilioEvent({ request }: Call): Response {
  const fields = parse(TwilioEvent, signedFields(request));
  const { MessageSid: sid, From: from, Body: body, MessageStatus: status, ErrorCode: code } = fields;
  if (status !== undefined) {
    // A delivery report. Some repeat the text that was sent, so the status decides.
    const { lead = '', message = '' } = Object.fromEntries(parseForm(request.query));
    updateMessage(lead, message, { sid, ...toDeliveryStatus(status, code) });
    return NO_REPLY;
  }
  const media = mediaOf(fields);
  if (from !== '' && (body !== undefined || media.length > 0))
    receiveMessage({ sid, body: body ?? '', media, ...senderOf(from) });
  return NO_REPLY;
}

/** Twilio sends ten at most. */
const MAX_MEDIA = 10;

function mediaOf(fields: TwilioEvent): Media[] {
  const count = Math.min(Number(fields.NumMedia) || 0, MAX_MEDIA);
  return Array.from({ length: count }, (_, index) => ({
    url: String(fields[`MediaUrl${index}`] ?? ''),
    type: String(fields[`MediaContentType${index}`] ?? ''),
  })).filter(({ url }) => url !== '');
}

const WHATSAPP = /^whatsapp:/i;

/** WhatsApp puts its name before the phone of the same person. */
export function senderOf(from: string): Pick<InboundMessage, 'phone' | 'channel'> {
  const address = from.replace(WHATSAPP, '');
  return { phone: toE164(address) ?? address, channel: WHATSAPP.test(from) ? 'whatsapp' : 'sms' };
}

/** @throws HttpError 401 */
function signedFields({ path, query, headers, body }: Request): Record<string, string | undefined> {
  const settings = findTwilioSettings();
  const fields = parseForm(body);
  const isSigned =
    settings !== undefined &&
    isSignedByTwilio({
      url: settings.publicAddress + path + (query && `?${query}`),
      fields,
      signature: headers['x-twilio-signature'] ?? '',
      authToken: settings.authToken,
    });
  if (isSigned) return Object.fromEntries(fields);
  const message = 'X-Twilio-Signature is missing or does not match the configured public address.';
  throw new HttpError(401, 'invalid_signature', message, { param: 'x-twilio-signature' });
}

export interface InboundMessage {
  /** Twilio's id of the message. */
  sid: string;
  phone: string;
  body: string;
  media: Media[];
  channel: 'sms' | 'whatsapp';
  /** Epoch ms: when the provider received it, where that was some time ago. */
  at?: number;
}

/** The message goes into the thread of the newest lead with its phone. An unknown phone becomes a lead. */
export function receiveMessage(inbound: InboundMessage): void {
  const { sid, phone, body, media, channel } = inbound;
  const leads = leadsWithPhone(phone);
  if (leads.some((lead) => hasMessage(lead, sid)) || isStored(sid)) return;
  const newest = findNewest(leads);
  const created = newest ? { lead: newest, jobs: [] } : insertSender(phone, channel);
  const { id: targetId } = created.lead;
  const choice = toOptChoice(body);
  const at = new Date(inbound.at ?? Date.now()).toISOString();
  const others = choice ? leads.filter(({ id }) => id !== targetId) : [];
  const opted = others.map(({ id }) => changeLead(id, (lead) => withOptChoice(lead, { choice, at })));
  const message: Message = {
    id: `M-${sid}`,
    direction: 'inbound',
    body,
    status: 'received',
    at,
    error: null,
    sid,
    ...(media.length > 0 ? { media } : {}),
    ...(channel === 'whatsapp' ? { channel } : {}),
  };
  const changed = changeLead(targetId, (lead) => ({
    ...(hasMessage(lead, sid) ? {} : { thread: inOrder([...lead.thread, message]), updatedAt: new Date() }),
    ...withOptChoice(lead, { choice, at }),
  }));
  if (!changed) {
    // The lead was deleted meanwhile.
    receiveMessage(inbound);
    return;
  }
  archiveLead(changed.lead);
  pushLeadsNow([created, ...opted, changed]);
}

/** The oldest first, whenever the webhook was reached. */
function inOrder(thread: readonly Message[]): Message[] {
  return [...thread].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function hasMessage({ thread }: Lead, sid: string): boolean {
  return thread.some((message) => message.sid === sid);
}

/** In the archive, and where its lead has another phone by now or was deleted. */
function isStored(sid: string): boolean {
  const texts = [`"sid":${JSON.stringify(sid)}`];
  return (
    search(ARCHIVE, { column: 'entries', texts }, ['id']).length > 0 ||
    search(DELETED_LEADS, { column: 'messages', texts }, ['id']).length > 0
  );
}

function findNewest(leads: readonly Lead[]): Lead | undefined {
  const numberOf = ({ id }: Lead) => LEADS.ids?.numberOf(id) ?? 0;
  return [...leads].sort((a, b) => numberOf(b) - numberOf(a))[0];
}

/**
 * The key lets two simultaneous messages of a new phone find the same lead. Where that lead has got another phone
 * meanwhile, the next key is tried.
 */
function insertSender(phone: string, source: InboundMessage['channel'], keySuffix = ''): LeadChange {
  const record = { requestKey: `sms ${digest(phone, 22)}${keySuffix}`, requestHash: '' };
  const created = insertLead({ name: phone, phone, source }, { by: 'sms', record });
  return created.lead.phone === phone ? created : insertSender(phone, source, ` ${created.lead.id}`);
}

/** Of what somebody has chosen the last counts, in whatever order the messages came in. */
function withOptChoice(
  { isOptedOut, activities, thread }: Lead,
  { choice: what, at }: { choice: OptChoice | undefined; at: string },
): Partial<Lead> {
  if (!what || isOptedOut === (what === 'opted_out')) return {};
  const isOutdated = thread.some(
    (message) => message.direction === 'inbound' && message.at > at && toOptChoice(message.body),
  );
  if (isOutdated) return {};
  const updatedAt = new Date();
  const activity: Activity = { at: updatedAt.toISOString(), by: 'sms', what };
  return { isOptedOut: what === 'opted_out', activities: [...activities, activity], updatedAt };
}
