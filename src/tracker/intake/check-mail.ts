import { logError } from '../../health/errors';
import { withAccount } from '../../platform/account-url';
import { describeError } from '../../platform/google-errors';
import { MINUTE_MS } from '../../platform/platform';
import { showingProgress } from '../../platform/progress';
import { ACCESS, assertBoundSpreadsheet, readSpreadsheetId, recordAccess } from '../../platform/spreadsheet';
import { UserError } from '../../platform/user-error';
import { readSchema, writeValues } from '../../tables/sheet';
import { writeAll } from '../../tables/tables';
import type { Checked, Refused } from '../case/answers';
import { casesChanged } from '../case/changed';
import { updateEmailCounts } from '../case/email-counts';
import { nextRetry, updateFailures } from '../case/failures';
import { refreshOverview } from '../case/overview';
import { findPageUrl } from '../case/page-url';
import { migrateTabs, SETTINGS } from '../case/tables';
import { getProfile, limitSleep, refusesAll } from '../mail/gmail';
import { trackedBy } from '../mail/senders';
import { listAlerts, type Recipient, sendAlerts } from './alerts';
import { addToBacklog, endIntake, tellIntake } from './backlog';
import { checkTime, isLimited, usedUpUntil } from './budget';
import { addEarlierMail, addedSenders, listNewMail, type NewMail, searchMail } from './new-mail';
import { countStored, noteReopened } from './notifications';
import { pauseAfter } from './pause';
import { type Intake, prepare } from './prepare';
import { type Journal, type Progress, type Run, readProgress, readSettings, saveProgress } from './progress';
import { addMissing, isProofDue, noteProof, noteWantedProof } from './proof';
import { noteReplies, noteRepliesWhileIdle } from './replies';
import { writeIntake } from './write';

/** Leaves half of the platform's last minute for the list of alerts that could not be sent. */
const TIME_BUDGET_MS = 5.5 * MINUTE_MS;

/** Fewer may be over by the next check. */
const LASTING_FAILURES = 3;

/** Number of ids that a property has room for. */
const MAX_WAITING = 200;

/** Only the timer passes one. */
type TimerEvent = Partial<GoogleAppsScript.Events.TimeDriven>;

const WAITS = 'Google takes no requests for Gmail at the moment. Mail waits, and nothing is lost.';

const USED_UP = 'Checks have used their minutes of the day. Mail waits, and nothing is lost.';

const NOTHING_NEW: Checked = { ok: true, newCases: [], newMessages: 0 };

/** Checks mail, by the timer every five minutes (interface section 1). One run at a time: a second one returns at once. */
export function checkMail(event?: TimerEvent): Checked | Refused {
  const now = Date.now();
  if (!LockService.getUserLock().tryLock(0)) return { ok: false, error: 'A check is already running.' };
  const { stored, ...state } = readProgress();
  const isTimed = event?.triggerUid !== undefined;
  if (isTimed) recordAccess('trigger', stored[ACCESS.trigger]);
  else assertBoundSpreadsheet(readSpreadsheetId(stored));
  const { progress, settingsMark } = state;
  const { pause } = progress;
  // A person may find out whether it is over.
  if (isTimed && pause && now < pause.until) return { ok: false, error: WAITS };
  try {
    if (isTimed && isUsedUp(progress, { now, settingsMark })) return { ok: false, error: USED_UP };
    const time = checkTime(isTimed ? progress : {}, now);
    limitSleep(isLimited(progress, now) ? 0 : time);
    migrateTabs(readSchema(stored));
    const run = { ...state, now, isTimed, readUntil: now + time };
    const checked = showingProgress(tellIntake, () => check(run));
    endIntake();
    if (isTimed) refreshOverview(stored);
    return checked;
  } catch (error) {
    const { times = 0, since = new Date().toISOString() } = progress.lastFailure ?? {};
    const lastFailure = { times: times + 1, since, error: describeError(error) };
    // The owner can repair what a UserError names, and such a check takes no time.
    const isLasting = lastFailure.times >= LASTING_FAILURES && !(error instanceof UserError);
    const isRefused = refusesAll(error);
    const paused = isRefused || isLasting ? { ...pauseAfter(error, pause, now), isRefused } : undefined;
    saveProgress({ ...progress, lastFailure, pause: paused }, { now, isTimed });
    logError(`checkMail: ${lastFailure.error}`);
    throw error;
  }
}

