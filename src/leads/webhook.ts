import * as v from 'valibot';
import { toE164 } from '../http/fields';
import { HttpError } from '../http/http-error';
import { parse } from '../http/parse';
import { type Call, type Request, Response } from '../http/route';
import { update } from '../tables/tables';
import { type Activity, archiveLead } from './activities';
import { insertLead, leadsWithPhone } from './create-lead';
import { LEADS, type Lead } from './tables';
import { type Message, updateMessage } from './thread';
import { toNews } from './twilio';
import { findTwilioSettings } from './twilio-settings';
import { isSignedByTwilio, parseForm } from './twilio-signature';

interface Inbound {
  /** The provider's id of the message. */
  sid: string;
  from: string;
  body: string;
}

/** The words that carriers want respected; the provider answers them itself. */
const STOP = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'];

const START = ['START', 'YES', 'UNSTOP'];

type Permission = Extract<Activity['what'], 'opted_out' | 'opted_in'>;

/** TwiML: nothing is to be said. */
const NOTHING = new Response('<?xml version="1.0" encoding="UTF-8"?><Response/>', {
  headers: { 'content-type': 'text/xml; charset=utf-8' },
});

/** As much as is read of what Twilio tells: of a message that has come, or how far one of ours has. */
export const TwilioEvent = v.looseObject({
  MessageSid: v.pipe(v.string(), v.nonEmpty()),
  From: v.optional(v.string(), ''),
  Body: v.optional(v.string()),
  MessageStatus: v.optional(v.string()),
  ErrorCode: v.optional(v.string()),
});

/** What Twilio tells: a message has come, or one of ours has come further. Telling it twice changes nothing. */
export function receiveTwilioEvent({ request }: Call<undefined, undefined>): Response {
  const fields = parse(TwilioEvent, signedFields(request));
  const { MessageSid: sid, From: from, Body: body, MessageStatus: status, ErrorCode: code } = fields;
  // Only news of ours tell a MessageStatus; some repeat the text, from our own number.
  if (status !== undefined) noteStatus(request, { sid, status, code });
  else if (body !== undefined && from !== '') receiveMessage({ sid, from, body });
  return NOTHING;
}

function noteStatus(
  { query: { lead = '', message = '' } }: Request,
  { sid, status, code }: { sid: string; status: string; code: string | undefined },
): void {
  updateMessage(lead, message, { sid, ...toNews(status, code) });
}

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

/** Goes into the thread of the newest lead with that phone; an unknown phone becomes a lead. */
function receiveMessage({ sid, from, body }: Inbound): void {
  const phone = toE164(from) ?? from;
  const known = leadsWithPhone(phone);
  if (known.some((lead) => hasMessage(lead, sid))) return;
  const target = newestOf(known) ?? leadOf(phone);
  const consent = consentIn(body);
  for (const { id } of known)
    if (id !== target.id && consent) update(LEADS, id, (lead) => consented(lead, consent));
  const received = update(LEADS, target.id, (lead) => ({
    ...(hasMessage(lead, sid) ? {} : { thread: [...lead.thread, toMessage({ sid, from, body })] }),
    ...(consent ? consented(lead, consent) : {}),
  }));
  if (received) archiveLead(received);
}

function consentIn(body: string): Permission | undefined {
  const word = body.trim().toUpperCase();
  if (STOP.includes(word)) return 'opted_out';
  return START.includes(word) ? 'opted_in' : undefined;
}

function consented({ isOptedOut, activities }: Lead, what: Permission): Partial<Lead> {
  if (isOptedOut === (what === 'opted_out')) return {};
  const activity: Activity = { at: new Date().toISOString(), by: 'sms', what };
  return { isOptedOut: what === 'opted_out', activities: [...activities, activity] };
}

/** Two messages of a new phone at once meet in one lead. One that has another phone by now is passed over. */
function leadOf(phone: string, passedOver = ''): Lead {
  const mark = { requestKey: `sms ${phone}${passedOver}`, requestHash: '' };
  const lead = insertLead({ name: phone, phone, source: 'sms' }, { by: 'sms', mark });
  return lead.phone === phone ? lead : leadOf(phone, ` ${lead.id}`);
}

function newestOf(leads: readonly Lead[]): Lead | undefined {
  const number = ({ id }: Lead) => LEADS.ids?.numberOf(id) ?? 0;
  return [...leads].sort((a, b) => number(b) - number(a))[0];
}

function hasMessage({ thread }: Lead, sid: string): boolean {
  return thread.some((message) => message.sid === sid);
}

function toMessage({ sid, body }: Inbound): Message {
  const at = new Date().toISOString();
  return { id: `M-${sid}`, direction: 'inbound', body, status: 'received', at, error: null, sid };
}
