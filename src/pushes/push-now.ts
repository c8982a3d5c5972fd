import { logError } from '../health/errors';
import type { OutboxRow } from '../outbox/jobs';
import { wakeUpEntry, wakeWorker } from '../outbox/worker';
import * as cache from '../platform/cache';
import { type EventSource, eventIdOf, type MadeChange, toEvent } from './event-source';
import { type Attempt, hasFailed, isOutOfReach, type Push, sendPushes, toPayload } from './push-send';
import { type CachedReceiver, cachedReceivers, leaveToWorker, listensTo } from './receivers';

/** The worker writes down what pushNow has done within ten minutes. */
const ATTEMPTS_TTL_S = 1_200;

/**
 * The first attempt to push events whose jobs are in the outbox. Call it outside every lock. To save time, the worker is left
 * to log the attempts, which can wait, and to retry and to call failing endpoints, for which it is woken.
 *
 * @param options `wakes`: wake the worker in any case; `toFailing`: call failing endpoints like the others
 */
export function pushNow<E extends { id: string; version: number }>(
  source: EventSource<E>,
  changes: readonly MadeChange<E>[],
  { wakes = false, toFailing = false } = {},
): void {
  try {
    const pushes = plan(source, changes);
    const tried = pushes.filter(({ receiver }) => toFailing || !receiver.isFailing);
    const attempts = sendPushes(tried);
    const made = new Map<string, Attempt[]>();
    for (const [index, { key }] of tried.entries())
      made.set(key, [...(made.get(key) ?? []), ...(attempts[index] ? [attempts[index]] : [])]);
    const isDone = tried.length === pushes.length && attempts.every((one) => one && !hasFailed(one));
    const logged = [...made].map(([key, own]) => [key, JSON.stringify(own)]);
    const entries = { ...Object.fromEntries(logged), ...(wakes || !isDone ? wakeUpEntry() : {}) };
    if (Object.keys(entries).length > 0) cache.setTexts(entries, ATTEMPTS_TTL_S);
    leaveToWorker(attempts.flatMap((one) => (one && isOutOfReach(one) ? [one.endpointId] : [])));
  } catch (error) {
    const ids = changes.map(({ job }) => eventIdOf(job)).join(', ');
    const stack = error instanceof Error ? error.stack : error;
    logError(`${ids} could not be pushed at once, so the worker will push it: ${stack}`);
    wakeWorker();
  }
}

interface PlannedPush extends Push {
  receiver: CachedReceiver;
  /** Key under which its attempts are left for the worker. */
  key: string;
}

function plan<E extends { id: string; version: number }>(
  source: EventSource<E>,
  changes: readonly MadeChange<E>[],
): PlannedPush[] {
  const receivers = cachedReceivers();
  return changes.flatMap(({ job, entity }) => {
    const event = toEvent(source, entity, job);
    const listening = event ? receivers.filter(listensTo(source.cafeIdOf(entity), event.type)) : [];
    if (!event || listening.length === 0) return [];
    const push = { eventId: eventIdOf(job), payload: toPayload(event), key: attemptsKey(job) };
    return listening.map((receiver) => ({ ...push, receiver }));
  });
}

/** The attempts that pushNow has made, by the ID of their job. */
export function findAttempts(jobs: readonly OutboxRow[]): Map<string, Attempt[]> {
  const found = jobs.length > 0 ? cache.getTexts(jobs.map(attemptsKey)) : {};
  return new Map(jobs.map((job) => [job.id, JSON.parse(found[attemptsKey(job)] ?? '[]')]));
}

function attemptsKey({ id }: OutboxRow): string {
  return `push ${id}`;
}
