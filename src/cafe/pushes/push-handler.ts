import { DONE, type JobHandler, type JobResult, type OutboxRow, retryUntilVisible } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/wake-up';
import { HOUR_MS, MINUTE_MS } from '../../platform/platform';
import { nextAttempt } from '../../platform/retry';
import { find, insertAll, type Row, truncateLog, type Write, writeAll } from '../../tables/tables';
import { endpointOfJob, eventOfJob, PUSH_KIND, queueMissing, retryPushJob } from '../jobs';
import { DELIVERIES, ORDERS, type Order } from '../tables';
import { readPushSettings } from './endpoint-secrets';
import { cachedAttempts, toPayload } from './push-now';
import { type Attempt, send } from './push-send';
import { GONE, listReceivers, type Receiver, recordHealth } from './receivers';

/** However long a receiver asks to be left alone for. */
const MAX_PAUSE_MS = 6 * HOUR_MS;

/** Some weeks of a busy cafe; older lines go. */
const MOST_LINES = 5_000;

/** Pushes updates of orders to the endpoints of their cafes. */
export const PUSH_HANDLER: JobHandler = {
  kind: PUSH_KIND,
  /** The last one is made a day after the first. */
  maxAttempts: 8,
  delays: [1, 5, 30, 120, 300, 420, 560].map((minutes) => minutes * MINUTE_MS),
  run,
};

function run(row: OutboxRow): JobResult {
  const receivers = listReceivers();
  if (receivers.length === 0) return DONE;
  const order = find(ORDERS, row.targetId);
  if (!order || order.version < row.version) return retryUntilVisible(row, 'The order has not changed yet.');
  const mine = receivers.filter(({ cafeId }) => cafeId === order.cafeId);
  const endpointId = endpointOfJob(row);
  if (endpointId === undefined) return pushToAll(row, order, mine);
  const [receiver] = mine.filter(({ id }) => id === endpointId);
  return receiver ? retryPush(row, order, receiver) : DONE;
}

/** Whoever does not take it gets a row of its own before the common one goes. */
function pushToAll(row: OutboxRow, order: Order, receivers: readonly Receiver[]): JobResult {
  const made = cachedAttempts(row.id);
  const others = receivers.filter(({ id }) => !made.some(({ endpointId }) => endpointId === id));
  const attempts = [...made, ...pushTo(row, order, others)];
  const retries = attempts.flatMap((attempt) => {
    const due = isRefused(attempt) ? nextPush(attempt, 1) : undefined;
    return due ? [retryPushJob(row, attempt.endpointId, { due, error: attempt.error })] : [];
  });
  if (attempts.length > 0) writeAll(queueMissing(retries), ...keepDeliveries(eventOfJob(row), attempts, 1));
  if (retries.length > 0) wakeWorker();
  noteAll(receivers, attempts);
  return DONE;
}

function retryPush(row: OutboxRow, order: Order, receiver: Receiver): JobResult {
  const attempts = pushTo(row, order, [receiver]);
  const count = row.tries + 1;
  writeAll(...keepDeliveries(eventOfJob(row), attempts, count));
  noteAll([receiver], attempts);
  const [refused] = attempts.filter(isRefused);
  if (!refused) return DONE;
  const { error } = refused;
  const retryAt = nextPush(refused, count);
  return retryAt ? { state: 'retry', error, retryAt } : { state: 'failed', error };
}

function pushTo(row: OutboxRow, order: Order, receivers: readonly Receiver[]): Attempt[] {
  if (receivers.length === 0) return [];
  return send({ eventId: eventOfJob(row), body: toPayload(order) }, receivers, readPushSettings());
}

function noteAll(receivers: readonly Receiver[], attempts: readonly Attempt[]): void {
  for (const attempt of attempts)
    for (const receiver of receivers.filter(({ id }) => id === attempt.endpointId))
      recordHealth(receiver, attempt);
}

function isRefused({ error }: Attempt): boolean {
  return error !== '';
}

/** A line an attempt, all of a batch in one write. */
function keepDeliveries(eventId: string, attempts: readonly Attempt[], attempt: number): Write[] {
  const lines = attempts.map(({ endpointId, at, status, error }): Row<typeof DELIVERIES> => {
    const id = `D-${Utilities.getUuid()}`;
    return { id, at: new Date(at), eventId, endpointId, attempt, status, error };
  });
  return [insertAll(DELIVERIES, lines), truncateLog(DELIVERIES, 'at', MOST_LINES)];
}

/** Undefined when no further attempt is made. A receiver may ask for a longer pause. */
function nextPush({ at, status, retryAfter = 0 }: Attempt, attempts: number): Date | undefined {
  const scheduled = nextAttempt(PUSH_HANDLER, attempts, at);
  if (!scheduled || status === GONE) return undefined;
  const asked = at + Math.min(retryAfter * 1_000, MAX_PAUSE_MS);
  return new Date(Math.max(scheduled.getTime(), asked));
}
