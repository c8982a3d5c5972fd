import type { Permissions } from '../../health/permissions';

/** The function that the timer calls. */
export const TIMER = 'checkMail';

/** The only permission that is optional. */
export const TO_ALERT = 'script.send_mail';

export const TO_TAKE_IN = {
  'gmail.readonly': 'mail is not read',
  'spreadsheets.currentonly': 'the sheet cannot be read or written',
  spreadsheets: 'the sheet cannot be read or written',
  'drive.file': 'attachments are not stored',
  'script.scriptapp': 'mail is not checked automatically',
} as const satisfies Permissions;

export const TO_SEND = { [TO_ALERT]: 'alerts are not sent' } as const satisfies Permissions;

/** The permissions of interface section 5, and what does not work without each. */
export const PERMISSIONS = { ...TO_TAKE_IN, ...TO_SEND };