/** The setting may have been raised since the last check that read it. */
function isUsedUp(
  progress: Progress,
  { now, settingsMark }: { now: number; settingsMark: string | undefined },
) {
  if (usedUpUntil(progress, now) === undefined) return false;
  if (settingsMark === progress.settingsMark) return true;
  progress.timerMinutes = readSettings(progress, now).timerMinutes;
  return usedUpUntil(progress, now) !== undefined;
}

/**
 * Step 1 of interface section 1: what arrived since the checkpoint, by history or by search. An idle run reads no sheet:
 * a single call to Gmail shows that there is nothing to do. Senders may have been added where a person starts the check, or
 * has saved them on the page.
 */
function check(state: Omit<Run, 'settings'>): Checked | Refused {
  const { progress, now, isTimed, settingsMark } = state;
  const arrived = listNewMail(progress);
  const isNothingNew = arrived !== undefined && isIdle(arrived, state);
  noteWantedProof(state);
  const isDue = isProofDue(state);
  if (isNothingNew && isTimed && !isDue && settingsMark === progress.settingsMark)
    return finishIdle(arrived, state);
  const run = { ...state, settings: readSettings(progress, now) };
  progress.timerMinutes = run.settings.timerMinutes;
  if (trackedBy(run.settings).length === 0) {
    // A sender who is removed and added again gets another look back.
    progress.proofWanted = undefined;
    if (run.settings.lookedBack?.length) writeAll(writeValues(SETTINGS, { lookedBack: [] }));
    return arrived ? finishIdle(arrived, run) : NOTHING_NEW;
  }
  if (isNothingNew && addedSenders(run.settings).length === 0 && !isDue) return finishIdle(arrived, run);
  // The tab Settings keeps a copy of the checkpoint, for when the script's properties are lost.
  const copy = progress.checkpoint === undefined ? run.settings.lastHistoryId : undefined;
  const newMail = arrived ?? listNewMail({ checkpoint: copy, isBehind: true }) ?? searchMail(run);
  progress.address ??= getProfile().address;
  return takeIn(addMissing(addEarlierMail(newMail, run), run), run);
}

/**
 * Steps 2 to 5: reads the mail, gives out case numbers, stores attachments, writes the rows, notifies the owner. Each
 * message is taken in once, whatever happens. The plan is written down first (the journal), then files are
 * stored under the journal's tag, then the sheet is written, and only then the checkpoint moves. A run that dies leaves
 * its journal: the next one finds the same mail and does the same again.
 */
function takeIn(newMail: NewMail, run: Run): Checked | Refused {
  const intake = writeIntake(prepare(newMail, run), run);
  if (intake.plan.isWritten) {
    updateEmailCounts(intake.messages, run);
    casesChanged();
  }
  run.progress.replies = noteReplies(intake, run);
  Object.assign(run.progress, noteProof(newMail, intake, run));
  finishRun(intake, run);
  // A run that takes in nothing, since it was refused, has not checked.
  if (intake.refusal !== undefined && intake.messages.length === 0) return { ok: false, error: WAITS };
  const newCases = intake.cases.map(({ caseNumber }) => caseNumber);
  return { ok: true, newCases, newMessages: intake.messages.length };
}

function isIdle({ arrivals }: NewMail, { progress, journal, now }: Omit<Run, 'settings'>): boolean {
  const isRetryDue = progress.retryAt !== undefined && progress.retryAt <= now;
  const hasMore = journal !== undefined || isRetryDue || progress.isBehind === true;
  return !hasMore && arrivals.every(({ messageIds }) => messageIds.length === 0);
}

