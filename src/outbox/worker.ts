import { logError } from '../health/errors';
import { runTime } from '../health/usage';
import * as cache from '../platform/cache';
import { errorMessage, MINUTE_MS, nextAttempt } from '../platform/platform';
import {
  compaction,
  type MaintenanceTask,
  removeRows,
  select,
  type Table,
  updateRow,
  writeAll,
} from '../tables/tables';
import { beginRun, endRun } from './health';
import { type JobHandler, OUTBOX, type OutboxRow } from './jobs';

/** An execution may take six minutes; this leaves one job the time to end. */
const TIME_BUDGET_MS = 270_000;

/** Holds another text whenever a job has been added. */
const ASKED = 'outbox.asked';
/** What the last sweep found: the text that stood there then, and when the next job is due. */
const SWEPT = 'outbox.swept';
/** The cache may lose a wake-up, so the outbox is read this often in any case. */
const SWEEP_S = 600;

/** What the timer has to do. */
interface Jobs {
  handlers: readonly JobHandler[];
  maintenance: readonly MaintenanceTask[];
  /** The tables whose blank rows are deleted now and then. */
  compact: readonly Table[];
}

/** The text of ASKED when a sweep starts: jobs that are added later change it. */
interface WakeUp {
  asked: string;
}

interface DueWork {
  /** Undefined where no job is due. */
  wakeUp: WakeUp | undefined;
  tasks: MaintenanceTask[];
}

/** Has the timer read the outbox in its next run. */
export function wakeWorker(): void {
  cache.setText(ASKED, Utilities.getUuid(), cache.MAX_TTL_S);
}

/** For the timer, every minute. Two runs never work at the same time. */
export function runWorker(jobs: Jobs): void {
  const started = Date.now();
  const due = findDueWork([...jobs.maintenance, ...jobs.compact.map(compaction)], started);
  if (!due.wakeUp && due.tasks.length === 0) return;
  const lock = LockService.getUserLock();
  if (!lock.tryLock(0)) return;
  try {
    const run = beginRun(started, runTime(started));
    work(jobs.handlers, due, started);
    endRun(run);
  } finally {
    lock.releaseLock();
  }
}

/** One call of the cache, and no other, while nothing is due. */
function findDueWork(tasks: readonly MaintenanceTask[], now: number): DueWork {
  const found = cache.getTexts([ASKED, SWEPT, ...tasks.map(keyOf)]);
  const due = tasks.filter((task) => found[keyOf(task)] === undefined);
  const wakeUp = { asked: found[ASKED] ?? '' };
  const swept = found[SWEPT];
  if (!swept) return { wakeUp, tasks: due };
  const { asked, next } = JSON.parse(swept) as WakeUp & { next: number | null };
  const isIdle = asked === wakeUp.asked && (next === null || now < next);
  return { wakeUp: isIdle ? undefined : wakeUp, tasks: due };
}

/** Maintenance first: it may add a column that the jobs need. */
function work(handlers: readonly JobHandler[], { wakeUp, tasks }: DueWork, started: number): void {
  for (const task of tasks) {
    if (Date.now() - started >= TIME_BUDGET_MS) break;
    // Marked before it runs, so that a task that fails waits for its next turn too.
    cache.setText(keyOf(task), '1', task.everyMinutes * 60);
    guarded(task.name, () => task.run());
  }
  if (wakeUp) guarded('the outbox', () => sweep(handlers, wakeUp, started));
}

function keyOf({ name }: MaintenanceTask): string {
  return `housekeeping.${name}`;
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
function sweep(handlers: readonly JobHandler[], { asked }: WakeUp, started: number): void {
  const ended: string[] = [];
  const waiting: number[] = [];
  for (const row of select(OUTBOX)) {
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
  if (ended.length > 0) writeAll(removeRows(OUTBOX, ended));
  const next = waiting.length > 0 ? Math.min(...waiting) : null;
  cache.set(SWEPT, { asked, next }, SWEEP_S);
}

/** When the row is due again, in epoch ms; undefined where the job is done, or has failed for good. */
function runJob(handler: JobHandler, row: OutboxRow): number | undefined {
  try {
    const result = handler.run(row);
    if (result.state === 'done') return undefined;
    const { error } = result;
    const attempts = row.attempts + 1;
    const runAt = result.state === 'retry' ? (result.retryAt ?? nextAttempt(handler, attempts)) : undefined;
    if (runAt) {
      writeAll(updateRow(OUTBOX, row.id, (before) => ({ runAt, attempts: before.attempts + 1, error })));
      return runAt.getTime();
    }
    logError(
      `${row.kind} ${row.id} for ${row.entityId} failed after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}. No further attempts will be made. ${error}`,
    );
    handler.onFailed?.(row, error);
    return undefined;
  } catch (error) {
    logWithStack(`${row.id} in the outbox`, error);
    return Date.now() + MINUTE_MS;
  }
}

function logWithStack(what: string, error: unknown): void {
  logError(`${what}: ${error instanceof Error ? error.stack : errorMessage(error)}`);
}
