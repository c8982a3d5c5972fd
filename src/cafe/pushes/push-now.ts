import { logError } from '../../health/errors';
import { wakeWorker } from '../../outbox/wake-up';
import * as cache from '../../platform/cache';
import { eventId, pushJob } from '../jobs';
import type { Order } from '../tables';
import { type Attempt, sendPush } from './push-send';
import { cachedReceivers } from './receivers';

/**
 * The first attempt to push an update whose job is in the outbox. Call it outside every lock. To save time, it leaves three
 * things to the worker: to log the attempts, to try again, and to call endpoints that are failing.
 */
export function pushNow(order: Order): void {
  try {
    const receivers = cachedReceivers(order.cafeId);
    const healthy = receivers.filter(({ isFailing }) => !isFailing);
    const attempts = sendPush(eventId(order), order, healthy);
    if (attempts.length > 0) cacheAttempts(pushJob(order).id, attempts);
    const isDone = healthy.length === receivers.length && attempts.every(({ error }) => error === '');
    if (!isDone) wakeWorker();
  } catch (error) {
    const stack = error instanceof Error ? error.stack : error;
    logError(`${eventId(order)} could not be pushed at once, so the worker will push it: ${stack}`);
  }
}

function cacheAttempts(jobId: string, attempts: readonly Attempt[]): void {
  cache.set(keyOf(jobId), attempts, cache.MAX_TTL_S);
}

/** The attempts that pushNow has made for a job. */
export function cachedAttempts(jobId: string): Attempt[] {
  return cache.get(keyOf(jobId)) ?? [];
}

function keyOf(jobId: string): string {
  return `push ${jobId}`;
}
