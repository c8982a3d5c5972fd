import addressparser from 'nodemailer/lib/addressparser';
import { bodyOf } from './body';

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
const IN_NAME = /<[^<>,;]*>(?=[^<,;]*<)/g;

/** From becomes sender, Subject becomes subject, internalDate becomes the received date (interface section 1). */
export function toMail(message: Message): Mail {
  const { id = '', threadId = '', internalDate, payload = {} } = message;
  return {
    id,
    threadId,
    received: new Date(Number(internalDate)),
    sender: senderOf(message),
    subject: headerOf(payload, 'Subject'),
    body: bodyOf(payload),
    attachments: attachmentsOf(payload),
  };
}

/**
 * The bare address in From, in lower case; empty where there is none. It is written in many ways, and the display name
 * may look like an address itself: an address with a name in front of it is the sender's, before one without.
 */
export function senderOf({ payload = {} }: Message): string {
  const from = headerOf(payload, 'From').replace(IN_NAME, ' ');
  const addresses = addressparser(from, { flatten: true }).filter(({ address }) => address.includes('@'));
  const named = addresses.find(({ name }) => name !== '');
  return (named ?? addresses[0])?.address.toLowerCase() ?? '';
}

/** For sorting: the oldest first. */
export function byAge(a: Mail, b: Mail): number {
  return a.received.getTime() - b.received.getTime() || (a.id < b.id ? -1 : 1);
}

function headerOf({ headers = [] }: Part, name: string): string {
  return headers.find((header) => header.name?.toLowerCase() === name.toLowerCase())?.value ?? '';
}

function attachmentsOf(part: Part): Attachment[] {
  const inside = (part.parts ?? []).flatMap(attachmentsOf);
  if (!part.filename) return inside;
  const { partId = '', filename, mimeType = 'application/octet-stream', body = {} } = part;
  return [
    { partId, name: filename, mimeType, size: body.size ?? 0, attachmentId: body.attachmentId ?? '' },
    ...inside,
  ];
}
