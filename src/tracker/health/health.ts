import { cellsCheck } from '../../health/cells';
import {
  formatAgo,
  type HealthCheck,
  type LightTitles,
  runChecks,
  toOk,
  toProblem,
  toReport,
  toText,
  toWarning,
  VERSION_CHECK,
  type Visit,
} from '../../health/checks';
import { ERRORS_CHECK } from '../../health/errors';
import { FOR_STEPS, findMissing } from '../../health/permissions';
import type { Finding, HealthReport, Light } from '../../health/report';
import { schemaChecks } from '../../health/schema-checks';
import { describePace, timerMinutesCheck, usedInDay } from '../../health/usage';
import { isAddOn } from '../../platform/add-on';
import * as cache from '../../platform/cache';
import { HOUR_MS, MINUTE_MS } from '../../platform/platform';
import { hasPermission } from '../../platform/scopes';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { hasTimer } from '../../platform/timer';
import { LayoutError, UserError } from '../../platform/user-error';
import type { Health } from '../case/answers';
import type { Failure } from '../case/failures';
import { type Settings, TABS } from '../case/tables';
import { describeIntake, INTAKE } from '../intake/backlog';
import { usedUpUntil } from '../intake/budget';
import { type Progress, readProgress, readSettings } from '../intake/progress';
import { describeProof } from '../intake/proof';
import { countTrashed } from '../mail/attachments';
import { isAddress, isDomain, toDomain } from '../mail/senders';
import { findFailedChecks, findPause, findRetries, findUsedUp } from './failed-health';
import { TIMER, TO_ALERT, TO_SEND, TO_TAKE_IN } from './permissions';

/** Facts that one visit has read for all checks. `unreadable` says why the Settings tab could not be read. */
interface DeskVisit extends Visit {
  progress: Progress;
  settings: Pick<
    Settings,
    'emailAlerts' | 'alertEmail' | 'failed' | 'senders' | 'domains' | 'groups' | 'rules'
  >;
  unreadable?: UserError;
  /** True if the timer checks mail. */
  timer: boolean;
}

type DeskCheck = HealthCheck<DeskVisit>;

const LIGHTS: LightTitles = {
  in: 'Mail comes in',
  out: 'Alerts go out',
  room: 'Room is left',
  rest: 'Everything else',
};

/** The problems that the page names on every view, since these checks call no sheet. */
const QUICK_CHECKS: readonly DeskCheck[] = [
  {
    light: 'in',
    label: 'Permissions',
    find: () => [...findMissing(TO_TAKE_IN, 'Case desk'), ...findMissing(FOR_STEPS, 'Case desk', 'warning')],
  },
  {
    light: 'out',
    label: 'Permission to send',
    find: ({ settings }) => (settings.emailAlerts && findUnsent()) || [],
  },
  { light: 'in', label: 'Timer', find: findTimer },
  { light: 'in', label: 'Pause', find: ({ progress, now }) => findPause(progress, now) },
  { light: 'in', label: 'Minutes of the day', find: ({ progress, now }) => findUsedUp(progress, now) },
  { light: 'in', label: 'Failed checks', find: ({ progress, now }) => findFailedChecks(progress, now) },
  { light: 'in', label: 'Senders', find: findUntracked },
  { light: 'in', label: 'Groups', find: findGroups },
  { light: 'rest', label: 'Rules', find: findUnreadableRules },
  retriesCheck('in', 'Retries', ({ kind }) => kind !== 'alert'),
  retriesCheck('out', 'Alerts to retry', ({ kind }) => kind === 'alert'),
];

/** Everything that Health looks at. The first check of a light says how it is while nothing is wrong. */
const DESK_CHECKS: readonly DeskCheck[] = [
  { light: 'in', label: 'Last check', find: findLastCheck },
  { light: 'in', label: 'Settings', find: findUnreadable },
  { light: 'in', label: 'Tracked senders', find: findNobody },
  { light: 'out', label: 'Alerts', find: findAlerts },
  ...QUICK_CHECKS,
  { light: 'in', label: 'Comparison with Gmail', find: findProof },
  ...schemaChecks(TABS),
  cellsCheck(),
  timerMinutesCheck<DeskVisit>(({ progress: { usage = [] } }) => usage),
  { light: 'room', label: 'Gmail', find: findGmailCalls },
  VERSION_CHECK,
  { light: 'rest', label: 'Attachments', find: findTrashed },
  { light: 'rest', label: 'Editors', find: findEditors },
  ERRORS_CHECK,
];

/** Three checks by the timer. */
const LATE_MS = 15 * MINUTE_MS;

/** Two comparisons that did not come to an end. */
const LATE_PROOF_MS = 50 * HOUR_MS;

