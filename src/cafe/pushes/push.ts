import { logError } from '../../health/errors';
import {
  type Batch,
  DONE,
  type JobHandler,
  type JobResult,
  OUTBOX,
  type OutboxRow,
  retryUntilVisible,
} from '../../outbox/jobs';
import { wakeUpEntry, wakeWorker } from '../../outbox/worker';
import * as cache from '../../platform/cache';
import { DAY_MS, HOUR_MS, nextAttempt } from '../../platform/platform';
import {
  findAll,
  insertRows,
  type Row,
  select,
  truncateLog,
  updateRows,
  type Write,
  writeAll,
} from '../../tables/tables';
import { eventId, PUSH_KIND } from '../jobs';
import { DELIVERIES, ORDERS, type Order, PUSH_ENDPOINTS, type PushEndpoint } from '../tables';
import { type Attempt, type Push, sendPushes } from './push-send';
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

/** The worker writes down what pushNow has done within ten minutes. */
const ATTEMPTS_TTL_S = 1_200;

/**
 * The first attempt to push an update whose job is in the outbox. Call it outside every lock. To save time, it leaves three
 * things to the worker: to log the attempts, which can wait, and to try again and to call endpoints that are failing, which
 * it is woken for; with `wakes` in any case.
 */
export function pushNow(order: Order, { wakes = false } = {}): void {
  const event = eventId(order);
  try {
    const receivers = cachedReceivers(order.cafeId);
    const healthy = receivers.filter((receiver) => !receiver.isFailing);
    const attempts = sendPushes(healthy.map((receiver) => ({ eventId: event, order, receiver })));
    const made = attempts.flatMap((attempt) => attempt ?? []);
    const isDone = healthy.length === receivers.length && !made.some(hasFailed);
    const entries = {
      ...(made.length > 0 ? { [attemptsKey(event)]: JSON.stringify(made) } : {}),
      ...(wakes || !isDone ? wakeUpEntry() : {}),
    };
    if (Object.keys(entries).length > 0) cache.setTexts(entries, ATTEMPTS_TTL_S);
  } catch (error) {
    const stack = error instanceof Error ? error.stack : error;
    logError(`${event} could not be pushed at once, so the worker will push it: ${stack}`);
    wakeWorker();
  }
}

/** The attempts that pushNow has made for a job. The job of an update has the ID of its event. */
function attemptsKey(jobId: string): string {
  return `push ${jobId}`;
}

/** A push of an order to one of its endpoints. */
interface Delivery {
  job: OutboxRow;
  order: Order;
  receiver: Receiver;
  /** Undefined as long as the endpoint has not been called. */
  attempt: Attempt | undefined;
}

/**
 * The job of an update is for all endpoints of the cafe, that of a retry for the one that it names. An update leaves endpoints
 * that are failing, or that there is no time for, to jobs of their own: they come last, and delay no other's push.
 */
function run(jobs: readonly OutboxRow[], deadline: number): Batch {
  const receivers = listReceivers();
  if (receivers.length === 0) return { results: new Map(jobs.map(({ id }) => [id, DONE])) };
  const ids = [...new Set(jobs.map(({ entityId }) => entityId))];
  const orders = new Map(findAll(ORDERS, 'id', ids).map((order) => [order.id, order]));
  const isVisible = ({ entityId, version }: OutboxRow) => (orders.get(entityId)?.version ?? 0) >= version;
  const ready = jobs.filter(isVisible);
  const deliveries = deliver(planDeliveries(ready, { orders, receivers }), deadline);
  const results = new Map<string, JobResult>();
  for (const job of jobs) {
    const result = isVisible(job)
      ? toResult(job, deliveries)
      : retryUntilVisible(job, 'The order has not changed yet.');
    if (result) results.set(job.id, result);
  }
  recordHealth(receivers, deliveries);
  const added = withoutKnown(deliveries.flatMap(toNewJob));
  return { results, writes: toWrites(added, deliveries), added };
}

/** What pushNow has pushed already comes with its attempt. */
function planDeliveries(
  jobs: readonly OutboxRow[],
  { orders, receivers }: { orders: ReadonlyMap<string, Order>; receivers: readonly Receiver[] },
): Delivery[] {
  const updates = jobs.filter((job) => endpointOf(job) === undefined);
  const made = updates.length > 0 ? cache.getTexts(updates.map(({ id }) => attemptsKey(id))) : {};
  return jobs.flatMap((job) => {
    const order = orders.get(job.entityId);
    const endpointId = endpointOf(job);
    const attempts = JSON.parse(made[attemptsKey(job.id)] ?? '[]') as Attempt[];
    return receivers
      .filter(({ id, cafeId }) => cafeId === order?.cafeId && id === (endpointId ?? id))
      .flatMap((receiver): Delivery[] => {
        const attempt = attempts.find((one) => one.endpointId === receiver.id);
        return order ? [{ job, order, receiver, attempt }] : [];
      });
  });
}

/** Those of endpoints that are not failing first. What the cafe has requested again is not left for later. */
function deliver(deliveries: readonly Delivery[], deadline: number): Delivery[] {
  const isLeft = ({ job, receiver }: Delivery) => job.id === eventOf(job) && isFailing(receiver);
  const open = deliveries.filter((delivery) => !delivery.attempt && !isLeft(delivery));
  const attempts = new Map<Delivery, Attempt | undefined>();
  for (const isLast of [false, true]) {
    const group = open.filter(({ receiver }) => isFailing(receiver) === isLast);
    const sent = sendPushes(group.map(toPush), deadline);
    for (const [index, delivery] of group.entries()) attempts.set(delivery, sent[index]);
  }
  return deliveries.map((delivery) => ({ ...delivery, attempt: delivery.attempt ?? attempts.get(delivery) }));
}

