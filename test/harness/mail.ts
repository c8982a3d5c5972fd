import MailComposer from 'nodemailer/lib/mail-composer';
import type Mail from 'nodemailer/lib/mailer';

export const ANNA = 'anna@customer.example';

/** A message as bytes, of a tracked customer unless said otherwise. */
export function compose(mail: Mail.Options = {}): Promise<Buffer> {
  const defaults = {
    from: `Anna Berg <${ANNA}>`,
    to: 'owner@example.com',
    subject: 'Broken lamp',
    text: 'It does not light.',
  };
  return new MailComposer({ ...defaults, ...mail }).compile().build();
}

/** A message exactly as written here; lines end as mail's do. */
export function raw(text: string): Buffer {
  return Buffer.from(text.replace(/^\n/, '').replace(/\r?\n/g, '\r\n'));
}