/** Calls a day (platform facts 7). */
const GMAIL_CALLS = { free: 20_000, workspace: 50_000 };
/** The part of a limit from which on it is a warning. */
const WARN_AT = 0.9;

/** Number of files that Drive lists at once. */
const MAX_LISTED = 1_000;

/** Alerts may be on. */
const UNREADABLE: DeskVisit['settings'] = {
  emailAlerts: true,
  alertEmail: '',
  failed: [],
  senders: [],
  domains: [],
  groups: [],
  rules: [],
};

function retriesCheck(light: Light, label: string, isMeant: (failure: Failure) => boolean): DeskCheck {
  return { light, label, find: ({ settings, now }) => findRetries(settings.failed.filter(isMeant), now) };
}

/** The state of the desk: three lights, and everything else. */
export function readHealth(now: number): HealthReport {
  const { progress } = readProgress();
  const visit = { now, progress, timer: isTimerRunning(), ...readDeskSettings(progress, now) };
  return toReport(LIGHTS, runChecks(DESK_CHECKS, visit), now);
}

/** Finds what keeps the desk from working, and what to do about it. An add-on cannot have a timer, which is no problem. */
export function findProblems(progress: Progress, settings: DeskVisit['settings'] = UNREADABLE): Health {
  const timer = isTimerRunning();
  const lines = runChecks(QUICK_CHECKS, { now: Date.now(), progress, settings, timer });
  return { timer, problems: lines.filter(({ state }) => state === 'problem').map(toText) };
}

function isTimerRunning(): boolean {
  return hasPermission('script.scriptapp') && hasTimer(TIMER);
}