function toPush({ job, order, receiver }: Delivery): Push {
  return { eventId: eventOf(job), order, receiver };
}

/** Undefined where the endpoint of a retry has not been called. */
function toResult(job: OutboxRow, deliveries: readonly Delivery[]): JobResult | undefined {
  if (endpointOf(job) === undefined) return DONE;
  const delivery = deliveries.find((one) => one.job === job);
  if (!delivery) return DONE;
  const { attempt } = delivery;
  if (!attempt || !hasFailed(attempt)) return attempt && DONE;
  const { error } = attempt;
  const retryAt = nextPush(attempt, job.attempts + 1);
  return retryAt ? { state: 'retry', error, retryAt } : { state: 'failed', error };
}

/** For an endpoint that an update has failed at, or has left alone. */
function toNewJob({ job, receiver, attempt }: Delivery): OutboxRow[] {
  if (endpointOf(job) !== undefined) return [];
  const id = `${eventOf(job)} ${receiver.id}`;
  if (!attempt) return [{ ...job, id, runAt: new Date(), attempts: 0, error: '' }];
  const runAt = hasFailed(attempt) && nextPush(attempt, 1);
  return runAt ? [{ ...job, id, runAt, attempts: 1, error: attempt.error }] : [];
}

/** Without those that are in the outbox already, from an earlier push of the same event. */
function withoutKnown(jobs: readonly OutboxRow[]): OutboxRow[] {
  if (jobs.length === 0) return [];
  const known = new Set(select(OUTBOX, ['id']).map(({ id }) => id));
  return [...new Map(jobs.map((job) => [job.id, job])).values()].filter(({ id }) => !known.has(id));
}

/** Only the job of a retry names its endpoint. */
function endpointOf({ id }: OutboxRow): string | undefined {
  return /^\S+ (P-\d+)$/.exec(id)?.[1];
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

/** The new jobs, and a row of the log for each attempt. */
function toWrites(added: readonly OutboxRow[], deliveries: readonly Delivery[]): Write[] {
  const rows = deliveries.flatMap(({ job, receiver, attempt }): Row<typeof DELIVERIES>[] => {
    if (!attempt) return [];
    const count = endpointOf(job) === undefined ? 1 : job.attempts + 1;
    const { at, status, error } = attempt;
    const id = `D-${Utilities.getUuid()}`;
    return [
      { id, at: new Date(at), eventId: eventOf(job), endpointId: receiver.id, attempt: count, status, error },
    ];
  });
  if (rows.length === 0 && added.length === 0) return [];
  return [
    insertRows(OUTBOX, added),
    insertRows(DELIVERIES, rows),
    truncateLog(DELIVERIES, 'at', MAX_DELIVERIES),
  ];
}

/** Writes only what the attempts change: since when an endpoint is failing, and that it is disabled. */
function recordHealth(receivers: readonly Receiver[], deliveries: readonly Delivery[]): void {
  const attempts = new Map<string, Attempt[]>();
  for (const { receiver, attempt } of deliveries)
    if (attempt) attempts.set(receiver.id, [...(attempts.get(receiver.id) ?? []), attempt]);
  const disabled: string[] = [];
  const patches = receivers.flatMap((receiver) => {
    const attempt = decisiveOf(attempts.get(receiver.id) ?? []);
    if (!attempt || Object.keys(toPatch(receiver, attempt)).length === 0) return [];
    const patch = (endpoint: PushEndpoint) => {
      const health = toPatch(endpoint, attempt);
      if (health.state === 'disabled')
        disabled.push(`The push endpoint ${receiver.id} has been disabled: ${attempt.error}`);
      return health;
    };
    return [[receiver.id, patch] as const];
  });
  if (patches.length === 0) return;
  writeAll(updateRows(PUSH_ENDPOINTS, new Map(patches)));
  invalidateReceivers();
  for (const text of disabled) logError(text);
}

/** The first failure since the last success, unless a later one says that the endpoint is gone; or the success. */
function decisiveOf(attempts: readonly Attempt[]): Attempt | undefined {
  const inOrder = [...attempts].sort((one, other) => one.at - other.at);
  const success = inOrder.map(hasFailed).lastIndexOf(false);
  const failures = inOrder.slice(success + 1);
  return failures.find(({ status }) => status === GONE) ?? failures[0] ?? inOrder[success];
}

type EndpointHealth = Pick<PushEndpoint, 'state' | 'failingSince'>;

function toPatch(endpoint: EndpointHealth, { at, status, error }: Attempt): Partial<EndpointHealth> {
  if (endpoint.state === 'disabled') return {};
  if (error === '') return isFailing(endpoint) ? { failingSince: NEVER } : {};
  const hasFailedTooLong = at - endpoint.failingSince.getTime() > MAX_FAILING_MS;
  if (status === GONE || hasFailedTooLong) return { state: 'disabled', failingSince: NEVER };
  return isFailing(endpoint) ? {} : { failingSince: new Date(at) };
}
