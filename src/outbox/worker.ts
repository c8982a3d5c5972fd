import { logError } from '../health/errors';
import { runTime } from '../health/usage';
import * as cache from '../platform/cache';
import { errorMessage, MINUTE_MS, nextAttempt } from '../platform/platform';
import { UserError } from '../platform/user-error';
import { type MaintenanceTask, maintain, scan, type Table, writeAll } from '../tables/tables';
import * as write from '../tables/writes';
import { beginRun, endRun } from './health';
import { type FoundJobs, type JobHandler, type JobResult, OUTBOX, type OutboxRow, type Sweep } from './jobs';

/**
 * Time up to which a call to another server may begin. It takes a minute where Google ignores its timeout, and what came of it
 * has to be written: so a run ends after four and a half minutes, of the six that Google allows.
 */
const TIME_BUDGET_MS = 190_000;

/** Jobs that run together. What came of them is written soon after. */
const MAX_BATCH = 100;

/** Failures of jobs that ran one by one after an error, before the others are left to the next run. */
const MAX_FAILURES = 5;

/** Holds another text whenever a job has been added. */
const ASKED = 'outbox.asked';
/** Epoch ms at which work is expected for which no job has been added. */
const EXPECTED = 'outbox.expected';
/** Findings of the last sweep: the text that stood in ASKED then, when it began, and when the next job is due. */
const SWEPT = 'outbox.swept';
/** The cache may lose a wake-up, so the outbox is read this often in any case. */
const SWEEP_S = 600;

/** Work of the timer. */
export interface Jobs {
  /** Handlers in the order in which their jobs run. */
  handlers: readonly JobHandler[];
  maintenance: readonly MaintenanceTask[];
  /** The tables whose blank rows are deleted now and then. */
  compact: readonly Table[];
}

interface WakeUp {
  /** The text of ASKED when the sweep starts: jobs that are added later change it. */
  asked: string;
  /** Epoch ms at which the last sweep began; 0 where the cache has lost it. */
  since: number;
}

interface DueWork {
  /** Undefined where no job is due. */
  wakeUp: WakeUp | undefined;
  tasks: MaintenanceTask[];
}

/** Has the timer read the outbox in its next run. Call it outside every lock. */
export function wakeWorker(): void {
  cache.setTexts(wakeUpEntry(), cache.MAX_TTL_S);
}

/** Makes the entry that wakes the worker, for those who write other entries of the cache at the same time. */
export function wakeUpEntry(): Record<string, string> {
  return { [ASKED]: Utilities.getUuid() };
}

/** Has the timer read the outbox at this time, in epoch ms, at the latest. Writes nothing where an earlier time is known. */
export function expectWork(at: number): void {
  const expected = Number(cache.getText(EXPECTED) ?? 0);
  if (expected > Date.now() && expected <= at) return;
  cache.setText(EXPECTED, String(at), cache.MAX_TTL_S);
}

