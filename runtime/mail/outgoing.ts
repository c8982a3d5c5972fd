import type { Plan } from '../account/plan';
import type { Quotas } from '../account/quotas';
import type { Execution } from '../execution/execution';
import type { Scheduler } from '../execution/scheduler';
import { ServiceError } from '../execution/service';
import type { InsertedMessage } from '../gmail/insert';
import { composeMessage, type OutgoingMessage, sendRaw } from '../gmail/send';
import type { Mailbox } from '../gmail/tables';
import type { Mail } from './calls';
import type { SentFolder } from './sent-mail';

/** Parts that sending works on. */
export interface MailParts {
  google: { address: string; mailbox: Mailbox };
  plan: Plan;
  quotas: Quotas;
  scheduler: Scheduler;
  sentFolder: SentFolder;
}

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

/** The thread of a mail that answers another one. */
export type Threading = Pick<OutgoingMessage, 'inReplyTo' | 'references'> & { threadId?: string | undefined };

/** Sends what a script wrote: to the local mailbox, and never further. */
export async function sendMail(
  context: MailParts,
  execution: Execution,
  mail: Mail,
  threading: Threading = {},
): Promise<InsertedMessage> {
  const raw = await composeMail(context, mail, threading);
  return sendComposed(context, execution, { mail, raw, threadId: threading.threadId });
}

/** Sends a raw message; `mail` says what is in it. */
export function sendComposed(
  { google, plan, quotas, scheduler, sentFolder }: MailParts,
  execution: Execution,
  { mail, raw, threadId }: { mail: Mail; raw: Uint8Array; threadId?: string | undefined },
): InsertedMessage {
  assertSendable(mail, plan);
  const recipients = listRecipients(mail);
  quotas.spend('mailRecipients', recipients.length);
  const sent = sendRaw(google.mailbox, raw, threadId);
  const attachments = mail.attachments.map(({ filename }) => filename);
  sentFolder.add({ ...mail, attachments, at: scheduler.now(), script: execution.script.name });
  execution.meter({ bytes: sizeOf(mail), items: recipients.length });
  return sent;
}

/** The raw message of a mail, which need not be complete yet. */
export function composeMail(
  { google, plan }: Pick<MailParts, 'google' | 'plan'>,
  mail: Mail,
  { inReplyTo, references }: Threading = {},
): Promise<Uint8Array> {
  const { name, from, noReply, attachments, ...rest } = mail;
  // An account has no aliases here, so only its own address may be given.
  if (from && from.toLowerCase() !== google.address.toLowerCase())
    throw new ServiceError(`Invalid argument: ${from}`);
  if (noReply && plan.account === 'consumer')
    throw new ServiceError(
      'The option noReply exists for Google Workspace accounts, and is not emulated here.',
    );
  const address = noReply ? google.address.replace(/^.*@/, 'noreply@') : google.address;
  return composeMessage(google.mailbox, {
    ...{ ...rest, inReplyTo, references },
    ...(name || noReply ? { from: { name: name ?? '', address } } : {}),
    attachments: attachments.map(({ data, ...one }) => ({ ...one, content: Buffer.from(data, 'base64') })),
  });
}

function assertSendable(mail: Mail, { account }: Plan): void {
  const recipients = listRecipients(mail);
  if (recipients.length === 0) throw new ServiceError('Failed to send email: no recipient');
  for (const recipient of recipients) {
    if (!ADDRESS.test(recipient)) throw new ServiceError(`Invalid email: ${recipient}`);
  }
  if (bytes(mail.body) + bytes(mail.htmlBody ?? '') > LIMITS.bodyBytes[account])
    throw new ServiceError('Limit exceeded: Email Body Size.');
  const overrun = OVERRUNS.find(([isOver]) => isOver(mail));
  if (overrun) throw new ServiceError(`Limit exceeded: ${overrun[1]}.`);
}

const OVERRUNS: [(mail: Mail) => boolean, string][] = [
  [(mail) => listRecipients(mail).length > LIMITS.recipients, 'Email Recipients Per Message'],
  [({ subject }) => subject.length > LIMITS.subjectCharacters, 'Email Subject Length'],
  [({ attachments }) => attachments.length > LIMITS.attachments, 'Email Attachments Per Message'],
  [(mail) => sizeOf(mail) > LIMITS.attachmentBytes, 'Email Total Attachments Size'],
];

/** An address, or `Ann <ann@example.com>`; it has no space, and a domain with a dot. */
const ADDRESS = /^(?:[^<>]*<)?[^\s<>@,;]+@[^\s<>@,;.]+(?:\.[^\s<>@,;.]+)+>?$/;

function listRecipients({ to, cc, bcc }: Mail): string[] {
  return [to, cc, bcc].flatMap((list) => listAddresses(list ?? ''));
}

/** The addresses of a list; a comma inside quotes belongs to a name. */
function listAddresses(list: string): string[] {
  return [...list.matchAll(/(?:"(?:\\.|[^"\\])*"|[^,])+/g)]
    .map(([address]) => address.trim())
    .filter(Boolean);
}

function sizeOf({ attachments }: Mail): number {
  return attachments.reduce((sum, { data }) => sum + Buffer.byteLength(data, 'base64'), 0);
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
