import { logError } from '../health/errors';
import {
  afterRefusal,
  type Batch,
  DONE,
  type JobHandler,
  type JobResult,
  OUTBOX,
  type OutboxRow,
  retryUntilVisible,
} from '../outbox/jobs';
import { DAY_MS, HOUR_MS, MINUTE_MS, nextAttempt, type RetrySchedule } from '../platform/platform';
import { NEVER, scan, type Write, writeAll } from '../tables/tables';
import * as write from '../tables/writes';
import { logAttempts } from './delivery-log';
import { type EventSource, eventIdOf, type PushEvent, toEvent } from './event-source';
import { findAttempts } from './push-now';
import { type Attempt, GONE, hasBeenRefused, hasFailed, sendPushes, toPayload } from './push-send';
import { invalidateReceivers, isFailing, listensTo, listReceivers, type Receiver } from './receivers';
import { PUSH_ENDPOINTS, type PushEndpoint } from './tables';

/** The first attempt is followed by seven more; the last one is made a day after the first. */
const SCHEDULE: RetrySchedule = { maxAttempts: 8, delays: [1, 5, 30, 120, 300, 420, 560] };

/** An endpoint may ask for a longer pause, up to this one. */
const MAX_PAUSE_MS = 6 * HOUR_MS;

/** An endpoint is disabled after failing for this time. */
const MAX_FAILING_MS = 5 * DAY_MS;

/** The job of the timer that pushes the events of a desk to those who listen. */
export function createPushHandler<E extends { id: string; version: number }>(
  source: EventSource<E>,
): JobHandler {
  return {
    kind: source.kind,
    noun: 'push',
    ...SCHEDULE,
    run: (jobs, deadline) => run(source, jobs, deadline),
  };
}

/** A push of an event to one of its endpoints. */
interface Delivery {
  job: OutboxRow;
  payload: string;
  receiver: Receiver;
  /** Undefined as long as the endpoint has not been called. */
  attempt: Attempt | undefined;
}

/**
 * The job of a change is for all endpoints that listen, that of a retry for the one that it names. A change leaves endpoints
 * that are failing, or that there is no time for, to jobs of their own: they come last, and delay no other's push.
 */
function run<E extends { id: string; version: number }>(
  source: EventSource<E>,
  jobs: readonly OutboxRow[],
  deadline: number,
): Batch {
  const receivers = listReceivers();
  if (receivers.length === 0) return { results: new Map(jobs.map(({ id }) => [id, DONE])) };
  const ids = [...new Set(jobs.map(({ entityId }) => entityId))];
  const entities = new Map(source.findEntities(ids).map((entity) => [entity.id, entity]));
  const ready = jobs.flatMap((job): ReadyEvent[] => {
    const entity = entities.get(job.entityId);
    const event = entity && entity.version >= job.version ? toEvent(source, entity, job) : undefined;
    return entity && event ? [{ job, event, cafeId: source.cafeIdOf(entity) }] : [];
  });
  const deliveries = deliver(withoutArrived(planDeliveries(ready, receivers)), deadline);
  const readyJobs = new Set(ready.map(({ job }) => job));
  const results = new Map<string, JobResult>();
  for (const job of jobs) {
    const result = readyJobs.has(job)
      ? toResult(job, deliveries)
      : retryUntilVisible(job, 'The change is not there yet.');
    results.set(job.id, result);
  }
  recordHealth(receivers, deliveries);
  const added = withoutKnown(deliveries.flatMap(toNewJob));
  return { results, writes: toWrites(added, deliveries), added };
}

/** The event of a job whose change is there. */
interface ReadyEvent {
  job: OutboxRow;
  event: PushEvent;
  cafeId: string;
}

