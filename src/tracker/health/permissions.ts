import { BY_ITSELF, FOR_STEPS, FOR_THE_SHEET, type Permissions } from '../../health/permissions';
import { TO_SHOW_STEPS } from '../../platform/first-steps';

/** The function that the timer calls. */
export const TIMER = 'checkMail';

export const TO_ALERT = 'script.send_mail';

/** The desk works without these. */
export const OPTIONAL: readonly string[] = [TO_ALERT, TO_SHOW_STEPS];

export const TO_TAKE_IN = {
  'gmail.readonly': ['Read your mail', 'mail is not read'],
  ...FOR_THE_SHEET,
  'drive.file': ['Store files in your Drive', 'attachments are not stored'],
  'script.scriptapp': [BY_ITSELF, 'mail is not checked automatically'],
} as const satisfies Permissions;

export const TO_SEND = {
  [TO_ALERT]: ['Send mail as you', 'alerts are not sent'],
} as const satisfies Permissions;

/** The permissions of interface section 5, and the one for the sidebar. */
export const PERMISSIONS = { ...TO_TAKE_IN, ...FOR_STEPS, ...TO_SEND };
