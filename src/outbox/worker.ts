import { logError } from '../health/errors';
import { runTime } from '../health/usage';
import { errorMessage, MINUTE_MS, nextAttempt } from '../platform/platform';
import {
  compaction,
  type MaintenanceTask,
  removeAll,
  select,
  type Table,
  updateAll,
  writeAll,
} from '../tables/tables';
import { beginRun, endRun } from './health';
import { type JobHandler, OUTBOX, type OutboxRow } from './jobs';
import { type DueWork, dueWork, markRun, markSweep, type WakeUp } from './wake-up';

/** An execution may take six minutes; this leaves one job the time to end. */
const TIME_BUDGET_MS = 270_000;

/** What the timer has to do. */
interface Jobs {
  handlers: readonly JobHandler[];
  maintenance: readonly MaintenanceTask[];
  /** The tables whose blank rows are deleted now and then. */
  compact: readonly Table[];
}

/** For the timer, every minute. Two runs never work at the same time. */
export function runWorker(jobs: Jobs): void {
  const started = Date.now();
  const due = dueWork(started, [...jobs.maintenance, ...jobs.compact.map(compaction)]);
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

/** Maintenance first: it may add a column that the jobs need. */
function work({ handlers }: Jobs, { wakeUp, tasks }: DueWork, started: number): void {
  for (const task of tasks) {
    if (Date.now() - started >= TIME_BUDGET_MS) break;
    // Marked before it runs, so that a task that fails waits for its next turn too.
    markRun(task);
    guarded(task.name, () => task.run());
  }
  if (wakeUp) guarded('the outbox', () => sweep(handlers, wakeUp, started));
}

/** An error holds up nothing else, and Health shows it. */
function guarded(name: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    logWithStack(name, error);
  }
}

/** Jobs that are done leave the tab together at the end; after a run that dies before, they run again to no effect. */
function sweep(handlers: readonly JobHandler[], wakeUp: WakeUp, started: number): void {
  const rows = select(OUTBOX);
  const ended: string[] = [];
  const waiting: number[] = [];
  for (const row of rows) {
    const handler = handlers.find(({ kind }) => kind === row.kind);
    const isDue = !(row.runAt.getTime() > started) && Date.now() - started < TIME_BUDGET_MS;
    if (!isDue) waiting.push(row.runAt.getTime());
    // A row of an unknown kind stays, and nothing waits for it.
    else if (handler) {
      const next = runJob(handler, row);
      if (next === undefined) ended.push(row.id);
      else waiting.push(next);
    }
  }
  removeAll(OUTBOX, ended);
  markSweep(wakeUp, waiting.length > 0 ? Math.min(...waiting) : null);
}

/** When the row is due again, in epoch ms; undefined where the job is done, or has failed for good. */
function runJob(handler: JobHandler, row: OutboxRow): number | undefined {
  try {
    const result = handler.run(row);
    if (result.state === 'done') return undefined;
    const { error } = result;
    const runAt =
      result.state === 'retry' ? (result.retryAt ?? nextAttempt(handler, row.attempts + 1)) : undefined;
    if (!runAt) {
      fail(handler, row, error);
      return undefined;
    }
    writeAll(updateAll(OUTBOX, row.id, ({ attempts }) => ({ runAt, attempts: attempts + 1, error })));
    return runAt.getTime();
  } catch (error) {
    logWithStack(`${row.id} in the outbox`, error);
    return Date.now() + MINUTE_MS;
  }
}

function fail(handler: JobHandler, row: OutboxRow, error: string): void {
  const attempts = row.attempts + 1;
  logError(
    `${row.kind} ${row.id} for ${row.entityId} failed after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}. No further attempts will be made. ${error}`,
  );
  handler.onFailed?.(row, error);
}

function logWithStack(what: string, error: unknown): void {
  logError(`${what}: ${error instanceof Error ? error.stack : errorMessage(error)}`);
}
