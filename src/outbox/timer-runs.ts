import { addUsage, runTime, type Usage } from '../health/usage';

/** What the timer has done and used, in a script property. */
export interface TimerRuns {
  /** Epoch ms at which the last run began that had something to do; one looks through everything every ten minutes. */
  last: number;
  usage: Usage<'ms'>;
}

const RUNS = 'outbox.runs';
const MINUTE_MS = 60_000;
const MOST_IDLE = 10;

/** Undefined before the first. */
export function findRuns(): TimerRuns | undefined {
  const runs = PropertiesService.getScriptProperties().getProperty(RUNS);
  return runs === null ? undefined : (JSON.parse(runs) as TimerRuns);
}

/** `idleMs` is what a run takes that finds nothing to do: those since the last are only counted, to note each is dearer. */
export function noteRun(startedAt: number, idleMs: number): void {
  const { last = startedAt, usage = [] } = findRuns() ?? {};
  const minutes = Math.round((startedAt - last) / MINUTE_MS);
  const idle = Math.min(Math.max(minutes - 1, 0), MOST_IDLE);
  const ms = runTime(startedAt) + idle * idleMs;
  const runs: TimerRuns = { last: startedAt, usage: addUsage(usage, startedAt, { ms }) };
  PropertiesService.getScriptProperties().setProperty(RUNS, JSON.stringify(runs));
}
