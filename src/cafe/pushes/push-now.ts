import { logError } from '../../health/errors';
import { wakeWorker } from '../../outbox/wake-up';
import { eventId, pushJob } from '../jobs';
import type { Order } from '../tables';
import { recallReceivers } from './endpoint-cache';
import { readPushSettings } from './endpoint-secrets';
import { markAttempts } from './push-mark';
import { toPayload } from './push-payload';
import { send } from './push-send';

/**
 * The first try of a change that has just been made, with its row in the outbox before it: call it outside every lock.
 * What comes of it the timer writes down, so that nobody waits for that here. Whatever fails is the timer's, and so are
 * endpoints that have failed before: an order does not wait for them.
 */
export function pushNow(order: Order): void {
  try {
    tryNow(order);
  } catch (error) {
    logError(`${eventId(order)} is left to the timer: ${error instanceof Error ? error.stack : error}`);
  }
}

function tryNow(order: Order): void {
  const receivers = recallReceivers(order.cafeId);
  const well = receivers.filter(({ isFailing }) => !isFailing);
  const attempts =
    well.length === 0
      ? []
      : send({ eventId: eventId(order), body: toPayload(order) }, well, readPushSettings());
  if (attempts.length > 0) markAttempts(pushJob(order).id, attempts);
  const isDone = well.length === receivers.length && attempts.every(({ error }) => error === '');
  if (!isDone) wakeWorker();
}
