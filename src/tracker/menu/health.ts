import {
  formatDuration,
  type HealthCheck,
  listVersions,
  toProblem,
  toStatus,
  toTimerMinutes,
} from '../../health/checks';
import { showChecks } from '../../health/health-tab';
import { hasPermission, missingPermissions, SPREADSHEET_PERMISSIONS } from '../../health/permissions';
import { usedInDay } from '../../health/usage';
import { showMessage } from '../../platform/dialog';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { UserError } from '../../platform/user-error';
import { alike, healthOf, PERMISSIONS, TO_ALERT, toPermissionProblem, whatFailed } from '../health';
import { type Failure, nextRetry } from '../intake/failures';
import { type DeskUsage, type Progress, readProgress, readSettings } from '../intake/progress';
import { inDesk, isAddOn } from '../spreadsheet';
import { type Settings, TABS } from '../tables';

/** How the desk stands, for its owner. */
function deskChecks(now: number): HealthCheck[] {
  const { progress } = readProgress();
  const { usage = [] } = progress;
  return [
    findLastCheck(progress, now),
    findMail(progress),
    ...bySettings(progress, now),
    toTimerMinutes(usage, now),
    findGmail(usage, now),
    ...listVersions(TABS),
    findEditors(),
  ];
}

/** Three checks by the timer. */
const LATE_MS = 15 * 60_000;

function findLastCheck({ lastCheckedAt }: Progress, now: number): HealthCheck {
  const label = 'Last check';
  if (lastCheckedAt === undefined) return { label, detail: 'None yet.' };
  const lag = now - lastCheckedAt;
  const detail = `${new Date(lastCheckedAt).toISOString()}, ${formatDuration(lag)} ago.`;
  return { label, detail, status: toStatus(lag > LATE_MS) };
}

function findMail({ checkpoint, isBehind, told }: Progress): HealthCheck {
  const label = 'Mail taken in';
  if (checkpoint === undefined) return { label, detail: 'None yet.' };
  const reached = isBehind
    ? `The last check had no time for all that was new: the next one goes on after ${checkpoint}`
    : `Everything that had arrived by the last check was looked at, up to ${checkpoint}`;
  return {
    label,
    detail: `${reached} of Gmail's history. Messages stored so far: ${count(told?.messages ?? 0)}.`,
  };
}

/** What the tab Settings has a part in; where it cannot be read, why. */
function bySettings(progress: Progress, now: number): HealthCheck[] {
  try {
    const settings = readSettings(progress, now);
    const { timer, problems } = healthOf(progress, settings);
    return [
      ...problems.map(toProblem),
      { label: 'Timer', detail: timer ? 'Checks mail every 5 minutes.' : withoutTimer() },
      ...findWaiting(settings.failed, now),
      ...findAlerts(settings, progress),
    ];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [toProblem(error.message)];
  }
}

function withoutTimer(): string {
  return isAddOn()
    ? 'None, as an add-on may not have it: mail is checked by "Check mail now".'
    : 'There is none.';
}

/** What is tried again, as a line for each kind and reason. */
function findWaiting(failed: readonly Failure[], now: number): HealthCheck[] {
  const label = 'Waiting for a retry';
  if (failed.length === 0) return [{ label, detail: 'Nothing.' }];
  return alike(failed).map((failures) => {
    const [{ error }] = failures;
    const due = nextRetry(failures) ?? now;
    const next = due <= now ? 'by the next check' : `after ${new Date(due).toISOString()}`;
    return { label, detail: `${whatFailed(failures)}: tried again ${next}. Google said: ${error}` };
  });
}

/** How many can still be sent is told only to whom may send. */
function findAlerts({ emailAlerts, alertEmail }: Settings, { address = '' }: Progress): HealthCheck[] {
  if (!hasPermission(TO_ALERT)) return [];
  const left = MailApp.getRemainingDailyQuota();
  const detail = emailAlerts ? `On, to ${alertEmail || address || 'your own address'}.` : 'Off.';
  const status = toStatus(emailAlerts && left === 0);
  return [{ label: 'Alerts', detail: `${detail} ${count(left)} can still be sent today.`, status }];
}

/** Platform facts 7, interface section 8. */
const GMAIL = { calls: 20_000, workspaceCalls: 50_000, unitsPerSecond: 250 };
const MUCH = 0.9;

function findGmail(usage: DeskUsage, now: number): HealthCheck {
  const [calls, units] = [usedInDay(usage, now, 'calls'), usedInDay(usage, now, 'units')];
  const limits = `${count(GMAIL.calls)} (${count(GMAIL.workspaceCalls)} in a Workspace)`;
  return {
    label: 'Gmail',
    detail: `${count(calls)} calls in the last 24 hours, of ${limits}; ${count(units)} units, of ${GMAIL.unitsPerSecond} a second.`,
    status: toStatus(calls > GMAIL.calls * MUCH),
  };
}

/** Nobody owns what lies in a shared drive: then everybody is named. */
function findEditors(): HealthCheck {
  const spreadsheet = boundSpreadsheet();
  const owner = spreadsheet.getOwner()?.getEmail();
  const others = spreadsheet
    .getEditors()
    .map((editor) => editor.getEmail())
    .filter((email) => email !== owner);
  if (others.length === 0)
    return { label: 'Editors', detail: `Google lists no editor besides the owner. ${NOT_LISTED}` };
  return {
    label: 'Editors',
    detail: `${others.join(', ')} can edit this sheet, and with it the script, which reads your mail and acts as you. Take that away from them under Share; viewers can change nothing, but see what is in the sheet. ${NOT_LISTED}`,
    status: 'problem',
  };
}

/** What `getEditors` leaves out. */
const NOT_LISTED =
  'Not listed are members of a group, managers of a shared drive, and whoever has the link where anyone with the link can edit: look under Share.';

/** `20,000` */
function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** From the menu. */
export function showHealth(): void {
  const missing = missingPermissions(PERMISSIONS);
  const sheet = SPREADSHEET_PERMISSIONS.find((permission) => missing.includes(permission));
  if (sheet) showMessage('Health', toPermissionProblem(sheet));
  else inDesk('Health', () => showChecks(deskChecks(Date.now())));
}
