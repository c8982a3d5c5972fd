import { checkCells } from '../../health/cells';
import { formatDuration, type HealthCheck, toProblem, toStatus } from '../../health/checks';
import { showChecks } from '../../health/health-tab';
import { hasPermission, missingPermissions, SPREADSHEET_PERMISSIONS } from '../../health/permissions';
import { schemaChecks } from '../../health/schema-checks';
import { checkTimerMinutes, usedInDay } from '../../health/usage';
import { showMessage } from '../../platform/dialog';
import { MINUTE_MS } from '../../platform/platform';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { LayoutError, UserError } from '../../platform/user-error';
import { findProblems, PERMISSIONS, summarizeFailures, TO_ALERT } from '../health';
import { type Failure, nextRetry } from '../intake/failures';
import { type DeskUsage, type Progress, readProgress, readSettings } from '../intake/progress';
import { type Settings, TABS } from '../tables';
import { isAddOn, runMenuItem } from './add-on';

/** Three checks by the timer. */
const LATE_MS = 15 * MINUTE_MS;

/** Calls a day (platform facts 7). */
const GMAIL_CALLS = { free: 20_000, workspace: 50_000 };
/** The part of a limit from which on it is a problem. */
const WARN_AT = 0.9;

/** From the menu: the state of the desk, in a tab of its own. */
export function showHealth(): void {
  const missing = missingPermissions(PERMISSIONS);
  const sheet = SPREADSHEET_PERMISSIONS.find((permission) => missing.includes(permission));
  if (sheet) showMessage('Health', findProblems(readProgress().progress).problems.join('\n\n'));
  else runMenuItem('Health', () => showChecks(deskChecks(Date.now())));
}

function deskChecks(now: number): HealthCheck[] {
  const { progress } = readProgress();
  const { usage = [] } = progress;
  return [
    describeLastCheck(progress, now),
    describeMail(progress),
    ...settingsChecks(progress, now),
    checkTimerMinutes(usage, now),
    describeGmail(usage, now),
    checkCells(now),
    ...schemaChecks(TABS),
    describeEditors(),
  ];
}

function describeLastCheck({ lastCheckedAt }: Progress, now: number): HealthCheck {
  const label = 'Last check';
  if (lastCheckedAt === undefined) return { label, detail: 'None yet.' };
  const lag = now - lastCheckedAt;
  const detail = `${new Date(lastCheckedAt).toISOString()}, ${formatDuration(lag)} ago.`;
  return { label, detail, status: toStatus(lag > LATE_MS) };
}

function describeMail({ checkpoint, isBehind, notifications }: Progress): HealthCheck {
  const label = 'Mail';
  if (checkpoint === undefined) return { label, detail: 'None yet.' };
  const state = isBehind
    ? 'The last check ran out of time. The next one continues where it stopped.'
    : 'Everything that had arrived by the last check has been processed.';
  return { label, detail: `${state} Messages stored so far: ${count(notifications?.messages ?? 0)}.` };
}

/** What depends on the tab Settings; where that cannot be read, why, unless the tab's own check says it. */
function settingsChecks(progress: Progress, now: number): HealthCheck[] {
  try {
    const settings = readSettings(progress, now);
    const { timer, problems } = findProblems(progress, settings);
    const withoutTimer = isAddOn()
      ? 'Not available in an add-on. Mail is checked when you choose "Check mail now".'
      : 'Not running.';
    return [
      ...problems.map(toProblem),
      { label: 'Timer', detail: timer ? 'Checks mail every 5 minutes.' : withoutTimer },
      ...describeRetries(settings.failed, now),
      ...describeAlerts(settings, progress),
    ];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { problems } = findProblems(progress);
    const reasons = error instanceof LayoutError ? [] : [error.message];
    return [...problems, ...reasons].map(toProblem);
  }
}

/** A line for each kind and reason. */
function describeRetries(failed: readonly Failure[], now: number): HealthCheck[] {
  const label = 'Retries';
  if (failed.length === 0) return [{ label, detail: 'None pending.' }];
  return summarizeFailures(failed).map(({ summary, error, failures }) => {
    const due = nextRetry(failures) ?? now;
    const next = due <= now ? 'with the next check' : `after ${new Date(due).toISOString()}`;
    return { label, detail: `${summary}. Retried ${next}. Last error: ${error}` };
  });
}

/** Only with the permission to send may a script ask how many can still be sent. */
function describeAlerts({ emailAlerts, alertEmail }: Settings, { address = '' }: Progress): HealthCheck[] {
  if (!hasPermission(TO_ALERT)) return [];
  const left = MailApp.getRemainingDailyQuota();
  const state = emailAlerts ? `On, to ${alertEmail || address || 'your own address'}.` : 'Off.';
  const status = toStatus(emailAlerts && left === 0);
  return [{ label: 'Alerts', detail: `${state} ${count(left)} more can be sent today.`, status }];
}

function describeGmail(usage: DeskUsage, now: number): HealthCheck {
  const calls = usedInDay(usage, now, 'calls');
  const { free, workspace } = GMAIL_CALLS;
  return {
    label: 'Gmail',
    detail: `${count(calls)} calls in the last 24 hours. The limit is ${count(free)} a day, ${count(workspace)} in a Workspace.`,
    status: toStatus(calls > free * WARN_AT),
  };
}

/** A file in a shared drive has no owner: then every editor is named. */
function describeEditors(): HealthCheck {
  const label = 'Editors';
  const spreadsheet = boundSpreadsheet();
  const owner = spreadsheet.getOwner()?.getEmail();
  const editors = spreadsheet.getEditors().map((editor) => editor.getEmail());
  const others = editors.filter((email) => email !== owner);
  // What `getEditors` leaves out.
  const unlisted =
    'Members of a group, managers of a shared drive and anyone with an editing link are not listed: check under Share.';
  if (others.length === 0) return { label, detail: `Google lists no editor besides the owner. ${unlisted}` };
  return {
    label,
    detail: `${others.join(', ')} can edit this sheet, and with it the script, which reads your mail and acts as you. Remove their access under Share; viewers can change nothing, but see what is in the sheet. ${unlisted}`,
    status: 'problem',
  };
}

/** `20,000` */
function count(number: number): string {
  return number.toLocaleString('en-US');
}