/** A push that pushNow has made already comes with its attempt. */
function planDeliveries(ready: readonly ReadyEvent[], receivers: readonly Receiver[]): Delivery[] {
  const made = findAttempts(ready.map(({ job }) => job).filter((job) => endpointOf(job) === undefined));
  return ready.flatMap(({ job, event, cafeId }) => {
    const endpointId = endpointOf(job);
    const listening = receivers
      .filter(listensTo(cafeId, event.type))
      .filter(({ id }) => id === (endpointId ?? id));
    if (listening.length === 0) return [];
    const payload = toPayload(event);
    const attempts = made.get(job.id) ?? [];
    return listening.map((receiver): Delivery => {
      const attempt = attempts.find((one) => one.endpointId === receiver.id);
      return { job, payload, receiver, attempt };
    });
  });
}

/** Leaves out retries of events that have arrived in the meantime because a caller repeated the push. */
function withoutArrived(deliveries: readonly Delivery[]): Delivery[] {
  const arrived = new Set(deliveries.filter(hasArrived).map(retryId));
  return deliveries.filter(({ job }) => !arrived.has(job.id));
}

function hasArrived({ attempt }: Delivery): boolean {
  return attempt !== undefined && !hasFailed(attempt);
}

/** Pushes to endpoints that are not failing first, to none that is gone. A push requested again is not left for later. */
function deliver(deliveries: readonly Delivery[], deadline: number): Delivery[] {
  const isGone = ({ attempt }: Delivery) => attempt?.status === GONE;
  const gone = new Set(deliveries.filter(isGone).map(({ receiver }) => receiver.id));
  const isLeft = ({ job, receiver }: Delivery) =>
    gone.has(receiver.id) || (job.id === eventIdOf(job) && isFailing(receiver));
  const open = deliveries.filter((delivery) => !delivery.attempt && !isLeft(delivery));
  const attempts = new Map<Delivery, Attempt | undefined>();
  for (const isLast of [false, true]) {
    const group = open.filter(({ receiver }) => isFailing(receiver) === isLast);
    const sent = sendPushes(
      group.map(({ job, ...push }) => ({ ...push, eventId: eventIdOf(job) })),
      deadline,
    );
    for (const [index, delivery] of group.entries()) attempts.set(delivery, sent[index]);
  }
  return deliveries.map((delivery) => ({ ...delivery, attempt: delivery.attempt ?? attempts.get(delivery) }));
}

/** A push whose endpoint was not called counts as no attempt. */
function toResult(job: OutboxRow, deliveries: readonly Delivery[]): JobResult {
  if (endpointOf(job) === undefined) return DONE;
  const delivery = deliveries.find((one) => one.job === job);
  if (!delivery) return DONE;
  const { attempt } = delivery;
  if (!attempt)
    return { state: 'postponed', runAt: hasBeenRefused() ? afterRefusal() : nextCall(delivery.receiver) };
  if (!hasFailed(attempt)) return DONE;
  const { error } = attempt;
  const retryAt = nextPush(attempt, job.attempts + 1);
  return retryAt ? { state: 'retry', error, retryAt } : { state: 'failed', error };
}

/** Makes the job for an endpoint at which the first attempt has failed, or which it has left out. */
function toNewJob(delivery: Delivery): OutboxRow[] {
  const { job, attempt } = delivery;
  if (endpointOf(job) !== undefined) return [];
  const id = retryId(delivery);
  if (!attempt) return [{ ...job, id, runAt: new Date(), attempts: 0, error: '' }];
  const runAt = hasFailed(attempt) && nextPush(attempt, 1);
  return runAt ? [{ ...job, id, runAt, attempts: 1, error: attempt.error }] : [];
}

/** Leaves out jobs that are in the outbox already, from an earlier push of the same event. */
function withoutKnown(jobs: readonly OutboxRow[]): OutboxRow[] {
  if (jobs.length === 0) return [];
  const known = new Set(scan(OUTBOX, ['id']).map(({ id }) => id));
  return [...new Map(jobs.map((job) => [job.id, job])).values()].filter(({ id }) => !known.has(id));
}

function retryId({ job, receiver }: Pick<Delivery, 'job' | 'receiver'>): string {
  return `${eventIdOf(job)} ${receiver.id}`;
}

/** Only the job of a retry names its endpoint. */
function endpointOf({ id }: OutboxRow): string | undefined {
  return /^\S+ (P-\d+)$/.exec(id)?.[1];
}

