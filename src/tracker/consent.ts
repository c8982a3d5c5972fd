import { type Consents, hasConsent, missingConsents } from '../health/consents';

/** The permissions of interface section 5, and what does not work without each. */
export const CONSENTS = {
  'gmail.readonly': 'mail is not read',
  'spreadsheets.currentonly': 'the sheet cannot be read or written',
  spreadsheets: 'the sheet cannot be read or written',
  'drive.file': 'attachments are not stored',
  'script.scriptapp': 'mail is not checked by itself',
  'script.send_mail': 'alerts are not sent',
} as const satisfies Consents;

export type Consent = keyof typeof CONSENTS;

/** All but this one are required. */
export const TO_ALERT = 'script.send_mail' satisfies Consent;

/** Those without which the desk does not do what its settings say. */
export function neededConsents({ emailAlerts }: { emailAlerts: boolean }): Consent[] {
  return missingConsents(CONSENTS).filter((consent) => emailAlerts || consent !== TO_ALERT);
}

/** Why no alert can be sent, and what to do; undefined where they can. */
export function alertsWarning(): string | undefined {
  if (hasConsent(TO_ALERT)) return undefined;
  return missingConsents(CONSENTS).includes(TO_ALERT)
    ? `Alerts are not sent, the permission ${TO_ALERT} is missing: choose Case desk > Set up in the sheet and tick its box.`
    : 'Alerts are not sent, this desk was deployed without them (--no-alerts): deploy it with --alerts.';
}
