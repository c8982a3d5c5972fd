import type { Plan } from '../account/plan';
import type { ServiceContext } from '../context';
import type { Costs } from '../execution/costs';
import type { Execution } from '../execution/execution';
import { type Service, ServiceError } from '../execution/service';
import type { Mail, MailCalls } from './calls';

const COSTS: Costs<MailCalls> = { 'mail.send': { ms: 300 }, 'mail.quota': { ms: 30 } };

/**
 * developers.google.com/apps-script/guides/services/quotas, and for subjects and attachments
 * developers.google.com/apps-script/reference/mail/mail-app
 */
const LIMITS = {
  recipients: 50,
  subjectCharacters: 250,
  attachments: 250,
  attachmentBytes: 25 * 1024 * 1024,
  bodyBytes: { consumer: 200 * 1024, workspace: 400 * 1024 },
};

const SCOPE = 'script.send_mail';

/** MailApp. Mail goes to the local mailbox and never leaves the machine. */
export function mailService({
  google,
  grants,
  plan,
  quotas,
  scheduler,
  sentFolder,
}: ServiceContext): Service<MailCalls> {
  async function send(execution: Execution, mail: Mail): Promise<void> {
    grants.assert(execution, 'MailApp.sendEmail', SCOPE);
    const recipients = [mail.to, mail.cc, mail.bcc].flatMap(toAddresses);
    assertSendable(mail, recipients, plan);
    quotas.spend('mailRecipients', recipients.length);
    const attachments = mail.attachments.map(({ data, ...rest }) => ({
      ...rest,
      content: Buffer.from(data, 'base64'),
    }));
    const { name, ...rest } = mail;
    await google.send({ ...rest, attachments, ...(name ? { from: `"${name}" <${google.address}>` } : {}) });
    const filenames = attachments.map(({ filename }) => filename);
    sentFolder.add({ ...mail, attachments: filenames, at: scheduler.now(), script: execution.script.name });
    execution.meter({ bytes: sizeOf(mail), items: recipients.length });
  }

  return {
    costs: COSTS,
    handlers: {
      'mail.send': send,
      'mail.quota': (execution) => {
        grants.assert(execution, 'MailApp.getRemainingDailyQuota', SCOPE);
        return quotas.left('mailRecipients');
      },
    },
  };
}

function assertSendable(mail: Mail, recipients: string[], { account }: Plan): void {
  if (recipients.length === 0) throw new ServiceError('Failed to send email: no recipient');
  for (const recipient of recipients) {
    if (!ADDRESS.test(recipient)) throw new ServiceError(`Invalid email: ${recipient}`);
  }
  if (bytes(mail.body) + bytes(mail.htmlBody ?? '') > LIMITS.bodyBytes[account])
    throw new ServiceError('Limit exceeded: Email Body Size.');
  const overrun = OVERRUNS.find(([isOver]) => isOver(mail, recipients));
  if (overrun) throw new ServiceError(`Limit exceeded: ${overrun[1]}.`);
}

const OVERRUNS: [(mail: Mail, recipients: string[]) => boolean, string][] = [
  [(_, recipients) => recipients.length > LIMITS.recipients, 'Email Recipients Per Message'],
  [({ subject }) => subject.length > LIMITS.subjectCharacters, 'Email Subject Length'],
  [({ attachments }) => attachments.length > LIMITS.attachments, 'Email Attachments Per Message'],
  [(mail) => sizeOf(mail) > LIMITS.attachmentBytes, 'Email Total Attachments Size'],
];

/** An address, or `Ann <ann@example.com>`; it has no space, and a domain with a dot. */
const ADDRESS = /^(?:[^<>]*<)?[^\s<>@,;]+@[^\s<>@,;.]+(?:\.[^\s<>@,;.]+)+>?$/;

function toAddresses(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
}

function sizeOf({ attachments }: Mail): number {
  return attachments.reduce((sum, { data }) => sum + Buffer.byteLength(data, 'base64'), 0);
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
