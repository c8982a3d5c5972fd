import { emulated } from '../realm/emulated';
import { caller } from '../realm/host';
import type { MailCalls } from './calls';
import { type MailOptions, toMail } from './compose.realm';

const call = caller<MailCalls>();

type Official = GoogleAppsScript.Mail.MailApp;
type Options = GoogleAppsScript.Mail.MailAdvancedParameters;
type Overload = [Options] | [string, string, string, (string | Options)?];

export const mailApp = emulated<Official>('Mail.MailApp', {
  getRemainingDailyQuota: () => call('mail.quota'),
  sendEmail: (...args: Overload) => call('mail.send', toMail(toOptions(args))),
} satisfies Official);

/** `(message)`, `(to, subject, body[, options])` or `(to, replyTo, subject, body)`; no parameter is `from`. */
function toOptions(args: Overload): MailOptions {
  const [first, second, third, fourth] = args;
  if (typeof first === 'object' && first !== null) return { ...first, from: undefined };
  if (typeof fourth === 'string') return { to: first, replyTo: second, subject: third, body: fourth };
  return { ...fourth, to: first, subject: second, body: third, from: undefined };
}
