import { addressParser } from 'postal-mime';
import { type Bodies, listAttachedParts } from '../gmail/content';
import type { Payload } from '../gmail/payload';
import { getAttachment, type MessageRow, toFull } from '../gmail/read';
import type { Mailbox } from '../gmail/tables';
import type { Mail, MailAttachment } from '../mail/calls';
import type { Threading } from '../mail/outgoing';
import type { Reply } from './calls';

/** Finds the thread of a mail that answers or forwards a message. */
export function toThreading(row: MessageRow, { headers }: Payload): Threading {
  const id = headerOf(headers, 'message-id');
  const before = headerOf(headers, 'references').match(/<[^<>]+>/g) ?? [];
  return id
    ? { threadId: row.thread_id, inReplyTo: id, references: [...before, id] }
    : { threadId: row.thread_id };
}

/** The mail that a reply is: to the address for replies, and of all others nobody twice and never to oneself. */
export function toReplyMail({ address }: Mailbox, { headers }: Payload, { toAll, mail }: Reply): Mail {
  const sender = headerOf(headers, 'reply-to') || headerOf(headers, 'from');
  const known = new Set([address.toLowerCase(), ...addressesIn(sender)]);
  const others = (name: string) =>
    toAll ? listPeople(headerOf(headers, name)).filter(({ address: one }) => isNew(known, one)) : [];
  const to = [sender, ...others('to').map(toText)].filter(Boolean).join(', ');
  const cc = [...others('cc').map(toText), mail.cc ?? ''].filter(Boolean).join(', ');
  const subject = mail.subject || prefixed('Re: ', headerOf(headers, 'subject'));
  return { ...mail, to, subject, ...(cc ? { cc } : {}) };
}

/** The mail that a forwarded message is; an HTML body of the script's own replaces the original's. */
export function toForwardMail(mailbox: Mailbox, row: MessageRow, bodies: Bodies, mail: Mail): Mail {
  const { headers } = payloadOf(mailbox, row);
  const lines = ['From', 'Date', 'Subject', 'To'].map((name) => `${name}: ${headerOf(headers, name)}`);
  const head = ['---------- Forwarded message ---------', ...lines, '', ''];
  const html = `${head.map(escapeHtml).join('<br>')}${bodies.html}`;
  return {
    ...mail,
    subject: prefixed('Fwd: ', headerOf(headers, 'subject')),
    body: head.join('\n') + bodies.plain,
    htmlBody: mail.htmlBody ?? html,
    attachments: [...listMailAttachments(mailbox, row), ...mail.attachments],
  };
}

/** The attachments of a stored message, ready to be sent again. */
export function listMailAttachments(mailbox: Mailbox, row: MessageRow): MailAttachment[] {
  return listAttachedParts(payloadOf(mailbox, row)).map(({ part, attachmentId, isInline }) => ({
    filename: part.filename,
    contentType: part.mimeType,
    data: Buffer.from(getAttachment(mailbox, row, attachmentId)).toString('base64'),
    ...(isInline ? { cid: headerOf(part.headers, 'content-id').replace(/[<>]/g, '') } : {}),
  }));
}

export function payloadOf(mailbox: Mailbox, row: MessageRow): Payload {
  return toFull(mailbox, row).payload as Payload;
}

export function headerOf(headers: Payload['headers'], name: string): string {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? '';
}

type Person = { name: string; address: string };

function listPeople(list: string): Person[] {
  return addressParser(list, { flatten: true }).flatMap(({ name, address }) =>
    address ? [{ name, address }] : [],
  );
}

function addressesIn(list: string): string[] {
  return listPeople(list).map(({ address }) => address.toLowerCase());
}

function isNew(known: Set<string>, address: string): boolean {
  const isKnown = known.has(address.toLowerCase());
  known.add(address.toLowerCase());
  return !isKnown;
}

function toText({ name, address }: Person): string {
  return name ? `"${name.replace(/["\\]/g, '\\$&')}" <${address}>` : address;
}

function prefixed(prefix: string, subject: string): string {
  return subject.toLowerCase().startsWith(prefix.trim().toLowerCase()) ? subject : `${prefix}${subject}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
