import { logError } from '../../health/errors';
import { wakeWorker } from '../../outbox/wake-up';
import * as cache from '../../platform/cache';
import { toUtf8 } from '../../platform/platform';
import { eventId, pushJob } from '../jobs';
import { type OrderView, toCafeView } from '../orders/order-schemas';
import type { Order } from '../tables';
import { readPushSettings } from './endpoint-secrets';
import { type Attempt, send } from './push-send';
import { cachedReceivers } from './receivers';

/** What receivers can be expected to take (Standard Webhooks, "Payload size"). */
const MAX_BYTES = 20_000;

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
  const receivers = cachedReceivers(order.cafeId);
  const well = receivers.filter(({ isFailing }) => !isFailing);
  const attempts =
    well.length === 0
      ? []
      : send({ eventId: eventId(order), body: toPayload(order) }, well, readPushSettings());
  if (attempts.length > 0) markAttempts(pushJob(order).id, attempts);
  const isDone = well.length === receivers.length && attempts.every(({ error }) => error === '');
  if (!isDone) wakeWorker();
}

/** What an order's own execution has done for an outbox row: the timer writes it down, and does only what is left. */
function markAttempts(rowId: string, attempts: readonly Attempt[]): void {
  cache.set(nameOf(rowId), attempts, cache.MAX_TTL_S);
}

export function cachedAttempts(rowId: string): Attempt[] {
  return cache.get(nameOf(rowId)) ?? [];
}

function nameOf(rowId: string): string {
  return `push ${rowId}`;
}

/**
 * How the order stands at this moment. One that would be too large comes without its items and says so: they are to be
 * read from `GET /v1/orders/:id`.
 */
export function toPayload(order: Order): string {
  const view = toCafeView(order);
  const whole = render(view);
  if (toUtf8(whole).length <= MAX_BYTES) return whole;
  const { items, ...rest } = view;
  return render({ ...rest, hasItems: false });
}

function render(data: Partial<OrderView> & { hasItems?: false }): string {
  const timestamp = data.updatedAt ?? new Date().toISOString();
  return JSON.stringify({ type: 'order.updated', timestamp, data });
}
