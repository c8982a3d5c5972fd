import { logError } from '../../health/errors';
import { describeError } from '../../platform/google-errors';
import { ACCESS, readSpreadsheetId, recordAccess } from '../../platform/spreadsheet';
import { readSchema } from '../../tables/sheet';
import { getProfile } from '../mail/gmail';
import type { Checked, Refused } from '../page/answers';
import { assertBoundSpreadsheet } from '../spreadsheet';
import { migrateTabs } from '../tables';
import { finishRun } from './finish';
import { listNewMail, listSinceStoredCheckpoint, type NewMail, searchMail } from './new-mail';
import { notifyPage } from './notifications';
import { prepare } from './prepare';
import { type Progress, type Run, readProgress, readSettings, saveProgress } from './progress';
import { write } from './write';

/** Only the timer passes one. */
type TimerEvent = Partial<GoogleAppsScript.Events.TimeDriven>;

const NOTHING_NEW: Checked = { ok: true, newCases: [], newMessages: 0 };

/** What the timer calls every five minutes (interface section 1). One run at a time: a second one returns at once. */
export function checkMail(event?: TimerEvent): Checked | Refused {
  const now = Date.now();
  if (!LockService.getUserLock().tryLock(0)) return { ok: false, error: 'A check is already running.' };
  const { stored, ...state } = readProgress();
  const run = { now, isTimed: event?.triggerUid !== undefined, ...state };
  if (run.isTimed) recordAccess('trigger', stored[ACCESS.trigger]);
  else assertBoundSpreadsheet(readSpreadsheetId(stored));
  try {
    migrateTabs(readSchema(stored));
    return check(run);
  } catch (error) {
    saveProgress({ ...run.progress, lastFailure: failureOf(error, run.progress) }, run);
    logError(`checkMail: ${describeError(error)}`);
    throw error;
  }
}

/**
 * Step 1 of interface section 1: what arrived since the checkpoint, by history or by search. An idle run reads no sheet:
 * a single call to Gmail shows that there is nothing to do.
 */
function check(state: Omit<Run, 'settings'>): Checked {
  const { progress, now } = state;
  const arrived = listNewMail(progress);
  if (arrived && isIdle(arrived, state)) return finishIdle(arrived, state);
  const run = { ...state, settings: readSettings(progress, now) };
  if (run.settings.senders.length === 0) return arrived ? finishIdle(arrived, run) : NOTHING_NEW;
  const newMail = arrived ?? listSinceStoredCheckpoint(run) ?? searchMail(run);
  progress.address ??= getProfile().address;
  return takeIn(newMail, run);
}

/**
 * Steps 2 to 5: reads the mail, gives out case numbers, stores attachments, writes the rows, notifies the owner. Each
 * message is taken in once, whatever happens. The plan is written down first (the journal), then files are
 * stored under the journal's tag, then the sheet is written, and only then the checkpoint moves. A run that dies leaves
 * its journal: the next one finds the same mail and does the same again.
 */
function takeIn(newMail: NewMail, run: Run): Checked {
  const intake = write(prepare(newMail, run), run);
  notifyPage(intake, run);
  finishRun(intake, run);
  const newCases = intake.cases.map(({ caseNumber }) => caseNumber);
  return { ok: true, newCases, newMessages: intake.messages.length };
}

function isIdle({ arrivals }: NewMail, { progress, journal, now }: Omit<Run, 'settings'>): boolean {
  const isRetryDue = progress.retryAt !== undefined && progress.retryAt <= now;
  return !journal && !isRetryDue && arrivals.every(({ messageIds }) => messageIds.length === 0);
}

function finishIdle({ checkpoint }: NewMail, run: Omit<Run, 'settings'>): Checked {
  const { progress, now } = run;
  saveProgress({ ...progress, lastFailure: undefined, checkpoint, lastCheckedAt: now }, run);
  return NOTHING_NEW;
}

function failureOf(error: unknown, { lastFailure }: Progress): Progress['lastFailure'] {
  const { times = 0, since = new Date().toISOString() } = lastFailure ?? {};
  return { times: times + 1, since, error: describeError(error) };
}