function readDeskSettings(progress: Progress, now: number): Pick<DeskVisit, 'settings' | 'unreadable'> {
  try {
    return { settings: readSettings(progress, now) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { settings: UNREADABLE, unreadable: error };
  }
}

/** A tab that lacks something is found by a check of its own. */
function findUnreadable({ unreadable }: DeskVisit): Finding[] {
  return !unreadable || unreadable instanceof LayoutError ? [] : [toProblem(unreadable.message)];
}

function findLastCheck({ now, progress, timer }: DeskVisit): Finding {
  const { lastCheckedAt, isBehind, notifications } = progress;
  const intake = describeIntake(progress, cache.getText(INTAKE));
  const waits = progress.pause !== undefined || usedUpUntil(progress, now) !== undefined;
  if (lastCheckedAt === undefined) return toOk(intake ?? 'Mail has not been checked yet.');
  const lag = now - lastCheckedAt;
  const rest =
    isBehind && !waits
      ? ` ${intake ?? 'The check ran out of time. The next one continues where it stopped.'}`
      : '';
  const finding = {
    sentence: [`Mail was last checked ${formatAgo(lag)}.${rest}`, describeProof(progress, now)]
      .join(' ')
      .trim(),
    reachedAt: lastCheckedAt,
    detail: `Messages stored so far: ${count(notifications?.messages ?? 0)}.`,
  };
  // A pause has a line of its own, and so has a timer that is gone.
  if (lag <= LATE_MS || waits || (!timer && !isAddOn())) return { state: 'ok', ...finding };
  return { state: 'problem', ...finding, cure: 'Choose Case desk > Check mail now.' };
}

/** The daily comparison fails where Gmail refuses to search, and where a check is never done. */
function findProof({ now, progress: { proof, proofWanted } }: DeskVisit): Finding[] {
  const since = proof?.at ?? proofWanted?.since ?? now;
  if (now - since <= LATE_PROOF_MS) return [];
  const sentence = proof
    ? `The mailbox was last compared with the sheet ${formatAgo(now - since)}.`
    : `The mailbox has not been compared with the sheet yet. That was due ${formatAgo(now - since)}.`;
  return [toWarning(sentence, 'Choose Case desk > Check mail now.')];
}

function findTimer({ timer }: DeskVisit): Finding {
  if (timer) return toOk('Mail is checked every 5 minutes.');
  if (isAddOn()) return toOk('An add-on has no timer. Mail is checked when you choose "Check mail now".');
  return toProblem(
    'The timer is not running, so mail is not checked.',
    'Choose Case desk > Set up in the sheet.',
  );
}

/** A desk that tracks nobody takes in no mail, which looks like a desk that does not work. */
function findNobody({ settings: { senders, domains }, unreadable }: DeskVisit): Finding[] {
  if (unreadable || senders.length + domains.length > 0) return [];
  return [
    toWarning('No sender is tracked, so no mail comes in.', 'Add senders on the page, under Settings.'),
  ];
}

/** Finds senders that a person has typed wrong into the tab. */
function findUntracked({ settings: { senders, domains } }: DeskVisit): Finding[] {
  const wrong = [
    ...senders.filter((entry) => !isAddress(entry)).map((entry) => ({ entry, row: 'senders' })),
    ...domains.filter((entry) => !isDomain(toDomain(entry))).map((entry) => ({ entry, row: 'domains' })),
  ];
  return wrong.map(({ entry, row }) => {
    const kind = row === 'senders' ? 'email address' : 'domain';
    const hint = isDomain(toDomain(entry)) ? ' To track a whole domain, use the row domains.' : '';
    const sentence = `"${entry}" in the row ${row} of the Settings tab is not a valid ${kind}, so it is ignored.`;
    return toProblem(sentence, `Correct or remove it.${hint}`);
  });
}

/** Groups that the owner has not chosen, which is no problem. */
function findGroups({ progress, settings: { groups: chosen } }: DeskVisit): Finding[] {
  const others = (progress.groups ?? []).filter((group) => !chosen.includes(group));
  return others.map((group) =>
    toOk(
      `${group} says it passes on mail of tracked senders. To take it in, tick it on the page, under Settings.`,
    ),
  );
}

function findUnreadableRules({ settings: { rules } }: DeskVisit): Finding[] {
  if (rules !== null) return [];
  const sentence = 'The rules in the Settings tab could not be read, so none applies.';
  return [toProblem(sentence, 'Correct them there, or create them again on the page, under Settings.')];
}

/** Says why no alert can be sent, and what to do; undefined where they can. */
export function findUnsent(): Finding | undefined {
  if (hasPermission(TO_ALERT)) return undefined;
  const [missing] = findMissing(TO_SEND, 'Case desk');
  if (missing) return missing;
  return toWarning(
    'Alerts are not sent: this desk was deployed without them (--no-alerts).',
    'Deploy it with --alerts.',
  );
}

/** Only with the permission to send may a script ask how many can still be sent. */
function findAlerts({ settings, unreadable, progress: { address = '' } }: DeskVisit): Finding[] {
  const { emailAlerts, alertEmail } = settings;
  if (unreadable) return [toWarning('The Settings tab, which turns alerts on, cannot be read.')];
  if (!emailAlerts) return [toOk('Alerts are off.')];
  if (findUnsent()) return [];
  const left = MailApp.getRemainingDailyQuota();
  const detail = `${count(left)} more can be sent today.`;
  if (left > 0) return [toOk(`Alerts go to ${alertEmail || address || 'your own address'}.`, detail)];
  const none = "No more alerts can be sent today: the account's daily limit at Google is used up.";
  return [toProblem(none, 'They resume automatically within a day.')];
}

function findGmailCalls({ now, progress: { usage = [] } }: DeskVisit): Finding {
  const calls = usedInDay(usage, now, 'calls');
  const { free, workspace } = GMAIL_CALLS;
  const asked = `Gmail was asked ${count(calls)} times in the last 24 hours.`;
  const detail = `The limit is ${count(free)} a day, ${count(workspace)} in a Workspace.`;
  if (calls <= free * WARN_AT) return toOk(asked, detail);
  const sentence = `${asked} The limit is ${count(free)}. ${describePace(calls, free, now)}`;
  return toWarning(sentence, 'Unless this is a Workspace, track fewer senders.', detail);
}

/** Google deletes what has been in the trash for 30 days. */
function findTrashed(): Finding[] {
  if (!hasPermission('drive.file')) return [];
  const trashed = countTrashed();
  if (trashed === 0) return [];
  const many = `${trashed >= MAX_LISTED ? 'At least ' : ''}${count(trashed)} attachments are`;
  return [
    toWarning(
      `${trashed === 1 ? '1 attachment is' : many} in the trash of Google Drive, which is emptied after 30 days.`,
      'To keep them, open Trash in Google Drive and restore them, or the folder Sheetdesk attachments.',
    ),
  ];
}

/** A file in a shared drive has no owner: then every editor is named. */
function findEditors(): Finding {
  const spreadsheet = boundSpreadsheet();
  const owner = spreadsheet.getOwner()?.getEmail();
  const editors = spreadsheet.getEditors().map((editor) => editor.getEmail());
  const others = editors.filter((email) => email !== owner);
  // People that `getEditors` leaves out.
  const detail =
    'Members of a group, managers of a shared drive and anyone with an editing link are not listed: check under Share.';
  if (others.length === 0) return toOk('Google lists no editor besides the owner.', detail);
  return toProblem(
    `${others.join(', ')} can edit this sheet, and with it the script, which reads your mail and acts as you.`,
    'Remove their access under Share. Viewers can change nothing, but see what is in the sheet.',
    detail,
  );
}

/** `20,000` */
function count(number: number): string {
  return number.toLocaleString('en-US');
}
