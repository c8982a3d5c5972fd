import {
  hasPermission,
  missingPermissions,
  type Permissions,
  permissionProblem,
} from '../health/permissions';
import { classifyMessage, type GoogleErrorKind } from '../platform/google-errors';
import { hasTimer } from '../platform/timer';
import type { Failure } from './intake/failures';
import type { Progress } from './intake/progress';
import type { Health } from './page/answers';
import { isAddOn } from './spreadsheet';
import type { Settings } from './tables';

/** The function that the timer calls. */
export const TIMER = 'checkMail';

/** The permissions of interface section 5, and what does not work without each. */
export const PERMISSIONS = {
  'gmail.readonly': 'mail is not read',
  'spreadsheets.currentonly': 'the sheet cannot be read or written',
  spreadsheets: 'the sheet cannot be read or written',
  'drive.file': 'attachments are not stored',
  'script.scriptapp': 'mail is not checked by itself',
  'script.send_mail': 'alerts are not sent',
} as const satisfies Permissions;

type Permission = keyof typeof PERMISSIONS;

/** All but this one are required. */
export const TO_ALERT = 'script.send_mail' satisfies Permission;

/** Once or twice is weather. */
const TIMES_BEFORE_TOLD = 3;

const FAILED: Record<Failure['kind'], (names: string) => string> = {
  message: (names) => `${names} could not be read`,
  attachments: (names) => `The attachments of ${names} could not be stored`,
  alert: (names) => `No alert could be sent for ${names}`,
};

const ADVICE: Record<GoogleErrorKind, string> = {
  permission: 'A permission is missing: choose Case desk > Set up in the sheet and tick every box.',
  storage: 'Your Google storage is full. Free some space: the files are then stored automatically.',
  'daily quota': "The account's daily limit at Google is used up. Checks resume automatically within a day.",
  'rate limit': 'Google is limiting requests. Checks resume automatically.',
  'not found': 'Retried every hour.',
  other: 'Retried every hour.',
};

/** What of the settings bears on it. */
type Concerning = Pick<Settings, 'emailAlerts' | 'failed'>;

export function healthOf({ trouble }: Progress, { failed, ...settings }: Concerning): Health {
  const missing = neededPermissions(settings);
  const timer = !missing.includes('script.scriptapp') && hasTimer(TIMER);
  const problems = [
    ...missing.map(toPermissionProblem),
    ...(timer || isAddOn() ? [] : [NO_TIMER]),
    ...(trouble && trouble.times >= TIMES_BEFORE_TOLD ? [toTrouble(trouble)] : []),
    ...alike(failed.filter(({ tries }) => tries >= TIMES_BEFORE_TOLD)).map(toProblem),
  ];
  return { timer, problems };
}

export function toPermissionProblem(permission: Permission): string {
  return permissionProblem(PERMISSIONS, permission, 'Case desk');
}

/** An add-on cannot have one, which is no problem of the desk. */
const NO_TIMER = 'The timer is not running, so mail is not checked. Choose Case desk > Set up in the sheet.';

function toTrouble({ times, since, error }: NonNullable<Progress['trouble']>): string {
  const fault = classifyMessage(error);
  const advice = fault === 'other' ? 'The next check tries again.' : ADVICE[fault];
  return `The last ${times} checks failed, since ${since}. ${advice} Google said: ${error}`;
}

/** What failed in the same way, with the same words of Google's, is one problem. */
export function alike(failed: readonly Failure[]): [Failure, ...Failure[]][] {
  const groups = new Map<string, [Failure, ...Failure[]]>();
  for (const failure of failed) {
    const group = groups.get(`${failure.kind} ${failure.error}`);
    if (group) group.push(failure);
    else groups.set(`${failure.kind} ${failure.error}`, [failure]);
  }
  return [...groups.values()];
}

function toProblem(failures: readonly [Failure, ...Failure[]]): string {
  const [{ error }] = failures;
  return `${whatFailed(failures)}. ${ADVICE[classifyMessage(error)]} Google said: ${error}`;
}

/** `Message 18c2 could not be read, 3 times since ...` */
export function whatFailed(failures: readonly [Failure, ...Failure[]]): string {
  const [{ kind, tries, since }] = failures;
  const often = tries === 1 ? 'once' : `${tries} times`;
  return `${FAILED[kind](namesOf(failures))}, ${often} since ${since}`;
}

const MOST_NAMES = 3;

function namesOf(failures: readonly Failure[]): string {
  const names = failures.map(({ kind, id }) => (kind === 'alert' ? id : `Message ${id}`));
  const others = names.length - MOST_NAMES;
  return others > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${others} more` : names.join(', ');
}

/** Those without which the desk does not do what its settings say. */
function neededPermissions({ emailAlerts }: { emailAlerts: boolean }): Permission[] {
  return missingPermissions(PERMISSIONS).filter((permission) => emailAlerts || permission !== TO_ALERT);
}

/** Why no alert can be sent, and what to do; undefined where they can. */
export function alertsWarning(): string | undefined {
  if (hasPermission(TO_ALERT)) return undefined;
  return missingPermissions(PERMISSIONS).includes(TO_ALERT)
    ? `Alerts are not sent, the permission ${TO_ALERT} is missing: choose Case desk > Set up in the sheet and tick its box.`
    : 'Alerts are not sent, this desk was deployed without them (--no-alerts): deploy it with --alerts.';
}