/** Returns when to call an endpoint that has left others out: the longer it has been failing, the later. */
function nextCall({ failingSince }: Receiver): Date {
  const now = Date.now();
  const failingMs = now - failingSince.getTime() || 0;
  return new Date(now + Math.min(Math.max(failingMs, MINUTE_MS), HOUR_MS));
}

/** Undefined where no further attempt is made. */
function nextPush({ at, status, retryAfter = 0 }: Attempt, attempts: number): Date | undefined {
  const scheduled = nextAttempt(SCHEDULE, attempts, at);
  if (!scheduled || status === GONE) return undefined;
  const requested = at + Math.min(retryAfter * 1_000, MAX_PAUSE_MS);
  return new Date(Math.max(scheduled.getTime(), requested));
}

/** The new jobs, without retries of events that arrived when a caller repeated the push, and a log row for each attempt. */
function toWrites(added: readonly OutboxRow[], deliveries: readonly Delivery[]): Write[] {
  const attempts = deliveries.flatMap(({ job, attempt }) => {
    const count = endpointOf(job) === undefined ? 1 : job.attempts + 1;
    return attempt ? [{ eventId: eventIdOf(job), count, attempt }] : [];
  });
  const repeated = deliveries.filter(({ job }) => job.id !== eventIdOf(job) && endpointOf(job) === undefined);
  const settled = write.remove(OUTBOX, repeated.filter(hasArrived).map(retryId));
  return [...(added.length > 0 ? [write.insert(OUTBOX, added)] : []), settled, ...logAttempts(attempts)];
}

/** Writes only what the attempts change: since when an endpoint is failing, and that it is disabled. */
function recordHealth(receivers: readonly Receiver[], deliveries: readonly Delivery[]): void {
  const attempts = new Map<string, Attempt[]>();
  for (const { receiver, attempt } of deliveries)
    if (attempt) attempts.set(receiver.id, [...(attempts.get(receiver.id) ?? []), attempt]);
  const disabled = new Set<string>();
  const patches = receivers.flatMap((receiver) => {
    const attempt = decisiveOf(attempts.get(receiver.id) ?? []);
    if (!attempt || Object.keys(toPatch(receiver, attempt)).length === 0) return [];
    const patch = (endpoint: PushEndpoint) => {
      const health = toPatch(endpoint, attempt);
      if (health.state === 'disabled')
        disabled.add(`The push endpoint ${receiver.id} has been disabled: ${attempt.error}`);
      return health;
    };
    return [[receiver.id, patch] as const];
  });
  if (patches.length > 0) writeAll(write.update(PUSH_ENDPOINTS, new Map(patches)));
  const hasAnyFailed = deliveries.some(({ attempt }) => attempt && hasFailed(attempt));
  // One that works again counts as failing in the cache alone.
  if (patches.length > 0 || hasAnyFailed) invalidateReceivers();
  for (const text of disabled) logError(text);
}

/** The attempt that decides: one that says that the endpoint is gone, else the first failure since the last success, or that. */
function decisiveOf(attempts: readonly Attempt[]): Attempt | undefined {
  const inOrder = [...attempts].sort((one, other) => one.at - other.at);
  const success = inOrder.map(hasFailed).lastIndexOf(false);
  return inOrder.find(({ status }) => status === GONE) ?? inOrder[success + 1] ?? inOrder[success];
}

type EndpointHealth = Pick<PushEndpoint, 'state' | 'failingSince'>;

function toPatch(endpoint: EndpointHealth, { at, status, error }: Attempt): Partial<EndpointHealth> {
  if (endpoint.state === 'disabled') return {};
  if (error === '') return isFailing(endpoint) ? { failingSince: NEVER } : {};
  const hasFailedTooLong = at - endpoint.failingSince.getTime() > MAX_FAILING_MS;
  if (status === GONE || hasFailedTooLong) return { state: 'disabled', failingSince: NEVER };
  return isFailing(endpoint) ? {} : { failingSince: new Date(at) };
}
