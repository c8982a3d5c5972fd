import { logError } from '../../health/errors';
import type { OutboxRow } from '../../outbox/tables';
import { wakeWorker } from '../../outbox/wake-up';
import { DONE, type JobHandler, type JobResult, retryUntilVisible } from '../../outbox/worker';
import { find, writeAll } from '../../tables/tables';
import { PUSH_KIND } from '../jobs';
import { ORDERS, type Order } from '../tables';
import { keepDeliveries } from './deliveries';
import { listReceivers, type Receiver } from './endpoint-cache';
import { noteHealth } from './endpoint-health';
import { readPushSettings } from './endpoint-secrets';
import { endpointIn, eventOf, queueMissing, retryJob } from './push-jobs';
import { recallAttempts } from './push-mark';
import { toPayload } from './push-payload';
import { nextAttempt } from './push-schedule';
import { type Attempt, send } from './push-send';

/** Pushes updates of orders to the endpoints of their cafes. */
export const PUSH_HANDLER: JobHandler = { kind: PUSH_KIND, run };

function run(row: OutboxRow): JobResult {
  const receivers = listReceivers();
  if (receivers.length === 0) return DONE;
  const order = find(ORDERS, row.targetId);
  if (!order || order.version < row.version) return retryUntilVisible(row, 'The order has not changed yet.');
  const mine = receivers.filter(({ cafeId }) => cafeId === order.cafeId);
  const endpointId = endpointIn(row);
  if (endpointId === undefined) return pushToAll(row, order, mine);
  const [receiver] = mine.filter(({ id }) => id === endpointId);
  return receiver ? pushAgain(row, order, receiver) : DONE;
}

/** Whoever does not take it gets a row of its own before the common one goes. */
function pushToAll(row: OutboxRow, order: Order, receivers: readonly Receiver[]): JobResult {
  const made = recallAttempts(row.id);
  const others = receivers.filter(({ id }) => !made.some(({ endpointId }) => endpointId === id));
  const attempts = [...made, ...pushTo(row, order, others)];
  const retries = attempts.flatMap((attempt) => {
    const due = isRefused(attempt) ? nextAttempt(attempt, 1) : undefined;
    return due ? [retryJob(row, attempt.endpointId, { due, error: attempt.error })] : [];
  });
  if (attempts.length > 0) writeAll(queueMissing(retries), ...keepDeliveries(eventOf(row), attempts, 1));
  if (retries.length > 0) wakeWorker();
  noteAll(receivers, attempts);
  return DONE;
}

function pushAgain(row: OutboxRow, order: Order, receiver: Receiver): JobResult {
  const attempts = pushTo(row, order, [receiver]);
  const count = row.tries + 1;
  writeAll(...keepDeliveries(eventOf(row), attempts, count));
  noteAll([receiver], attempts);
  const [refused] = attempts.filter(isRefused);
  if (!refused) return DONE;
  const retryAt = nextAttempt(refused, count);
  if (retryAt) return { done: false, retryAt, error: refused.error };
  logError(
    `${row.id} could not be pushed in ${count} attempts. No further attempts will be made. ${refused.error}`,
  );
  return DONE;
}

function pushTo(row: OutboxRow, order: Order, receivers: readonly Receiver[]): Attempt[] {
  if (receivers.length === 0) return [];
  return send({ eventId: eventOf(row), body: toPayload(order) }, receivers, readPushSettings());
}

function noteAll(receivers: readonly Receiver[], attempts: readonly Attempt[]): void {
  for (const attempt of attempts)
    for (const receiver of receivers.filter(({ id }) => id === attempt.endpointId))
      noteHealth(receiver, attempt);
}

function isRefused({ error }: Attempt): boolean {
  return error !== '';
}
