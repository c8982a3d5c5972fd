import { NEVER } from '../../tables/tables';
import { isAutomatic } from './automatic';
import { bodyOf } from './body';
import { headerOf } from './headers';
import { type Correspondent, correspondentsIn, type People, toAddresses, toList } from './people';

type Message = GoogleAppsScript.Gmail.Schema.Message;
type Part = GoogleAppsScript.Gmail.Schema.MessagePart;

/** A message as the tracker sees it. */
export interface Mail extends People {
  id: string;
  threadId: string;
  received: Date;
  subject: string;
  body: string;
  attachments: Attachment[];
  isAutomatic: boolean;
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

/** A date and time as mail writes them (RFC 5322 section 3.3), with the names of zones that old mail has. */
const MAIL_DATE =
  /\b(\d{1,2} [a-z]{3} (?:\d{2}|\d{4}) \d{1,2}:\d{2}(?::\d{2})?)(?: ([+-]\d{4}|[ECMP][SD]T)\b)?/i;

/**
 * The header From becomes sender, Subject becomes subject, internalDate becomes the received date (interface section 1).
 * `receivedIfUnknown` is for a message that carries no date at all; without it, its date is invalid.
 */
export function toMail(message: Message, receivedIfUnknown = new Date(Number.NaN)): Mail {
  const { id = '', threadId = '', payload = {} } = message;
  const people = peopleOf(message);
  return {
    id,
    threadId,
    received: receivedAt(message) ?? receivedIfUnknown,
    ...people,
    subject: headerOf(payload.headers, 'Subject'),
    body: bodyOf(message),
    attachments: attachmentsOf(payload),
    isAutomatic: isAutomatic(message, people),
  };
}

/** Time at which the mailbox got it, or where Gmail has no usable date, the last server on its way. */
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

/** NEVER of none; what is no date does not count. */
export function newestOf(dates: readonly Date[]): Date {
  const times = dates.map((date) => date.getTime()).filter((time) => !Number.isNaN(time));
  return times.length > 0 ? new Date(Math.max(...times)) : NEVER;
}

/**
 * The header is written in many ways, and the display name may look like an address itself: an address with a name in front
 * of it is the sender's, before one without.
 */
function authorIn(from: string): Correspondent | undefined {
  const people = correspondentsIn(from);
  return people.find(({ name }) => name !== '') ?? people[0];
}

export function peopleOf({ payload: { headers } = {} }: Message): People {
  const peopleIn = (name: string) => correspondentsIn(headerOf(headers, name));
  const { name: fromName = '', address: from = '' } = authorIn(headerOf(headers, 'From')) ?? {};
  const isOther = ({ address }: Correspondent) => address !== from;
  const [original] = [...peopleIn('X-Original-From'), ...peopleIn('X-Original-Sender')].filter(isOther);
  const replyTo = peopleIn('Reply-To');
  return {
    from,
    fromName,
    replyTo: replyTo.some(isOther) ? toList(replyTo) : '',
    originalFrom: original ? toList([original]) : '',
    to: toAddresses(peopleIn('To')),
    cc: toAddresses(peopleIn('Cc')),
  };
}

/** Files in a part and in those inside it. */
export function attachmentsOf(part: Part): Attachment[] {
  const inside = (part.parts ?? []).flatMap(attachmentsOf);
  const { partId = '', filename, mimeType = 'application/octet-stream', body = {} } = part;
  // Programs may give a name to the container of all parts, which has no content of its own.
  if (!filename || mimeType.toLowerCase().startsWith('multipart/')) return inside;
  return [
    { partId, name: filename, mimeType, size: body.size ?? 0, attachmentId: body.attachmentId ?? '' },
    ...inside,
  ];
}
