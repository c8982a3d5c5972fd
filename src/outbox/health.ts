import { formatDuration, type HealthCheck, toStatus, toTimerMinutes } from '../health/checks';
import { logError } from '../health/errors';
import { addUsage, runTime, type Usage } from '../health/usage';
import { MINUTE_MS, properties } from '../platform/platform';
import { select } from '../tables/tables';
import { OUTBOX, type OutboxRow } from './jobs';

/** What the timer has done and used, in a script property. */
interface TimerRuns {
  /** Epoch ms at which the last run began that had something to do; one looks through everything every ten minutes. */
  last: number;
  /** That run has not come to its end: it is under way, or was ended by Google after six minutes. */
  isOpen: boolean;
  usage: Usage<'ms'>;
}

const RUNS = 'outbox.runs';

const MAX_IDLE_RUNS = 10;

/** A run that is later than this is not late by chance. */
const LATE_MS = 20 * MINUTE_MS;

/** Google ends a run that takes longer. */
const MAX_RUN_MS = 6 * MINUTE_MS;

const NO_END = 'A run of the timer did not come to its end: Google ends those that take six minutes.';

const MAX_LISTED = 20;

/** How the timer runs, and what has still to be sent. */
export function outboxChecks(now: number): HealthCheck[] {
  const { last, usage = [] } = findTimerRuns() ?? {};
  return [toLastRun(last, now), toTimerMinutes(usage, now), ...toPending(select(OUTBOX), now)];
}

function toLastRun(last: number | undefined, now: number): HealthCheck {
  const label = 'Last run';
  if (last === undefined) return { label, detail: 'None yet: the timer runs every minute.' };
  const detail = `${formatDuration(now - last)} ago; everything is looked through every ten minutes.`;
  return { label, detail, status: toStatus(now - last > LATE_MS) };
}

/** What is new is sent within a minute; what has failed before is listed with the reason. */
function toPending(rows: readonly OutboxRow[], now: number): HealthCheck[] {
  const lag = Math.max(0, ...rows.map(({ due }) => now - due.getTime()).filter(Number.isFinite));
  const failed = rows.filter(({ tries, error }) => tries > 0 && error !== '');
  const listed = failed.slice(0, MAX_LISTED).map(toRetry);
  const more = failed.length > MAX_LISTED ? ` The first ${MAX_LISTED} of them:` : '';
  const detail = `${rows.length} to send or to look at again, ${failed.length} have failed before; the oldest is ${formatDuration(lag)} late.${more}`;
  const total = { label: 'Waiting', detail, status: toStatus(lag > LATE_MS) };
  return rows.length === 0 ? [{ label: total.label, detail: 'Nothing.' }] : [total, ...listed];
}

function toRetry({ kind, targetId, tries, due, error }: OutboxRow): HealthCheck {
  const next = Number.isNaN(due.getTime()) ? 'soon' : due.toISOString();
  return {
    label: `  ${kind} for ${targetId}`,
    detail: `Failed ${tries} ${tries === 1 ? 'time' : 'times'}, next try ${next}: ${error}`,
  };
}

/** Undefined before the first; what somebody has spoilt counts as none. */
function findTimerRuns(): TimerRuns | undefined {
  try {
    const runs = JSON.parse(properties().getProperty(RUNS) ?? 'null') as TimerRuns | null;
    return runs ?? undefined;
  } catch {
    return undefined;
  }
}

/** For the timer, before it begins to work: how long the last run took that did not come to its end, is clear by now. */
export function beginRun(startedAt: number, idleMs: number): TimerRuns {
  const { last = startedAt, isOpen = false, usage = [] } = findTimerRuns() ?? {};
  if (isOpen) logError(NO_END);
  const lost = isOpen ? Math.min(startedAt - last, MAX_RUN_MS) : 0;
  const ms = lost + idleSince(last, startedAt) * idleMs;
  return save({ last: startedAt, isOpen: true, usage: addUsage(usage, startedAt, { ms }) });
}

/** Whoever's timer it is: an editor is told of no timers but his own. */
export function hasRunLately(now: number): boolean {
  return now - (findTimerRuns()?.last ?? 0) < LATE_MS;
}

export function endRun({ last, usage }: TimerRuns): void {
  save({ last, isOpen: false, usage: addUsage(usage, last, { ms: runTime(last) }) });
}

/** Runs that found nothing to do are only counted: to note each would take longer than the run. */
function idleSince(last: number, now: number): number {
  return Math.min(Math.max(Math.round((now - last) / MINUTE_MS) - 1, 0), MAX_IDLE_RUNS);
}

function save(runs: TimerRuns): TimerRuns {
  properties().setProperty(RUNS, JSON.stringify(runs));
  return runs;
}
