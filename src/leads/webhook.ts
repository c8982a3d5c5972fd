import * as v from 'valibot';
import { toE164 } from '../http/fields';
import { HttpError } from '../http/http-error';
import { parse } from '../http/parse';
import { type Call, type Request, Response, type Routes, route } from '../http/route';
import { update } from '../tables/tables';
import { type Activity, archiveLead } from './activities';
import { insertLead, leadsWithPhone } from './create-lead';
import { LEADS, type Lead } from './tables';
import { type Message, updateMessage } from './thread';
import { findTwilioSettings, toDeliveryStatus } from './twilio';
import { isSignedByTwilio, parseForm } from './twilio-signature';

/** The part of Twilio's webhook that is read: of an inbound message, or of a delivery report. */
const TwilioEvent = v.looseObject({
  MessageSid: v.pipe(v.string(), v.nonEmpty()),
  From: v.optional(v.string(), ''),
  Body: v.optional(v.string()),
  MessageStatus: v.optional(v.string()),
  ErrorCode: v.optional(v.string()),
});

export const TWILIO_ROUTES: Routes = {
  'POST /v1/messaging/webhook': route({
    summary: 'Receives inbound messages and delivery reports from the messaging provider',
    access: 'signed',
    signedBody: {
      type: 'application/x-www-form-urlencoded',
      schema: TwilioEvent,
      signature: 'X-Twilio-Signature',
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
    const { lead = '', message = '' } = request.query;
    updateMessage(lead, message, { sid, ...toDeliveryStatus(status, code) });
  } else if (body !== undefined && from !== '') receiveMessage({ sid, from, body });
  return NO_REPLY;
}

/** @throws HttpError 401 */
function signedFields({ path, query, headers, body }: Request): Record<string, string | undefined> {
  const settings = findTwilioSettings();
  const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
  const fields = parseForm(body);
  const isSigned =
    settings !== undefined &&
    isSignedByTwilio({
      url: settings.publicAddress + path + (pairs.length > 0 ? `?${pairs.join('&')}` : ''),
      fields,
      signature: headers['x-twilio-signature'] ?? '',
      authToken: settings.authToken,
    });
  if (isSigned) return Object.fromEntries(fields);
  const message = 'X-Twilio-Signature is missing or does not match the configured public address.';
  throw new HttpError(401, 'invalid_signature', message, { param: 'x-twilio-signature' });
}

interface InboundMessage {
  /** Twilio's id of the message. */
  sid: string;
  from: string;
  body: string;
}

/** The message goes into the thread of the newest lead with its phone. An unknown phone becomes a lead. */
function receiveMessage({ sid, from, body }: InboundMessage): void {
  const phone = toE164(from) ?? from;
  const leads = leadsWithPhone(phone);
  if (leads.some((lead) => hasMessage(lead, sid))) return;
  const target = findNewest(leads) ?? insertSender(phone);
  const choice = toOptChoice(body);
  if (choice)
    for (const { id } of leads)
      if (id !== target.id) update(LEADS, id, (lead) => withOptChoice(lead, choice));
  const at = new Date().toISOString();
  const message: Message = {
    id: `M-${sid}`,
    direction: 'inbound',
    body,
    status: 'received',
    at,
    error: null,
    sid,
  };
  const updated = update(LEADS, target.id, (lead) => ({
    ...(hasMessage(lead, sid) ? {} : { thread: [...lead.thread, message] }),
    ...(choice ? withOptChoice(lead, choice) : {}),
  }));
  if (updated) archiveLead(updated);
}

function hasMessage({ thread }: Lead, sid: string): boolean {
  return thread.some((message) => message.sid === sid);
}

function findNewest(leads: readonly Lead[]): Lead | undefined {
  const numberOf = ({ id }: Lead) => LEADS.ids?.numberOf(id) ?? 0;
  return [...leads].sort((a, b) => numberOf(b) - numberOf(a))[0];
}

/**
 * The key lets two simultaneous messages of a new phone find the same lead. Where that lead has got another phone
 * meanwhile, the next key is tried.
 */
function insertSender(phone: string, keySuffix = ''): Lead {
  const record = { requestKey: `sms ${phone}${keySuffix}`, requestHash: '' };
  const lead = insertLead({ name: phone, phone, source: 'sms' }, { by: 'sms', record });
  return lead.phone === phone ? lead : insertSender(phone, ` ${lead.id}`);
}

/** The words that carriers require. Twilio itself confirms them to the sender. */
const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'];
const START = ['START', 'YES', 'UNSTOP'];

type OptChoice = Extract<Activity['what'], 'opted_out' | 'opted_in'>;

function toOptChoice(body: string): OptChoice | undefined {
  const word = body.trim().toUpperCase();
  if (STOP.includes(word)) return 'opted_out';
  return START.includes(word) ? 'opted_in' : undefined;
}

function withOptChoice({ isOptedOut, activities }: Lead, what: OptChoice): Partial<Lead> {
  if (isOptedOut === (what === 'opted_out')) return {};
  const activity: Activity = { at: new Date().toISOString(), by: 'sms', what };
  return { isOptedOut: what === 'opted_out', activities: [...activities, activity] };
}
