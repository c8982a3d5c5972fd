import { logError } from '../health/errors';
import { addUsage, runTime, type Usage } from '../health/usage';
import { MINUTE_MS, properties } from '../platform/platform';

/** What the timer has done and used, in a script property. */
export interface TimerRuns {
  /** Epoch ms at which the last run began that had something to do; one looks through everything every ten minutes. */
  last: number;
  /** That run has not come to its end: it is under way, or was ended by Google after six minutes. */
  isOpen: boolean;
  usage: Usage<'ms'>;
}

const RUNS = 'outbox.runs';
const MOST_IDLE = 10;
/** A run that is later than this is not late by chance. */
export const LATE_MS = 20 * MINUTE_MS;
/** Google ends a run that takes longer. */
const LONGEST_MS = 6 * MINUTE_MS;

/** Undefined before the first; what somebody has spoilt counts as none. */
export function findRuns(): TimerRuns | undefined {
  try {
    const runs = JSON.parse(properties().getProperty(RUNS) ?? 'null') as TimerRuns | null;
    return runs ?? undefined;
  } catch {
    return undefined;
  }
}

/** For the timer, before it begins to work: how long the last run took that did not come to its end, is clear by now. */
export function beginRun(startedAt: number, idleMs: number): TimerRuns {
  const { last = startedAt, isOpen = false, usage = [] } = findRuns() ?? {};
  if (isOpen) logError(NO_END);
  const lost = isOpen ? Math.min(startedAt - last, LONGEST_MS) : 0;
  const ms = lost + idleSince(last, startedAt) * idleMs;
  return save({ last: startedAt, isOpen: true, usage: addUsage(usage, startedAt, { ms }) });
}

const NO_END = 'A run of the timer did not come to its end: Google ends those that take six minutes.';

/** Whoever's timer it is: an editor is told of no timers but his own. */
export function hasRunLately(now: number): boolean {
  return now - (findRuns()?.last ?? 0) < LATE_MS;
}

export function endRun({ last, usage }: TimerRuns): void {
  save({ last, isOpen: false, usage: addUsage(usage, last, { ms: runTime(last) }) });
}

/** Runs that found nothing to do are only counted: to note each would take longer than the run. */
function idleSince(last: number, now: number): number {
  return Math.min(Math.max(Math.round((now - last) / MINUTE_MS) - 1, 0), MOST_IDLE);
}

function save(runs: TimerRuns): TimerRuns {
  properties().setProperty(RUNS, JSON.stringify(runs));
  return runs;
}
