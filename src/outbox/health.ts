import { formatDuration, type HealthCheck, toStatus } from '../health/checks';
import { logError } from '../health/errors';
import { addUsage, checkTimerMinutes, runTime, type Usage } from '../health/usage';
import { MINUTE_MS, properties } from '../platform/platform';
import { select } from '../tables/tables';
import { OUTBOX } from './jobs';

/** What the timer has done and used, as a script property stores it. */
interface TimerRuns {
  /** Epoch ms at which the last run with work began. */
  last: number;
  /** That run is still going on, or Google ended it. */
  isOpen: boolean;
  usage: Usage<'ms'>;
}

const RUNS = 'outbox.runs';
/** A run with work comes every ten minutes at least. */
const MAX_IDLE_RUNS = 10;
/** More than chance. */
const LATE_MS = 20 * MINUTE_MS;
/** Google ends a run that takes longer. */
const MAX_RUN_MS = 6 * MINUTE_MS;
const MAX_LISTED = 20;

/** The timer's last run, its use of the day's quota, and the jobs that wait. */
export function outboxChecks(now: number): HealthCheck[] {
  const { usage = [] } = findTimerRuns() ?? {};
  return [checkLastRun(now), checkTimerMinutes(usage, now), ...checkPending(now)];
}

export function checkLastRun(now: number): HealthCheck {
  const { last } = findTimerRuns() ?? {};
  const label = 'Last run';
  if (last === undefined) return { label, detail: 'None yet. The timer runs every minute.' };
  const detail = `${formatDuration(now - last)} ago. A full run follows every ten minutes.`;
  return { label, detail, status: toStatus(now - last > LATE_MS) };
}

/** Jobs whose last attempt failed are listed with the reason. */
export function checkPending(now: number): HealthCheck[] {
  const rows = select(OUTBOX);
  const label = 'Waiting';
  if (rows.length === 0) return [{ label, detail: 'Nothing.' }];
  const lag = Math.max(0, ...rows.map(({ runAt }) => now - runAt.getTime()).filter(Number.isFinite));
  const failed = rows.filter(({ attempts, error }) => attempts > 0 && error !== '');
  const more = failed.length > MAX_LISTED ? ` The first ${MAX_LISTED} of them:` : '';
  const detail = `${rows.length} to send or to check again, ${failed.length} failed before. The oldest is ${formatDuration(lag)} late.${more}`;
  return [
    { label, detail, status: toStatus(lag > LATE_MS) },
    ...failed.slice(0, MAX_LISTED).map(({ kind, entityId, attempts, runAt, error }) => {
      const next = Number.isNaN(runAt.getTime()) ? 'soon' : runAt.toISOString();
      const often = `${attempts} ${attempts === 1 ? 'time' : 'times'}`;
      return {
        label: `  ${kind} for ${entityId}`,
        detail: `Failed ${often}, next attempt ${next}: ${error}`,
      };
    }),
  ];
}

/** By any user's timer: Google shows editors only their own timers. */
export function hasRunLately(now: number): boolean {
  return now - (findTimerRuns()?.last ?? 0) < LATE_MS;
}

/** For the timer, before it works. Only now it is known how much time a run took that Google ended. */
export function beginRun(startedAt: number, idleMs: number): TimerRuns {
  const { last = startedAt, isOpen = false, usage = [] } = findTimerRuns() ?? {};
  if (isOpen)
    logError('A timer run was cut off, after six minutes or by an outage. Later runs have continued.');
  const lost = isOpen ? Math.min(startedAt - last, MAX_RUN_MS) : 0;
  // Runs without work are counted, not stored: to store one would take longer than the run.
  const idleRuns = Math.min(Math.max(Math.round((startedAt - last) / MINUTE_MS) - 1, 0), MAX_IDLE_RUNS);
  const ms = lost + idleRuns * idleMs;
  return save({ last: startedAt, isOpen: true, usage: addUsage(usage, startedAt, { ms }) });
}

export function endRun({ last, usage }: TimerRuns): void {
  save({ last, isOpen: false, usage: addUsage(usage, last, { ms: runTime(last) }) });
}

/** Undefined before the first run, and where the property is invalid. */
function findTimerRuns(): TimerRuns | undefined {
  try {
    return JSON.parse(properties().getProperty(RUNS) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function save(runs: TimerRuns): TimerRuns {
  properties().setProperty(RUNS, JSON.stringify(runs));
  return runs;
}
