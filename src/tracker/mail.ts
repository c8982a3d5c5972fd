import { bodyOf } from './body';
import { senderOf } from './sender';

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

/** From becomes sender, Subject becomes subject, internalDate becomes the received date (interface section 1). */
export function toMail(message: GoogleAppsScript.Gmail.Schema.Message): Mail {
  const { id = '', threadId = '', internalDate, payload = {} } = message;
  return {
    id,
    threadId,
    received: new Date(Number(internalDate)),
    sender: senderOf(headerOf(payload, 'From')),
    subject: headerOf(payload, 'Subject'),
    body: bodyOf(payload),
    attachments: attachmentsOf(payload),
  };
}

/** Only what decides whether the message is tracked at all. */
export function senderOfMessage({ payload = {} }: GoogleAppsScript.Gmail.Schema.Message): string {
  return senderOf(headerOf(payload, 'From'));
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
