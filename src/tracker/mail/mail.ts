import addressparser from 'nodemailer/lib/addressparser';
import { bodyOf } from './body';
import { headerOf } from './headers';

type Message = GoogleAppsScript.Gmail.Schema.Message;
type Part = GoogleAppsScript.Gmail.Schema.MessagePart;

/** A message as the tracker sees it. */
export interface Mail {
  id: string;
  threadId: string;
  received: Date;
  sender: string;
  subject: string;
  body: string;
  attachments: Attachment[];
}

/** A part with a file name (interface section 1). */
export interface Attachment {
  partId: string;
  name: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  attachmentId: string;
}

/**
 * An address that another one follows without a comma is part of a name: Gmail may have decoded
 * `=?utf-8?q?Ann_=3Cann=40x.org=3E?= <evil@example.com>`, which must not pass for mail of Ann's.
 */
const IN_NAME = /<[^<>]*>(?=(?:"[^"<]*"|\([^)<]*\)|[^<,;"(])*<)/g;

/** A date and time as mail writes them (RFC 5322 section 3.3), with the names of zones that old mail has. */
const MAIL_DATE =
  /\b(\d{1,2} [a-z]{3} (?:\d{2}|\d{4}) \d{1,2}:\d{2}(?::\d{2})?)(?: ([+-]\d{4}|[ECMP][SD]T)\b)?/i;

/**
 * From becomes sender, Subject becomes subject, internalDate becomes the received date (interface section 1).
 * `receivedIfUnknown` is for a message that carries no date at all; without it, its date is invalid.
 */
export function toMail(message: Message, receivedIfUnknown = new Date(Number.NaN)): Mail {
  const { id = '', threadId = '', payload = {} } = message;
  return {
    id,
    threadId,
    received: receivedAt(message) ?? receivedIfUnknown,
    sender: senderOf(message),
    subject: headerOf(payload.headers, 'Subject'),
    body: bodyOf(message),
    attachments: attachmentsOf(payload),
  };
}

/** When the mailbox got it, or where Gmail has no usable date, when the last server on its way did. */
export function receivedAt({ internalDate, payload = {} }: Message): Date | undefined {
  const time = Number(internalDate);
  if (time > 0) return new Date(time);
  const stamp = headerOf(payload.headers, 'Received')
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ');
  const [, date, zone = 'GMT'] = MAIL_DATE.exec(stamp.slice(stamp.lastIndexOf(';') + 1)) ?? [];
  const stamped = date ? Date.parse(`${date} ${zone}`) : 0;
  return stamped > 0 ? new Date(stamped) : undefined;
}

/**
 * The bare address in From, in lower case; empty where there is none. It is written in many ways, and the display name
 * may look like an address itself: an address with a name in front of it is the sender's, before one without.
 */
export function senderOf({ payload = {} }: Message): string {
  const from = headerOf(payload.headers, 'From').replace(IN_NAME, ' ');
  const addresses = addressparser(from, { flatten: true }).filter(({ address }) => address.includes('@'));
  const named = addresses.find(({ name }) => name !== '');
  return (named ?? addresses[0])?.address.toLowerCase() ?? '';
}

function attachmentsOf(part: Part): Attachment[] {
  const inside = (part.parts ?? []).flatMap(attachmentsOf);
  const { partId = '', filename, mimeType = 'application/octet-stream', body = {} } = part;
  // Some give a name to the container of all parts, which has no content of its own.
  if (!filename || mimeType.toLowerCase().startsWith('multipart/')) return inside;
  return [
    { partId, name: filename, mimeType, size: body.size ?? 0, attachmentId: body.attachmentId ?? '' },
    ...inside,
  ];
}
