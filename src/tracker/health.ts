import { describeMissing, missingPermissions, type Permissions } from '../health/permissions';
import { classifyMessage, type GoogleErrorKind } from '../platform/google-messages';
import { hasTimer } from '../platform/timer';
import type { Failure } from './intake/failures';
import type { Progress } from './intake/progress';
import { isAddress, isDomain, toDomain } from './mail/senders';
import { isAddOn } from './menu/add-on';
import type { Health } from './page/answers';
import type { Settings } from './tables';

/** The function that the timer calls. */
export const TIMER = 'checkMail';

/** The permissions of interface section 5, and what does not work without each. */
export const PERMISSIONS = {
  'gmail.readonly': 'mail is not read',
  'spreadsheets.currentonly': 'the sheet cannot be read or written',
  spreadsheets: 'the sheet cannot be read or written',
  'drive.file': 'attachments are not stored',
  'script.scriptapp': 'mail is not checked automatically',
  'script.send_mail': 'alerts are not sent',
} as const satisfies Permissions;

type Permission = keyof typeof PERMISSIONS;

/** The only one that is optional. */
export const TO_ALERT = 'script.send_mail' satisfies Permission;

/** Fewer failures in a row may well be over by the next check. */
const REPORTED_TRIES = 3;

const ADVICE: Record<GoogleErrorKind, string> = {
  permission: 'A permission is missing: choose Case desk > Set up in the sheet and tick every box.',
  storage: 'Your Google storage is full. Free some space: the files are then stored automatically.',
  'daily quota': "The account's daily limit at Google is used up. Checks resume automatically within a day.",
  'rate limit': 'Google is limiting requests. Checks resume automatically.',
  'not found': 'Retried every hour.',
  other: 'Retried every hour.',
};

const FAILED: Record<Failure['kind'], (names: string) => string> = {
  message: (names) => `${names} could not be read`,
  attachments: (names) => `The attachments of ${names} could not be stored`,
  alert: (names) => `No alert could be sent for ${names}`,
};

const MAX_NAMES = 3;

/** Alerts may be on. */
const UNREADABLE = { emailAlerts: true, failed: [], senders: [], domains: [] };

/**
 * What keeps the desk from working, and what to do about it: also where the settings cannot be read. An add-on cannot have a
 * timer, which is no problem.
 */
export function findProblems(
  { lastFailure }: Progress,
  settings?: Pick<Settings, 'emailAlerts' | 'failed' | 'senders' | 'domains'>,
): Health {
  const { emailAlerts, failed, ...tracked } = settings ?? UNREADABLE;
  const missing = missingPermissions(PERMISSIONS).filter((one) => emailAlerts || one !== TO_ALERT);
  const timer = !missing.includes('script.scriptapp') && hasTimer(TIMER);
  const problems = missing.map(describePermission);
  if (!timer && !isAddOn())
    problems.push(
      'The timer is not running, so mail is not checked. Choose Case desk > Set up in the sheet.',
    );
  if (lastFailure && lastFailure.times >= REPORTED_TRIES) problems.push(describeLastFailure(lastFailure));
  problems.push(...describeUntracked(tracked));
  for (const { summary, error } of summarizeFailures(failed.filter(({ tries }) => tries >= REPORTED_TRIES))) {
    problems.push(`${summary}. ${ADVICE[classifyMessage(error)]} Last error: ${error}`);
  }
  return { timer, problems };
}

function describePermission(permission: Permission): string {
  return describeMissing(PERMISSIONS, permission, 'Case desk');
}

/** Failures of one kind with the same error are one problem: `Message 18c2 could not be read, 3 times since ...` */
export function summarizeFailures(failed: readonly Failure[]) {
  const groups = new Map<string, [Failure, ...Failure[]]>();
  for (const failure of failed) {
    const key = `${failure.kind} ${failure.error}`;
    const group = groups.get(key);
    if (group) group.push(failure);
    else groups.set(key, [failure]);
  }
  return [...groups.values()].map((failures) => {
    const [{ kind, error, tries, since }] = failures;
    const names = failures.map(({ id }) => (kind === 'alert' ? id : `Message ${id}`));
    const others = names.length - MAX_NAMES;
    const listed =
      others > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${others} more` : names.join(', ');
    const often = tries === 1 ? 'once' : `${tries} times`;
    return { summary: `${FAILED[kind](listed)}, ${often} since ${since}`, error, failures };
  });
}

/** What a person has typed into the tab. */
function describeUntracked({ senders, domains }: Pick<Settings, 'senders' | 'domains'>): string[] {
  const describe = (entry: string, key: string, kind: string) =>
    `"${entry}" in the row ${key} of the Settings tab is not a valid ${kind}, so it is ignored. Correct or remove it.`;
  return [
    ...senders
      .filter((entry) => !isAddress(entry))
      .map((entry) => {
        const hint = isDomain(toDomain(entry)) ? ' To track a whole domain, use the row domains.' : '';
        return describe(entry, 'senders', 'email address') + hint;
      }),
    ...domains
      .filter((entry) => !isDomain(toDomain(entry)))
      .map((entry) => describe(entry, 'domains', 'domain')),
  ];
}

function describeLastFailure({ times, since, error }: NonNullable<Progress['lastFailure']>): string {
  const kind = classifyMessage(error);
  const advice = kind === 'other' ? 'The next check tries again.' : ADVICE[kind];
  return `The last ${times} checks failed, since ${since}. ${advice} Last error: ${error}`;
}
