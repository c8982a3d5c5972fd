import { emulated } from '../realm/emulated';
import { call, exception } from '../realm/host';
import { toBase64 } from '../utilities/base64.realm';
import { bytesOf } from '../utilities/blob.realm';
import type { Mail, MailAttachment } from './calls';

type Official = GoogleAppsScript.Mail.MailApp;
type Options = GoogleAppsScript.Mail.MailAdvancedParameters;
type Overload = [Options] | [string, string, string, (string | Options)?];

export const mailApp = emulated<Official>('MailApp', {
  getRemainingDailyQuota: () => call('mail.quota'),
  sendEmail: (...args: Overload) => call('mail.send', toMail(toOptions(args))),
} satisfies Official);

/** `(message)`, `(to, subject, body[, options])` or `(to, replyTo, subject, body)`. */
function toOptions(args: Overload): Options {
  const [first, second, third, fourth] = args;
  if (typeof first === 'object' && first !== null) return first;
  if (typeof fourth === 'string') return { to: first, replyTo: second, subject: third, body: fourth };
  return { ...fourth, to: first, subject: second, body: third };
}

function toMail(options: Options): Mail {
  const {
    to,
    cc,
    bcc,
    replyTo,
    name,
    subject,
    body,
    htmlBody,
    attachments = [],
    inlineImages,
    noReply,
  } = options;
  if (inlineImages) throw new Error('MailApp.sendEmail: inlineImages is not emulated by the local runtime.');
  if (noReply) throw new Error('MailApp.sendEmail: noReply is not emulated by the local runtime.');
  if (!to && !cc && !bcc) throw exception('Failed to send email: no recipient');
  return {
    ...{ to: to ?? '', cc, bcc, replyTo, name, htmlBody },
    subject: String(subject ?? ''),
    body: String(body ?? ''),
    attachments: attachments.map(toAttachment),
  };
}

function toAttachment(source: GoogleAppsScript.Base.BlobSource): MailAttachment {
  const blob = source.getBlob();
  const contentType = blob.getContentType() ?? 'application/octet-stream';
  return { filename: blob.getName() ?? 'attachment', contentType, data: toBase64(bytesOf(blob)) };
}
