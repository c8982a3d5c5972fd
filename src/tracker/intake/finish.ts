import { MINUTE_MS } from '../../platform/platform';
import { writeAll, writeValues } from '../../tables/tables';
import { SETTINGS } from '../tables';
import { nextRetry, updateFailures } from './failures';
import { addNotifications, listAlerts, pendingCases, sendAlerts } from './notifications';
import type { Intake } from './prepare';
import { type Journal, type Progress, type Run, saveProgress } from './progress';

/** Leaves half of the platform's last minute for the list of alerts that could not be sent. */
const TIME_BUDGET_MS = 5.5 * MINUTE_MS;
/** As many as a property has room for. */
const MAX_WAITING = 200;

/**
 * Ends a run whose rows are written: moves the checkpoint, sends the alerts, closes the journal. The checkpoint comes
 * first, and the journal stays open until the alerts are out: where a run dies in between, the next one sends them.
 */
export function finishRun(intake: Intake, run: Run): void {
  const { settings, now } = run;
  const { plan, due } = intake;
  const progress = progressAfter(intake, run);
  const alerts = listAlerts(intake, run);
  if (alerts.length > 0) saveProgress(progress, run);

  const isLate = () => Date.now() > now + TIME_BUDGET_MS;
  const unsent = sendAlerts(alerts, settings.alertEmail || (progress.address ?? ''), isLate);
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

function progressAfter(intake: Intake, { progress, seen, now }: Run): Progress {
  const { plan, checkpoint, isBehind } = intake;
  return {
    ...progress,
    ...(plan.isWritten ? addNotifications(intake, progress, seen) : {}),
    lastFailure: undefined,
    checkpoint,
    nextCaseNumber: plan.nextCaseNumber,
    isBehind,
    lastCheckedAt: isBehind ? progress.lastCheckedAt : now,
  };
}

/**
 * What the next run needs of the journal; undefined where it can be closed. It keeps the numbers of threads whose mail
 * had to wait. Where a dead run may have stored files for mail that this one has not reached, it keeps their tag.
 */
function openJournal(intake: Intake, { journal: unfinished }: Run): Journal | undefined {
  const { plan, cases, isBehind } = intake;
  const written = new Set([...plan.existing.keys(), ...cases.map(({ threadId }) => threadId)]);
  const waiting = Object.entries(plan.journal.threads).filter(([threadId]) => !written.has(threadId));
  const mayHaveFiles = unfinished !== undefined && isBehind;
  if (waiting.length === 0 && !mayHaveFiles) return undefined;
  const threads = Object.fromEntries(waiting);
  return { ...plan.journal, threads, messages: [], pending: pendingCases(intake) };
}
