import { logError } from '../../health/errors';
import {
  DONE,
  type JobHandler,
  type JobResult,
  OUTBOX,
  type OutboxRow,
  retryUntilVisible,
} from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import * as cache from '../../platform/cache';
import { DAY_MS, HOUR_MS, nextAttempt } from '../../platform/platform';
import {
  find,
  insertRows,
  type Row,
  select,
  truncateLog,
  update,
  type Write,
  writeAll,
} from '../../tables/tables';
import { eventId, PUSH_KIND } from '../jobs';
import { DELIVERIES, ORDERS, type Order, PUSH_ENDPOINTS, type PushEndpoint } from '../tables';
import { type Attempt, sendPush } from './push-send';
import { cachedReceivers, invalidateReceivers, isFailing, listReceivers, type Receiver } from './receivers';

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

/** The status of an endpoint that wants no more pushes. */
const GONE = 410;

/** An endpoint is disabled after failing for this time. */
const MAX_FAILING_MS = 5 * DAY_MS;

/** The log holds some weeks of a busy cafe. */
const MAX_DELIVERIES = 5_000;

const NEVER = new Date(Number.NaN);

/**
 * The first attempt to push an update whose job is in the outbox. Call it outside every lock. To save time, it leaves three
 * things to the worker: to log the attempts, to try again, and to call endpoints that are failing.
 */
export function pushNow(order: Order): void {
  const event = eventId(order);
  try {
    const receivers = cachedReceivers(order.cafeId);
    const healthy = receivers.filter((receiver) => !receiver.isFailing);
    const attempts = sendPush(event, order, healthy);
    if (attempts.length > 0) cache.set(attemptsKey(event), attempts, cache.MAX_TTL_S);
    const isDone = healthy.length === receivers.length && !attempts.some(hasFailed);
    if (!isDone) wakeWorker();
  } catch (error) {
    const stack = error instanceof Error ? error.stack : error;
    logError(`${event} could not be pushed at once, so the worker will push it: ${stack}`);
  }
}

/** The attempts that pushNow has made for a job. The job of an update has the ID of its event. */
function attemptsKey(jobId: string): string {
  return `push ${jobId}`;
}

function run(job: OutboxRow): JobResult {
  const receivers = listReceivers();
  if (receivers.length === 0) return DONE;
  const order = find(ORDERS, job.entityId);
  if (!order || order.version < job.version) return retryUntilVisible(job, 'The order has not changed yet.');
  const own = receivers.filter(({ cafeId }) => cafeId === order.cafeId);
  // Only the job of a retry names its endpoint.
  const [, endpointId] = /^\S+ (P-\d+)$/.exec(job.id) ?? [];
  if (endpointId === undefined) return pushToAll(job, order, own);
  const receiver = own.find(({ id }) => id === endpointId);
  return receiver ? retryPush(job, order, receiver) : DONE;
}

/** The first attempt. Each endpoint that fails gets a job of its own before this one is done. */
function pushToAll(job: OutboxRow, order: Order, receivers: readonly Receiver[]): JobResult {
  const made = cache.get<Attempt[]>(attemptsKey(job.id)) ?? [];
  const others = receivers.filter(({ id }) => !made.some(({ endpointId }) => endpointId === id));
  const attempts = [...made, ...sendPush(eventOf(job), order, others)];
  const retries = attempts.filter(hasFailed).flatMap((attempt): OutboxRow[] => {
    const { endpointId, error } = attempt;
    const runAt = nextPush(attempt, 1);
    return runAt ? [{ ...job, id: `${eventOf(job)} ${endpointId}`, runAt, attempts: 1, error }] : [];
  });
  if (attempts.length > 0) writeAll(insertMissingJobs(retries), ...logAttempts(job, attempts, 1));
  if (retries.length > 0) wakeWorker();
  recordHealth(receivers, attempts);
  return DONE;
}

function retryPush(job: OutboxRow, order: Order, receiver: Receiver): JobResult {
  const attempts = sendPush(eventOf(job), order, [receiver]);
  const count = job.attempts + 1;
  writeAll(...logAttempts(job, attempts, count));
  recordHealth([receiver], attempts);
  const failed = attempts.find(hasFailed);
  if (!failed) return DONE;
  const { error } = failed;
  const retryAt = nextPush(failed, count);
  return retryAt ? { state: 'retry', error, retryAt } : { state: 'failed', error };
}

function eventOf({ entityId: id, version }: OutboxRow): string {
  return eventId({ id, version });
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

/** Skips the jobs that are in the outbox already, from an execution that has ended too early. */
function insertMissingJobs(jobs: readonly OutboxRow[]): Write {
  return {
    check: (tabs) => insertRows(OUTBOX, jobs).check(tabs),
    write(tabs) {
      const existing = new Set(jobs.length > 0 ? select(OUTBOX, ['id']).map(({ id }) => id) : []);
      const missing = jobs.filter(({ id }) => !existing.has(id));
      insertRows(OUTBOX, missing).write(tabs);
    },
  };
}

/** One row per attempt, all in one write. */
function logAttempts(job: OutboxRow, attempts: readonly Attempt[], attempt: number): Write[] {
  const rows = attempts.map(({ endpointId, at, status, error }): Row<typeof DELIVERIES> => {
    const id = `D-${Utilities.getUuid()}`;
    return { id, at: new Date(at), eventId: eventOf(job), endpointId, attempt, status, error };
  });
  return [insertRows(DELIVERIES, rows), truncateLog(DELIVERIES, 'at', MAX_DELIVERIES)];
}

/** Writes only what an attempt changes: since when an endpoint is failing, and that it is disabled. */
function recordHealth(receivers: readonly Receiver[], attempts: readonly Attempt[]): void {
  for (const attempt of attempts) {
    const receiver = receivers.find(({ id }) => id === attempt.endpointId);
    if (!receiver || Object.keys(toPatch(receiver, attempt)).length === 0) continue;
    const updated = update(PUSH_ENDPOINTS, receiver.id, (endpoint) => toPatch(endpoint, attempt));
    invalidateReceivers();
    if (updated?.state === 'disabled')
      logError(`The push endpoint ${receiver.id} has been disabled: ${attempt.error}`);
  }
}

type EndpointHealth = Pick<PushEndpoint, 'state' | 'failingSince'>;

function toPatch(endpoint: EndpointHealth, { at, status, error }: Attempt): Partial<EndpointHealth> {
  if (endpoint.state === 'disabled') return {};
  if (error === '') return isFailing(endpoint) ? { failingSince: NEVER } : {};
  const hasFailedTooLong = at - endpoint.failingSince.getTime() > MAX_FAILING_MS;
  if (status === GONE || hasFailedTooLong) return { state: 'disabled', failingSince: NEVER };
  return isFailing(endpoint) ? {} : { failingSince: new Date(at) };
}
