import * as v from 'valibot';
import { HttpError } from '../http/http-error';
import { parse } from '../http/parse';
import type { Request } from '../http/request';
import { Answer, type Call } from '../http/route';
import { receiveMessage } from './inbound';
import { toNews } from './twilio';
import { findTwilioSettings } from './twilio-settings';
import { isSignedByTwilio, parseForm } from './twilio-signature';
import { updateMessage } from './update-message';

/** TwiML: nothing is to be said. */
const NOTHING = new Answer('<?xml version="1.0" encoding="UTF-8"?><Response/>', {
  headers: { 'content-type': 'text/xml; charset=utf-8' },
});

/** As much as is read of what Twilio tells: of a message that has come, or how far one of ours has. */
export const News = v.looseObject({
  MessageSid: v.pipe(v.string(), v.nonEmpty()),
  From: v.optional(v.string(), ''),
  Body: v.optional(v.string()),
  MessageStatus: v.optional(v.string()),
  ErrorCode: v.optional(v.string()),
});

/** What Twilio tells: a message has come, or one of ours has come further. Telling it twice changes nothing. */
export function receiveNews({ request }: Call<undefined, undefined>): Answer {
  const fields = parse(News, signedFields(request));
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
