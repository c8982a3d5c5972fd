import { logError } from '../health/errors';
import { runTime } from '../health/usage';
import { MINUTE_MS } from '../platform/platform';
import { type MaintenanceTask, removeAll, select, updateAll, writeAll } from '../tables/tables';
import { beginRun, endRun } from './health';
import { OUTBOX, type OutboxRow } from './jobs';
import { type DueWork, dueWork, markRun, markSweep, type WakeUp } from './wake-up';

/** What came of a job: it is done, or it is run again at `retryAt`, and why. */
export type JobResult = { done: true } | { done: false; retryAt: Date; error: string };

export const DONE: JobResult = { done: true };

/** Runs the jobs of a kind. May be given the same row again, whatever became of it before. */
export interface JobHandler {
  kind: string;
  run(row: OutboxRow): JobResult;
}

/** After one minute, two and four no execution can still be making the change that a row belongs to. */
const MAX_ATTEMPTS_UNTIL_VISIBLE = 3;

/** For a row whose change is not there: it is being made, or never was. */
export function retryUntilVisible({ tries }: OutboxRow, error: string): JobResult {
  if (tries >= MAX_ATTEMPTS_UNTIL_VISIBLE) return DONE;
  return { done: false, retryAt: new Date(Date.now() + MINUTE_MS * 2 ** tries), error };
}

/** An execution may take six minutes; this leaves one job the time to end. */
const TIME_BUDGET_MS = 270_000;

/** What the timer has to do. */
export interface Jobs {
  handlers: readonly JobHandler[];
  maintenance: readonly MaintenanceTask[];
}

/** For the timer, every minute. Two runs of the same timer never work at once. */
export function runWorker(jobs: Jobs): void {
  const started = Date.now();
  const due = dueWork(started, jobs.maintenance);
  if (!due.wakeUp && due.tasks.length === 0) return;
  const lock = LockService.getUserLock();
  if (!lock.tryLock(0)) return;
  try {
    const run = beginRun(started, runTime(started));
    work(jobs, due, started);
    endRun(run);
  } finally {
    lock.releaseLock();
  }
}

/** Maintenance first: what a sweep needs of the sheet may only just have been added. */
function work({ handlers }: Jobs, { wakeUp, tasks }: DueWork, started: number): void {
  for (const task of tasks) {
    if (Date.now() - started >= TIME_BUDGET_MS) break;
    // Marked before, so that one that fails does so as seldom as it is due.
    markRun(task);
    guarded(task.name, () => task.run());
  }
  if (wakeUp) guarded('the outbox', () => sweep(handlers, wakeUp, started));
}

/** What fails keeps nothing else waiting, and Health shows it. */
function guarded(name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    report(name, error);
  }
}

/** What is done leaves the tab in one step at the end; a run that dies before does it again, which changes nothing. */
function sweep(handlers: readonly JobHandler[], wakeUp: WakeUp, started: number): void {
  const rows = select(OUTBOX);
  const done: string[] = [];
  const waiting: number[] = [];
  for (const row of rows) {
    const isDue = !(row.due.getTime() > started) && Date.now() - started < TIME_BUDGET_MS;
    const next = isDue ? runJob(handlers, row) : row.due.getTime();
    if (next === 'done') done.push(row.id);
    else if (next !== 'unknown') waiting.push(next);
  }
  removeAll(OUTBOX, done);
  markSweep(wakeUp, waiting.length > 0 ? Math.min(...waiting) : null);
}

/** When the row is due again, in epoch ms. Of an unknown kind it stays, and nobody waits for it. */
function runJob(handlers: readonly JobHandler[], row: OutboxRow): number | 'done' | 'unknown' {
  try {
    const result = handlers.find(({ kind }) => kind === row.kind)?.run(row);
    if (!result) return 'unknown';
    if (result.done) return 'done';
    reschedule(row, result);
    return result.retryAt.getTime();
  } catch (error) {
    report(`${row.id} in the outbox`, error);
    return Date.now() + MINUTE_MS;
  }
}

function reschedule(row: OutboxRow, { retryAt, error }: { retryAt: Date; error: string }): void {
  writeAll(updateAll(OUTBOX, row.id, ({ tries }) => ({ due: retryAt, tries: tries + 1, error })));
}

function report(what: string, error: unknown): void {
  logError(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
}
