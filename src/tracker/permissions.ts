import { hasPermission, missingPermissions, type Permissions } from '../health/permissions';

/** The permissions of interface section 5, and what does not work without each. */
export const PERMISSIONS = {
  'gmail.readonly': 'mail is not read',
  'spreadsheets.currentonly': 'the sheet cannot be read or written',
  spreadsheets: 'the sheet cannot be read or written',
  'drive.file': 'attachments are not stored',
  'script.scriptapp': 'mail is not checked by itself',
  'script.send_mail': 'alerts are not sent',
} as const satisfies Permissions;

export type Permission = keyof typeof PERMISSIONS;

/** All but this one are required. */
export const TO_ALERT = 'script.send_mail' satisfies Permission;

/** Those without which the desk does not do what its settings say. */
export function neededPermissions({ emailAlerts }: { emailAlerts: boolean }): Permission[] {
  return missingPermissions(PERMISSIONS).filter((permission) => emailAlerts || permission !== TO_ALERT);
}

/** Why no alert can be sent, and what to do; undefined where they can. */
export function alertsWarning(): string | undefined {
  if (hasPermission(TO_ALERT)) return undefined;
  return missingPermissions(PERMISSIONS).includes(TO_ALERT)
    ? `Alerts are not sent, the permission ${TO_ALERT} is missing: choose Case desk > Set up in the sheet and tick its box.`
    : 'Alerts are not sent, this desk was deployed without them (--no-alerts): deploy it with --alerts.';
}
