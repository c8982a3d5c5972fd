import { logError } from '../../health/errors';
import { describeError } from '../../platform/google-errors';
import { ACCESS, readSpreadsheetId, recordAccess } from '../../platform/spreadsheet';
import { readSchema } from '../../tables/tables';
import { getProfile } from '../mail/gmail';
import type { Checked, Refused } from '../page/answers';
import { assertHere } from '../spreadsheet';
import { type Settings, updateTabs } from '../tables';
import { finishRun } from './finish';
import { mailSince, type NewMail, searchMail } from './new-mail';
import { notifyPage } from './notifications';
import { prepare, type Situation } from './prepare';
import {
  type Journal,
  type Progress,
  type Run,
  readProgress,
  readSettings,
  type State,
  saveProgress,
} from './progress';
import { write } from './write';

/** What only the timer hands over: neither the menu nor the page does. */
type TimerEvent = Partial<GoogleAppsScript.Events.TimeDriven>;

const NOTHING_NEW: Checked = { ok: true, newCases: [], newMessages: 0 };

/** What the timer calls every five minutes (interface section 1). One run at a time; a second one goes home. */
export function checkMail(event?: TimerEvent): Checked | Refused {
  const run = { now: Date.now(), isTimed: event?.triggerUid !== undefined };
  if (!LockService.getUserLock().tryLock(0)) return { ok: false, error: 'A check is running already.' };
  const { properties, ...state } = readProgress();
  const { progress } = state;
  if (run.isTimed) recordAccess('trigger', properties[ACCESS.trigger]);
  else assertHere(readSpreadsheetId(properties));
  try {
    updateTabs(readSchema(properties));
    return check({ ...state, progress: { ...progress } }, run);
  } catch (error) {
    saveProgress({ ...progress, trouble: troubleAfter(progress, error) }, run);
    logError(`checkMail: ${describeError(error)}`);
    throw error;
  }
}

function check({ progress, journal, seen }: Omit<State, 'properties'>, run: Run): Checked {
  const { now } = run;
  const arrived = mailSince(progress);
  if (arrived && isQuiet(arrived, progress, journal, now)) return finish(progress, arrived.checkpoint, run);
  const settings = readSettings(progress, now);
  if (settings.senders.length === 0) return arrived ? finish(progress, arrived.checkpoint, run) : NOTHING_NEW;
  const news = arrived ?? afterLostProgress(progress, settings) ?? searchMail(settings, progress, now);
  progress.address ??= getProfile().address;
  return takeIn(news, { settings, progress, journal, seen, ...run });
}

/**
 * Takes new mail in, each message once, whatever happens. The plan is written down first (the journal), then files
 * are stored under the journal's mark, then the sheet is written, and only then the checkpoint moves. A run that
 * dies leaves its journal; the next one finds the same mail and does the same again.
 */
function takeIn(news: NewMail, situation: Situation): Checked {
  const intake = write(prepare(news, situation), situation);
  notifyPage(intake);
  finishRun(intake, news, situation);
  const newCases = intake.cases.map(({ caseNumber }) => caseNumber);
  return { ok: true, newCases, newMessages: intake.messages.length };
}

/** An idle run reads no sheet: one mail call tells that there is nothing to do. */
function isQuiet(
  { arrivals }: NewMail,
  { retryAt }: Progress,
  journal: Journal | undefined,
  now: number,
): boolean {
  return (
    arrivals.every(({ messageIds }) => messageIds.length === 0) &&
    !journal &&
    !(retryAt !== undefined && retryAt <= now)
  );
}

/** The tab Settings keeps a copy of the checkpoint, for when the script's properties are gone. */
function afterLostProgress({ checkpoint }: Progress, { lastHistoryId }: Settings): NewMail | undefined {
  return checkpoint === undefined && lastHistoryId !== ''
    ? mailSince({ checkpoint: lastHistoryId, isBehind: true })
    : undefined;
}

function finish(progress: Progress, checkpoint: string, run: Run): Checked {
  saveProgress({ ...progress, trouble: undefined, checkpoint, lastCheckedAt: run.now }, run);
  return NOTHING_NEW;
}

function troubleAfter({ trouble }: Progress, error: unknown): Progress['trouble'] {
  return {
    times: (trouble?.times ?? 0) + 1,
    since: trouble?.since ?? new Date().toISOString(),
    error: describeError(error),
  };
}
