export interface MailAttachment {
  filename: string;
  contentType: string;
  /** Base64 text. */
  data: string;
}

export interface Mail {
  to: string;
  cc?: string | undefined;
  bcc?: string | undefined;
  replyTo?: string | undefined;
  /** The sender's name. */
  name?: string | undefined;
  subject: string;
  body: string;
  htmlBody?: string | undefined;
  attachments: MailAttachment[];
}

export interface MailCalls {
  'mail.send'(mail: Mail): void;
  'mail.quota'(): number;
}
