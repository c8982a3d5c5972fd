import * as cache from '../platform/cache';
import { perExecution } from '../platform/execution';
import { describeError, isGoogleRefusal } from '../platform/google-errors';
import { errorMessage, HOUR_MS, MINUTE_MS, nextAttempt, type RetrySchedule } from '../platform/platform';
import { column, type Row, table, type Write } from '../tables/tables';

/**
 * Jobs that wait for the timer. A row is written before the change it belongs to and leaves once the job is done: however
 * an execution ends, no change is made without its job.
 */
export const OUTBOX = table({
  name: 'Outbox',
  key: 'id',
  columns: {
    id: column.text(),
    kind: column.text(),
    /** The lead or order that the job is about. */
    entityId: { ...column.text(), header: 'targetId' },
    /** Version of the lead or order once the change is made. */
    version: column.integer(),
    /** Time of the next run. */
    runAt: { ...column.timestamp(), header: 'due' },
    /** The attempts so far. */
    attempts: { ...column.integer(), header: 'tries' },
    state: column.choice(['queued', 'sending']),
    /** Reason why the last attempt failed. */
    error: column.text(),
  },
  edited: [],
});

export type OutboxRow = Row<typeof OUTBOX>;

/** Runs the jobs of one kind, on its own schedule. */
export interface JobHandler extends RetrySchedule {
  kind: string;
  /** Name of one of its jobs for people, `text`. */
  noun: string;
  /** False while its jobs have to stay as they are, and nothing is asked for them. */
  isReady?(): boolean;
  /** The jobs that no row has been written for, because rows of other tables stand for them. */
  findJobs?(sweep: Sweep): FoundJobs;
  /**
   * May get the same rows again, whatever became of them before. Calls no other server after `deadline`, in epoch ms:
   * what is left then stays due.
   */
  run(jobs: readonly OutboxRow[], deadline: number): Batch;
  /** Called once no attempt is left. */
  onFailed?(row: OutboxRow, error: string): void;
}

/** A reading of the outbox by the timer. */
export interface Sweep {
  /** All rows of the outbox. */
  rows: readonly OutboxRow[];
  /** Epoch ms at which the last sweep began; 0 where that is not known. */
  since: number;
  /** Epoch ms at which this one has begun. */
  now: number;
}

export interface FoundJobs {
  jobs: readonly OutboxRow[];
  /** Epoch ms at which there will be more; Infinity if nothing is known of any. */
  next: number;
}

/** Results of some jobs. */
export interface Batch {
  /** Results by the ID of the job. One without a result stays due. */
  results: ReadonlyMap<string, JobResult>;
  /** Writes under the same lock as the results, before them. */
  writes?: readonly Write[];
  /** The jobs that have been added to the outbox, or will be by `writes`. */
  added?: readonly OutboxRow[];
}

/**
 * Result of an attempt. `retry` is by the handler's schedule, or at a time of its own; after the last attempt the job is
 * `failed`. `postponed` is a job that was not attempted, with an `error` where Google kept it from that.
 */
export type JobResult =
  | { state: 'done' }
  | { state: 'postponed'; runAt: Date; error?: string }
  | { state: 'retry'; error: string; retryAt?: Date }
  | { state: 'failed'; error: string };

export const DONE: JobResult = { state: 'done' };

/** Retries after an error. What Google refuses for reasons of its own waits, and uses up no attempt. */
export function toRetry(error: unknown): JobResult {
  if (!isGoogleRefusal(error)) return { state: 'retry', error: errorMessage(error) };
  return { state: 'postponed', runAt: afterRefusal(), error: `Google refused: ${describeError(error)}` };
}

/** Returns when to try again what Google has refused in this run: the longer it has been refusing, the later. */
export function afterRefusal(): Date {
  return new Date(Date.now() + refusalWait.current);
}

const REFUSAL_WAIT = 'outbox.refusalWait';
/** A quota of a day may last that long, and each run takes timer minutes. */
const MAX_REFUSAL_WAIT_MS = HOUR_MS;

const refusalWait = perExecution(() => {
  const before = Number(cache.getText(REFUSAL_WAIT) ?? 0);
  const wait = Math.min(Math.max(2 * before, MINUTE_MS), MAX_REFUSAL_WAIT_MS);
  // Forgotten where the next run after the wait is refused nothing.
  cache.setText(REFUSAL_WAIT, String(wait), (3 * wait) / 1_000);
  return wait;
});

/** After seven minutes no execution can still be making the change that a row belongs to. */
const UNTIL_VISIBLE: RetrySchedule = { maxAttempts: 4, delays: [1, 2, 4] };

/** Retries a row whose change is not there: it is being made, or never was. */
export function retryUntilVisible({ attempts }: OutboxRow, error: string): JobResult {
  const retryAt = nextAttempt(UNTIL_VISIBLE, attempts + 1);
  return retryAt ? { state: 'retry', error, retryAt } : DONE;
}
