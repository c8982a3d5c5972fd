import MailComposer from 'nodemailer/lib/mail-composer';
import { addressParser } from 'postal-mime';
import { decodeHeader, readHeaders } from '../mime/headers';
import { type InsertedMessage, insertMessage } from './insert';
import { getCounter, type Mailbox } from './tables';

export type OutgoingMessage = {
  to: string;
  subject: string;
  body?: string | undefined;
  htmlBody?: string | undefined;
  cc?: string | undefined;
  bcc?: string | undefined;
  replyTo?: string | undefined;
  /** The mailbox's own address unless given. */
  from?: string | { name: string; address: string } | undefined;
  attachments?: OutgoingAttachment[] | undefined;
  /** The Message-ID that this one answers, and those before it. */
  inReplyTo?: string | undefined;
  references?: string[] | undefined;
};

export type OutgoingAttachment = {
  filename: string;
  contentType: string;
  content: Uint8Array;
  /** The Content-ID of a picture that the HTML shows. */
  cid?: string | undefined;
};

/** Sends from this mailbox. Nothing leaves the machine: the message appears where Gmail would show it. */
export async function sendMessage(mailbox: Mailbox, message: OutgoingMessage): Promise<InsertedMessage> {
  return sendRaw(mailbox, await composeMessage(mailbox, message));
}

export function sendRaw(mailbox: Mailbox, raw: Uint8Array, threadId?: string): InsertedMessage {
  return insertMessage(mailbox, raw, { labelIds: toSentLabels(mailbox, raw), threadId });
}

/** Mail to oneself is one message that is both sent and unread. */
export function toSentLabels({ address }: Mailbox, raw: Uint8Array): string[] {
  const recipients = readHeaders(raw)
    .headers.filter(({ name }) => /^(to|cc|bcc)$/i.test(name))
    .flatMap((header) => addressParser(decodeHeader(header).value, { flatten: true }));
  const isToSelf = recipients.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase());
  return isToSelf ? ['UNREAD', 'SENT', 'INBOX'] : ['SENT'];
}

export function composeMessage(mailbox: Mailbox, message: OutgoingMessage): Promise<Uint8Array> {
  const { body, htmlBody, from, attachments = [], ...rest } = message;
  const sequence = getCounter(mailbox, 'message') + 1;
  const mail = new MailComposer({
    ...{ ...rest, from: from ?? mailbox.address, text: body ?? '', html: htmlBody },
    date: new Date(mailbox.now()),
    messageId: `<${mailbox.now()}.${sequence}@mail.local>`,
    attachments: attachments.map(({ content, ...one }) => ({ ...one, content: Buffer.from(content) })),
  }).compile();
  // The sender's own copy keeps Bcc, as in Gmail.
  mail.keepBcc = true;
  return mail.build();
}
