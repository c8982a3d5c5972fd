import { exception } from '../realm/host';
import { toBase64 } from '../utilities/base64.realm';
import { bytesOf, isBlobSource } from '../utilities/blob.realm';
import type { Mail, MailAttachment } from './calls';

type BlobSource = GoogleAppsScript.Base.BlobSource;

/** A mail as scripts describe it, in the parameters of MailApp or of GmailApp. */
export type MailOptions = GoogleAppsScript.Mail.MailAdvancedParameters &
  GoogleAppsScript.Gmail.GmailAdvancedOptions;

export function toMail(options: MailOptions): Mail {
  const { attachments = [], inlineImages = {}, noReply } = options;
  if (!Array.isArray(attachments) || !attachments.every(isBlobSource))
    throw exception('Invalid argument: attachments');
  if (inlineImages === null || !Object.values(inlineImages).every(isBlobSource))
    throw exception('Invalid argument: inlineImages');
  return {
    ...{ to: text(options.to) ?? '', cc: text(options.cc), bcc: text(options.bcc) },
    ...{ replyTo: text(options.replyTo), name: text(options.name), from: text(options.from) },
    ...(noReply ? { noReply: true } : {}),
    ...{
      subject: text(options.subject) ?? '',
      body: text(options.body) ?? '',
      htmlBody: text(options.htmlBody),
    },
    attachments: [
      ...attachments.map((source) => toAttachment(source, 'attachment')),
      ...Object.entries(inlineImages).map(([cid, source]) => ({ ...toAttachment(source, cid), cid })),
    ],
  };
}

/** Numbers become text, and lists their items with commas between them. */
function text(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

function toAttachment(source: BlobSource, name: string): MailAttachment {
  const blob = source.getBlob();
  const contentType = blob.getContentType() ?? 'application/octet-stream';
  return { filename: blob.getName() ?? name, contentType, data: toBase64(bytesOf(blob)) };
}