/** Does the work of the timer, every minute. Two runs never work at the same time. */
export function runWorker(jobs: Jobs): void {
  const started = Date.now();
  const due = findDueWork(jobs, started);
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

/** The entries of the cache that say what is due. */
export function workerKeys(jobs: Jobs): string[] {
  return [ASKED, EXPECTED, SWEPT, ...tasksOf(jobs).map(keyOf)];
}

/** One call of the cache, and no other, while nothing is due. */
function findDueWork(jobs: Jobs, now: number): DueWork {
  const tasks = tasksOf(jobs);
  const found = cache.getTexts(workerKeys(jobs));
  const due = tasks.filter((task) => found[keyOf(task)] === undefined);
  const asked = found[ASKED] ?? '';
  if (!found[SWEPT]) return { wakeUp: { asked, since: 0 }, tasks: due };
  const swept = JSON.parse(found[SWEPT]) as { asked: string; at?: number; next: number | null };
  const since = swept.at ?? 0;
  const expected = Number(found[EXPECTED] ?? 0);
  const isDue = (swept.next !== null && now >= swept.next) || (expected > since && now >= expected);
  return { wakeUp: asked !== swept.asked || isDue ? { asked, since } : undefined, tasks: due };
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

function tasksOf({ maintenance, compact }: Jobs): MaintenanceTask[] {
  const tidy = (table: Table): MaintenanceTask => ({
    name: `tidy ${table.name}`,
    everyMinutes: 60,
    run: () => maintain(table),
  });
  return [...maintenance, ...compact.map(tidy)];
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

/** Reads all jobs once and runs those that are due, kind by kind; what has never been tried comes before what has failed. */
function sweep(all: readonly JobHandler[], { asked, since }: WakeUp, started: number): void {
  const handlers = all.filter(({ isReady }) => isReady === undefined || isReady());
  const rows = readJobs();
  const found = findJobs(handlers, { rows, since, now: started });
  const withoutRow = new Set(toIds(found.jobs));
  let jobs = [...rows, ...found.jobs].sort((one, other) => one.attempts - other.attempts);
  for (const handler of handlers) jobs = runDueJobs(handler, { jobs, withoutRow, started });
  // A row of an unknown kind stays, as does one whose handler is not ready. Nothing waits for it.
  const waiting = jobs.filter(({ kind }) => handlers.some((handler) => handler.kind === kind));
  const next = Math.min(found.next, ...waiting.map(({ runAt }) => runAt.getTime() || started));
  // Jobs that could not be looked for are looked for again, as if this sweep had not been.
  const at = found.isComplete ? started : since;
  cache.set(SWEPT, { asked, at, next: next === Infinity ? null : next }, SWEEP_S);
}

/** The jobs without a row, of all handlers. */
function findJobs(handlers: readonly JobHandler[], current: Sweep): FoundJobs & { isComplete: boolean } {
  const found: FoundJobs[] = [];
  let isComplete = true;
  for (const handler of handlers) {
    try {
      if (handler.findJobs) found.push(handler.findJobs(current));
    } catch (error) {
      logWithStack(`the ${handler.kind} jobs that have no row`, error);
      found.push({ jobs: [], next: current.now + MINUTE_MS });
      isComplete = false;
    }
  }
  return {
    jobs: found.flatMap(({ jobs }) => jobs),
    next: Math.min(...found.map(({ next }) => next)),
    isComplete,
  };
}

/** An execution that died may have left a second row of the same job: the lower one counts. */
function readJobs(): OutboxRow[] {
  const rows = scan(OUTBOX);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const surplus = rows.filter((row) => byId.get(row.id) !== row);
  if (surplus.length > 0) writeAll(write.remove(OUTBOX, toIds(surplus)));
  return [...byId.values()];
}

interface Pending {
  jobs: readonly OutboxRow[];
  /** The IDs of those that are not in the outbox. */
  withoutRow: ReadonlySet<string>;
  /** Epoch ms. */
  started: number;
}

/** Runs one handler's due jobs, including jobs they add. Returns the jobs of all kinds that are left then. */
function runDueJobs(handler: JobHandler, { jobs, withoutRow, started }: Pending): OutboxRow[] {
  const isDue = ({ kind, runAt }: OutboxRow) => kind === handler.kind && !(runAt.getTime() > Date.now());
  const due: OutboxRow[] = [];
  const left: OutboxRow[] = [];
  for (const job of jobs) (isDue(job) ? due : left).push(job);
  while (due.length > 0 && Date.now() < started + TIME_BUDGET_MS) {
    const batch = { jobs: due.splice(0, MAX_BATCH), withoutRow, started };
    const ended = runBatch(handler, batch);
    left.push(...ended.left);
    for (const job of ended.added) (isDue(job) ? due : left).push(job);
  }
  return [...left, ...due];
}

interface Ended {
  left: readonly OutboxRow[];
  added: readonly OutboxRow[];
  /** Nothing has come of them: an error ended their run. */
  hasFailed?: boolean;
}

/**
 * Writes at once what came of the jobs; those that are done leave the tab. New rows come before the rows that go, so that a run
 * that dies between two writes leaves a job that runs again, and none that is lost.
 */
function runBatch(handler: JobHandler, { jobs, withoutRow, started }: Pending): Ended {
  try {
    const { results, writes = [], added = [] } = handler.run(jobs, started + TIME_BUDGET_MS);
    const left: OutboxRow[] = [];
    const retried: OutboxRow[] = [];
    const ended: OutboxRow[] = [];
    for (const job of jobs) {
      const result = results.get(job.id);
      const retry = result && toRetry(handler, job, result);
      if (!result) left.push(job);
      else if (retry) retried.push(retry);
      else ended.push(job);
    }
    const hasRow = ({ id }: OutboxRow) => !withoutRow.has(id);
    const changes = new Map(retried.filter(hasRow).map(({ id, ...next }) => [id, () => next]));
    const inserted = retried.filter((job) => !hasRow(job));
    const removed = toIds(ended.filter(hasRow));
    if (writes.length + changes.size + inserted.length + removed.length > 0)
      writeAll(
        ...writes,
        write.insert(OUTBOX, inserted),
        write.remove(OUTBOX, removed),
        write.update(OUTBOX, changes),
      );
    return { left: [...left, ...retried], added };
  } catch (error) {
    // A row that the sheet refuses must not keep the jobs of others waiting.
    if (jobs.length > 1 && !(error instanceof UserError))
      return runEach(handler, { jobs, withoutRow, started });
    logWithStack(`${jobs.length} in the outbox, ${jobs[0]?.id} first`, error);
    return { left: postponed(jobs), added: [], hasFailed: true };
  }
}

/** One by one; so many failures are not the jobs' fault. */
function runEach(handler: JobHandler, { jobs, ...pending }: Pending): Ended {
  const left: OutboxRow[] = [];
  const added: OutboxRow[] = [];
  let failures = 0;
  for (const job of jobs) {
    const isOver = failures === MAX_FAILURES || Date.now() >= pending.started + TIME_BUDGET_MS;
    const ended: Ended = isOver
      ? { left: postponed([job]), added: [] }
      : runBatch(handler, { jobs: [job], ...pending });
    left.push(...ended.left);
    added.push(...ended.added);
    if (ended.hasFailed) failures++;
  }
  return { left, added };
}

function postponed(jobs: readonly OutboxRow[]): OutboxRow[] {
  const runAt = new Date(Date.now() + MINUTE_MS);
  return jobs.map((job) => ({ ...job, runAt }));
}

/** The row as it is until then; undefined where the job is done, or has failed for good. */
function toRetry(handler: JobHandler, job: OutboxRow, result: JobResult): OutboxRow | undefined {
  if (result.state === 'done') return undefined;
  if (result.state === 'postponed') {
    const { runAt, error = job.error } = result;
    return { ...job, runAt, error };
  }
  const { error } = result;
  const attempts = job.attempts + 1;
  const runAt = result.state === 'retry' ? (result.retryAt ?? nextAttempt(handler, attempts)) : undefined;
  if (runAt) return { ...job, runAt, attempts, error };
  logError(
    `${job.kind} ${job.id} for ${job.entityId} failed after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}. No further attempts will be made. ${error}`,
  );
  handler.onFailed?.(job, error);
  return undefined;
}

function toIds(jobs: readonly OutboxRow[]): string[] {
  return jobs.map(({ id }) => id);
}

function logWithStack(what: string, error: unknown): void {
  logError(`${what}: ${error instanceof Error ? error.stack : errorMessage(error)}`);
}
