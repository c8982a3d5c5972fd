import { writeAll, writeValues } from '../../tables/tables';
import { SETTINGS } from '../tables';
import { dueAlerts, sendAlerts } from './alerts';
import { afterRun, type Failure, nextRetry } from './failures';
import type { NewMail } from './new-mail';
import { toldAfter, untoldCases } from './notifications';
import { stillPromised } from './plan';
import type { Intake, Situation } from './prepare';
import { type Progress, saveProgress } from './progress';

/**
 * Ends a run whose rows stand: moves the checkpoint, sends the alerts, closes the journal. The checkpoint comes
 * first, and the journal stays open until the alerts are out: a run that dies in between has them looked after.
 */
export function finishRun(intake: Intake, news: NewMail, situation: Situation): void {
  const { settings, now } = situation;
  const alerts = dueAlerts(settings, intake);
  const reached = progressAfter(intake, news, situation);
  if (alerts.length > 0) saveProgress(reached, situation);
  const isLate = () => Date.now() > now + TIME_MS;
  const unsent = sendAlerts(alerts, settings.alertEmail || (reached.address ?? ''), isLate);
  const tried = intake.due.filter(({ kind }) => kind === 'alert');
  const failed = afterRun(intake.failed, tried, unsent, now);
  if (tried.length > 0 || unsent.length > 0) writeAll(writeValues(SETTINGS, { failed }));
  const ended = { ...reached, retryAt: nextRetry(failed), waiting: waitingIn(failed) };
  close(intake, ended, situation);
}

/** Leaves half of the platform's last minute for the list of what could not be sent. */
const TIME_MS = 5.5 * 60_000;
/** As many as a property has room for. */
const MOST_WAITING = 200;

function waitingIn(failed: readonly Failure[]): string[] {
  return failed
    .filter(({ kind }) => kind === 'message')
    .slice(0, MOST_WAITING)
    .map(({ id }) => id);
}

function progressAfter(intake: Intake, news: NewMail, { progress: before, seen, now }: Situation): Progress {
  const { checkpoint, plan } = intake;
  const isWhole = checkpoint === news.checkpoint;
  const stored = { journal: plan.journal, caseNumbers: caseNumbersIn(intake), newFrom: seen.newFrom };
  return {
    ...before,
    ...(plan.isWritten ? toldAfter(before, stored) : {}),
    trouble: undefined,
    checkpoint,
    nextCaseNumber: plan.nextCaseNumber,
    isBehind: !isWhole,
    lastCheckedAt: isWhole ? now : before.lastCheckedAt,
  };
}

function caseNumbersIn({ known, messages }: Intake): ReadonlyMap<string, string> {
  const stored = messages.map(({ messageId, caseNumber }): [string, string] => [messageId, caseNumber]);
  return new Map([...known, ...stored]);
}

/**
 * Numbers that were promised to mail for which there was no time are kept for the next run. So is the mark of files
 * whose mail a dead run did not write down, as long as this run has not come so far either.
 */
function close(intake: Intake, progress: Progress, situation: Situation): void {
  const { plan, cases } = intake;
  const keepsMark = situation.journal !== undefined && progress.isBehind === true;
  const left = stillPromised(plan, cases) ?? (keepsMark ? { ...plan.journal, threads: {} } : undefined);
  if (left) {
    const untold = untoldCases(plan.journal, caseNumbersIn(intake));
    saveProgress({ ...progress, toldOf: undefined }, situation, { ...left, messages: [], untold });
  } else saveProgress(plan.isWritten ? { ...progress, finishedRun: plan.journal.run } : progress, situation);
}