function finishIdle({ checkpoint }: NewMail, run: Omit<Run, 'settings'>): Checked {
  const { progress, now, settingsMark } = run;
  const finished = {
    lastFailure: undefined,
    pause: undefined,
    checkpoint,
    isBehind: false,
    backlog: undefined,
    lastCheckedAt: now,
    settingsMark,
    replies: noteRepliesWhileIdle(run),
  };
  saveProgress({ ...progress, ...finished }, run);
  return NOTHING_NEW;
}

/**
 * Ends a run whose rows are written: moves the checkpoint, sends the alerts, closes the journal. The checkpoint comes
 * first, and the journal stays open until the alerts are out: where a run dies in between, the next one sends them.
 */
function finishRun(intake: Intake, run: Run): void {
  const { now } = run;
  const { plan, due } = intake;
  const progress = progressAfter(intake, run);
  const alerts = listAlerts(intake, run);
  if (alerts.length > 0) saveProgress(progress, run);

  const isLate = () => Date.now() > now + TIME_BUDGET_MS;
  const unsent = alerts.length > 0 ? sendAlerts(alerts, recipientOf(run, progress), isLate) : [];
  const retried = due.filter(({ kind }) => kind === 'alert');
  const failed = updateFailures(intake.failed, { retried, failures: unsent }, now);
  if (retried.length > 0 || unsent.length > 0) writeAll(writeValues(SETTINGS, { failed }));

  const unread = failed.flatMap(({ kind, id }) => (kind === 'message' ? [id] : []));
  const finished = { ...progress, retryAt: nextRetry(failed), waiting: unread.slice(0, MAX_WAITING) };
  const open = openJournal(intake, run);
  if (open) saveProgress({ ...finished, notifiedThrough: undefined }, run, open);
  else if (plan.isWritten) saveProgress({ ...finished, finishedRun: plan.journal.run }, run);
  else saveProgress(finished, run);
}

/** Set up has asked for the address of the page where neither the deployment nor a visit has told it. */
function recipientOf({ settings }: Run, { address }: Progress): Recipient {
  const page = withAccount(findPageUrl() ?? settings.page, address);
  return { to: settings.alertEmail || (address ?? ''), page };
}

function progressAfter(intake: Intake, { progress, now, settingsMark }: Run): Progress {
  const { plan, checkpoint, isBehind, refusal } = intake;
  return {
    ...progress,
    ...(plan.isWritten ? { ...countStored(intake, progress), ...noteReopened(intake, progress) } : {}),
    lastFailure: undefined,
    pause:
      refusal === undefined ? undefined : { ...pauseAfter(refusal, progress.pause, now), isRefused: true },
    checkpoint,
    nextCaseNumber: plan.nextCaseNumber,
    isBehind,
    backlog: isBehind ? addToBacklog(intake, progress.backlog) : undefined,
    settingsMark,
    lastCheckedAt: isBehind ? progress.lastCheckedAt : now,
  };
}

/**
 * Keeps what the next run needs of the journal: the numbers of threads whose mail had to wait, when mail without a date was
 * first read, and the tag of files that a dead run may have stored for mail that this one has not reached. Undefined where
 * the journal can be closed.
 */
function openJournal(intake: Intake, { journal: unfinished }: Run): Journal | undefined {
  const { plan, cases, messages, isBehind } = intake;
  const stored = new Set(messages.map(({ messageId }) => messageId));
  const undated = Object.entries(plan.journal.undated ?? {}).filter(([id]) => isBehind && !stored.has(id));
  const written = new Set([...plan.existing.keys(), ...cases.map(({ threadId }) => threadId)]);
  const waiting = Object.entries(plan.journal.threads).filter(([threadId]) => !written.has(threadId));
  const mayHaveFiles = unfinished !== undefined && isBehind;
  if (waiting.length === 0 && undated.length === 0 && !mayHaveFiles) return undefined;
  const threads = Object.fromEntries(waiting);
  const quiet = plan.journal.quiet?.filter((threadId) => threadId in threads);
  return {
    ...plan.journal,
    threads,
    messages: [],
    undated: Object.fromEntries(undated),
    reopened: {},
    quiet,
  };
}
