export interface MailAttachment {
  filename: string;
  contentType: string;
  /** Base64 text. */
  data: string;
  /** The key by which the HTML refers to an inline image. */
  cid?: string | undefined;
}

export interface Mail {
  to: string;
  cc?: string | undefined;
  bcc?: string | undefined;
  replyTo?: string | undefined;
  /** The sender's name. */
  name?: string | undefined;
  /** One of the account's aliases. */
  from?: string | undefined;
  noReply?: boolean | undefined;
  subject: string;
  body: string;
  htmlBody?: string | undefined;
  attachments: MailAttachment[];
}

export interface MailCalls {
  'mail.send'(mail: Mail): void;
  'mail.quota'(): number;
}
