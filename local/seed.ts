import MailComposer from 'nodemailer/lib/mail-composer';
import type Mail from 'nodemailer/lib/mailer';
import type { Local } from './local';

const CUSTOMER = 'mira.oduya@example.com';

/** A customer's first mail and her answer to herself, the second with a picture of the trouble. */
const MAIL: Mail.Options[] = [
  {
    subject: 'Heating does not start',
    messageId: '<first@seed.example.com>',
    text: 'Hello,\n\nsince this morning the heating stays cold, and the display shows E4.\n\nMira Oduya',
  },
  {
    subject: 'Re: Heating does not start',
    messageId: '<second@seed.example.com>',
    inReplyTo: '<first@seed.example.com>',
    references: '<first@seed.example.com>',
    text: 'I wrote down what the display says.\n\nMira',
    attachments: [{ filename: 'display.txt', content: '08:12  E4\n08:14  E4\n08:20  --\n' }],
  },
];

/** Fills a first start, so that there is something to look at. @throws what the scripts throw */
export async function seed(local: Local): Promise<void> {
  await run(local, 'setUp');
  await run(local, 'saveSettings', { senders: [CUSTOMER] });
  if (local.google.messages(1).length === 0) await deliver(local);
  await run(local, 'checkMail');
}

/** What callers of the api may use on a laptop. */
export interface Demo {
  apiKey: string;
  users: { email: string; password: string; role: string; cafeId: string }[];
}

const USERS = [
  { email: 'admin@example.com', role: 'admin' },
  { email: 'agent@example.com', role: 'agent' },
];

/** Users and a key for the api. @throws what the script throws */
export async function seedApi(local: Local): Promise<Demo> {
  await runApi(local, 'setUp');
  return JSON.parse(await runApi(local, 'seedDemo', { users: USERS, key: 'demo' })) as Demo;
}

async function runApi(local: Local, name: string, ...args: unknown[]): Promise<string> {
  const { error, returned } = await local.run(local.scripts.api, name, args);
  if (error) throw new Error(`${name}: ${error.message}`);
  return (returned?.kind === 'value' && returned.json) || 'null';
}

async function deliver({ google, services }: Local): Promise<void> {
  const addresses = { from: `Mira Oduya <${CUSTOMER}>`, to: services.google.address };
  for (const mail of MAIL)
    await google.deliver(await new MailComposer({ ...addresses, ...mail }).compile().build());
}

async function run(local: Local, name: string, ...args: unknown[]): Promise<void> {
  const { error } = await local.run(local.scripts.desk, name, args);
  if (error) throw new Error(`${name}: ${error.message}`);
}
