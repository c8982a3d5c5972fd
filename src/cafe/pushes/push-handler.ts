import { DONE, type JobHandler, type JobResult, type OutboxRow, retryUntilVisible } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/wake-up';
import { HOUR_MS, nextAttempt } from '../../platform/platform';
import { find, writeAll } from '../../tables/tables';
import { endpointOfJob, eventOfJob, insertMissingJobs, PUSH_KIND, retryPushJob } from '../jobs';
import { ORDERS, type Order } from '../tables';
import { logAttempts } from './deliveries';
import { cachedAttempts } from './push-now';
import { type Attempt, sendPush } from './push-send';
import { GONE, listReceivers, type Receiver, recordHealth } from './receivers';

/** Pushes the updates of orders to the endpoints of their cafes. */
export const PUSH_HANDLER: JobHandler = {
  kind: PUSH_KIND,
  /** The last one is made a day after the first. */
  maxAttempts: 8,
  delays: [1, 5, 30, 120, 300, 420, 560],
  run,
};

/** An endpoint may ask for a longer pause, up to this one. */
const MAX_PAUSE_MS = 6 * HOUR_MS;

function run(job: OutboxRow): JobResult {
  const receivers = listReceivers();
  if (receivers.length === 0) return DONE;
  const order = find(ORDERS, job.entityId);
  if (!order || order.version < job.version) return retryUntilVisible(job, 'The order has not changed yet.');
  const own = receivers.filter(({ cafeId }) => cafeId === order.cafeId);
  const endpointId = endpointOfJob(job);
  if (endpointId === undefined) return pushToAll(job, order, own);
  const receiver = own.find(({ id }) => id === endpointId);
  return receiver ? retryPush(job, order, receiver) : DONE;
}

/** The first attempt. Each endpoint that fails gets a job of its own before this one is done. */
function pushToAll(job: OutboxRow, order: Order, receivers: readonly Receiver[]): JobResult {
  const made = cachedAttempts(job.id);
  const others = receivers.filter(({ id }) => !made.some(({ endpointId }) => endpointId === id));
  const attempts = [...made, ...sendPush(eventOfJob(job), order, others)];
  const retries = attempts.filter(hasFailed).flatMap((attempt) => {
    const runAt = nextPush(attempt, 1);
    return runAt ? [retryPushJob(job, attempt.endpointId, { runAt, error: attempt.error })] : [];
  });
  if (attempts.length > 0) writeAll(insertMissingJobs(retries), ...logAttempts(job, attempts, 1));
  if (retries.length > 0) wakeWorker();
  recordAll(receivers, attempts);
  return DONE;
}

function retryPush(job: OutboxRow, order: Order, receiver: Receiver): JobResult {
  const attempts = sendPush(eventOfJob(job), order, [receiver]);
  const count = job.attempts + 1;
  writeAll(...logAttempts(job, attempts, count));
  recordAll([receiver], attempts);
  const failed = attempts.find(hasFailed);
  if (!failed) return DONE;
  const { error } = failed;
  const retryAt = nextPush(failed, count);
  return retryAt ? { state: 'retry', error, retryAt } : { state: 'failed', error };
}

function hasFailed({ error }: Attempt): boolean {
  return error !== '';
}

/** Undefined where no further attempt is made. */
function nextPush({ at, status, retryAfter = 0 }: Attempt, attempts: number): Date | undefined {
  const scheduled = nextAttempt(PUSH_HANDLER, attempts, at);
  if (!scheduled || status === GONE) return undefined;
  const requested = at + Math.min(retryAfter * 1_000, MAX_PAUSE_MS);
  return new Date(Math.max(scheduled.getTime(), requested));
}

function recordAll(receivers: readonly Receiver[], attempts: readonly Attempt[]): void {
  for (const attempt of attempts) {
    const receiver = receivers.find(({ id }) => id === attempt.endpointId);
    if (receiver) recordHealth(receiver, attempt);
  }
}
