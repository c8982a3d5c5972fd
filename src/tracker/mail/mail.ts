import { convert, type HtmlToTextOptions } from 'html-to-text';
import addressparser from 'nodemailer/lib/addressparser';

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

export const READABLE: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/** A date and time as mail writes them (RFC 5322 section 3.3), with the names of zones that old mail has. */
const MAIL_DATE = /\b(\d{1,2} [a-z]{3} \d{4} \d{1,2}:\d{2}(?::\d{2})?)(?: ([+-]\d{4}|[ECMP][SD]T)\b)?/i;

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
    subject: headerOf(payload, 'Subject'),
    // On the wire lines end with CR and LF; in a cell and on a page they end with LF.
    body: textOf(payload).replace(/\r\n?/g, '\n'),
    attachments: attachmentsOf(payload),
  };
}

/** When the mailbox got it, or where Gmail has no usable date, when the last server on its way did. */
export function receivedAt({ internalDate, payload = {} }: Message): Date | undefined {
  const time = Number(internalDate);
  if (time > 0) return new Date(time);
  const stamp = headerOf(payload, 'Received')
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
  const from = headerOf(payload, 'From').replace(IN_NAME, ' ');
  const addresses = addressparser(from, { flatten: true }).filter(({ address }) => address.includes('@'));
  const named = addresses.find(({ name }) => name !== '');
  return (named ?? addresses[0])?.address.toLowerCase() ?? '';
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

/**
 * The message's text: its text/plain parts, and where a part has none, its text/html with the markup stripped (interface
 * section 1). Parts side by side are all included, such as the footer that a mailing list adds to a mail in HTML; of
 * alternatives only one. A forwarded message inside follows with its own text.
 */
function textOf(part: Part): string {
  const { filename, parts } = part;
  if (filename) return '';
  if (parts?.length && isType(part, 'multipart/alternative')) return bestOf(parts);
  if (parts?.length) return parts.map(textOf).filter(hasText).join('\n\n');
  if (isType(part, 'text/plain')) return decode(part);
  return isType(part, 'text/html') ? htmlToText(decode(part)) : '';
}

/** The plain one unless it is blank, or else the first that has any text. */
function bestOf(alternatives: readonly Part[]): string {
  const plain = alternatives.filter((part) => isType(part, 'text/plain'));
  return [...plain, ...alternatives].map(textOf).find(hasText) ?? '';
}

function hasText(text: string): boolean {
  return text.trim() !== '';
}

function isType({ mimeType }: Part, type: string): boolean {
  return mimeType?.toLowerCase() === type;
}

/** The advanced service gives bytes, signed and already in UTF-8 whatever the part's charset says (facts 5.2). */
function decode({ body }: Part): string {
  return body?.data ? Utilities.newBlob(body.data as unknown as number[]).getDataAsString('UTF-8') : '';
}

/** Links, lists and tables stay readable; scripts and styles go. */
function htmlToText(html: string): string {
  try {
    return convert(html, READABLE);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The markup is nested too deeply for any parser's stack.
    return html
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/[ \t]+/g, ' ')
      .trim();
  }
}
