import {
  formatAgo,
  formatDuration,
  formatTime,
  type HealthCheck,
  toOk,
  toProblem,
  toWarning,
} from '../health/checks';
import { logError } from '../health/errors';
import type { Finding } from '../health/report';
import { addUsage, runTime, timerMinutesCheck, type Usage } from '../health/usage';
import { MINUTE_MS, properties } from '../platform/platform';
import { scan } from '../tables/tables';
import { type JobHandler, OUTBOX, type OutboxRow } from './jobs';

/** Times and use of the timer, as a script property stores them. */
interface TimerRuns {
  /** Epoch ms at which the last run with work began. */
  last: number;
  /** The run is still going on, or Google ended it. */
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

/** Checks what is sent: messages, refunds and pushes. */
export function outboxChecks(handlers: readonly JobHandler[]): HealthCheck[] {
  return [
    { light: 'out', label: 'Last run', find: ({ now }) => findLastRun(now) },
    { light: 'out', label: 'Waiting', find: ({ now }) => findPending(handlers, now) },
  ];
}

export const TIMER_CHECK = timerMinutesCheck(() => findTimerRuns()?.usage ?? []);

function findLastRun(now: number): Finding {
  const { last } = findTimerRuns() ?? {};
  if (last === undefined) return toOk('Nothing has been sent yet.');
  const sentence = `Messages, refunds and pushes were last sent ${formatAgo(now - last)}.`;
  const detail = 'A full run follows every ten minutes.';
  if (now - last <= LATE_MS) return { state: 'ok', sentence, reachedAt: last, detail };
  const cure = 'If this lasts, the reason is in Last errors.';
  return { state: 'problem', sentence, cure, reachedAt: last, detail };
}

/** Jobs whose last attempt failed are listed with the reason. */
function findPending(handlers: readonly JobHandler[], now: number): Finding[] {
  const rows = scan(OUTBOX);
  if (rows.length === 0) return [toOk('Nothing is waiting to be sent.')];
  const lag = Math.max(0, ...rows.map(({ runAt }) => now - runAt.getTime()).filter(Number.isFinite));
  const failed = rows.filter(({ error }) => error !== '');
  const what =
    rows.length === 1 ? '1 message, refund or push is' : `${rows.length} messages, refunds or pushes are`;
  const some = failed.length === rows.length ? '' : `, ${failed.length} of them`;
  const after = failed.length === 0 ? '' : `${some} after a failure`;
  const late = lag < MINUTE_MS ? '' : ` The oldest is ${formatDuration(lag)} late.`;
  const sentence = `${what} waiting${after}.${late}`;
  const waiting =
    lag > LATE_MS ? toProblem(sentence, 'The reason is below, or in Last errors.') : toOk(sentence);
  return [waiting, ...failed.slice(0, MAX_LISTED).map(describeFailed)];

  function describeFailed({ kind, entityId, attempts, runAt, error }: OutboxRow): Finding {
    const noun = handlers.find((one) => one.kind === kind)?.noun ?? kind;
    const often = attempts === 1 ? 'failed 1 time' : `failed ${attempts} times`;
    const next = runAt.getTime() > now ? formatTime(runAt.getTime(), now) : 'soon';
    // Google's refusals use up no attempt.
    const sentence = `The ${noun} for ${entityId} ${attempts === 0 ? 'is waiting for Google' : often}.`;
    return toWarning(sentence, `Next attempt ${next}.`, `Last error: ${error}`);
  }
}

/** Tells whether any user's timer has run lately: Google shows editors only their own timers. */
export function hasRunLately(now: number): boolean {
  return now - (findTimerRuns()?.last ?? 0) < LATE_MS;
}

/** Begins a run of the timer. Only now it is known how much time a run took that Google ended. */
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
