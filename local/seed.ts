import MailComposer from 'nodemailer/lib/mail-composer';
import type Mail from 'nodemailer/lib/mailer';
import { type Script, toSourceFile } from '../runtime/execution/script';
import { typeInto } from '../runtime/server/owner';
import { toEvent } from '../runtime/web-app/event';
import type { Local } from './local';
import { CAFE, CAFE_ID, type Demo, MENU, USERS } from './world/cafe';
import { HEATING } from './world/cases';

const [FIRST, SECOND] = HEATING.mails;

const MAIL: Mail.Options[] = [
  { subject: HEATING.subject, messageId: '<first@seed.example.com>', text: FIRST.body },
  {
    subject: `Re: ${HEATING.subject}`,
    messageId: '<second@seed.example.com>',
    inReplyTo: '<first@seed.example.com>',
    references: '<first@seed.example.com>',
    text: SECOND.body,
    attachments: [{ filename: 'display.txt', content: '08:12  E4\n08:14  E4\n08:20  --\n' }],
  },
];

/**
 * Seeds the case desk of a first start.
 * @throws what the scripts throw
 */
export async function seed(local: Local): Promise<void> {
  const { desk } = local.scripts;
  await runScript(local, desk, 'setUp');
  await runScript(local, desk, 'saveSettings', { senders: [FIRST.from] });
  if (local.google.messages(1).length === 0) await deliver(local);
  await runScript(local, desk, 'checkMail');
}

/**
 * Seeds users and an API key.
 * @throws what the scripts throw
 */
export async function seedApi(local: Local): Promise<Demo> {
  await runScript(local, local.scripts.api, 'setUp');
  return JSON.parse(
    await runScript(local, demoScript(local), 'seedDemo', { users: USERS, key: 'demo' }),
  ) as Demo;
}

/** Chooses test mode in a state that was seeded before there was one, when payments and texts were always simulated. */
export async function chooseTestMode(local: Local): Promise<void> {
  await runScript(local, demoScript(local), 'chooseTestMode');
}

/** The api's script with the demo code, on the api's own sheet and properties. */
function demoScript({ built, scripts: { api } }: Local): Script {
  const code = toSourceFile('Code.js', built.text('.build/demo.js'));
  return { ...api, files: new Map(api.files).set(code.name, code) };
}

/**
 * Seeds a cafe with a menu. Safe to repeat.
 * @throws what the script or the API refuses
 */
export async function seedCafe(local: Local, { apiKey }: Pick<Demo, 'apiKey'>): Promise<void> {
  const { id, name, currency, timeZone, taxPercent } = CAFE;
  const typed = { A2: id, B2: name, C2: currency, D2: timeZone, E2: String(taxPercent) };
  for (const [a1, text] of Object.entries(typed))
    await typeInto(local, local.scripts.api, { tab: 'Cafes', a1, text });
  for (const item of MENU) await putOnMenu(local, apiKey, item);
}

async function putOnMenu(local: Local, apiKey: string, item: (typeof MENU)[number]): Promise<void> {
  const { status, body } = await callApi(local, {
    method: 'POST',
    path: `/v1/cafes/${CAFE_ID}/menu`,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': `seed ${item.name}`,
    },
    body: JSON.stringify(item),
  });
  if (status >= 300) throw new Error(`${item.name}: ${body}`);
}

/**
 * Calls the script directly, since the port answers only after the seeding, and from the editor, since a web app may
 * get no spreadsheet (--doubt no-active-spreadsheet).
 */
async function callApi(
  { run, scripts, urls }: Local,
  envelope: object,
): Promise<{ status: number; body: string }> {
  const body = new TextEncoder().encode(JSON.stringify(envelope));
  const contentType = 'application/json';
  const event = toEvent({ url: urls.api, method: 'POST', contentType, body, pathInfo: undefined });
  const { error, returned } = await run(scripts.api, 'doPost', [event], { kind: 'run' });
  if (error) throw new Error(`doPost: ${error.message}`);
  if (returned?.kind !== 'text') throw new Error('doPost returned no text.');
  return JSON.parse(returned.content);
}

async function runScript(local: Local, script: Script, name: string, ...args: unknown[]): Promise<string> {
  const { error, returned } = await local.run(script, name, args);
  if (error) throw new Error(`${name}: ${error.message}`);
  return (returned?.kind === 'value' && returned.json) || 'null';
}

async function deliver({ google, services }: Local): Promise<void> {
  const addresses = { from: `Mira Oduya <${FIRST.from}>`, to: services.google.address };
  for (const mail of MAIL)
    await google.deliver(await new MailComposer({ ...addresses, ...mail }).compile().build());
}
