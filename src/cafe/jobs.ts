import { OUTBOX, type OutboxRow } from '../outbox/jobs';
import { insertAll, select, type Write } from '../tables/tables';
import type { Order } from './tables';

/** Pushes an update of an order to the endpoints of its cafe. */
export const PUSH_KIND = 'push';
/** Brings an order's payment, refund and stock in line with its row. */
export const RECONCILE_KIND = 'settle';

type OrderVersion = Pick<Order, 'id' | 'version'>;

const NEW_JOB = { attempts: 0, state: 'queued', error: '' } as const;

/** One id for each version of an order, in all attempts at all endpoints. */
export function eventId({ id, version }: OrderVersion): string {
  return `evt_${id}_${version}`;
}

export function eventOfJob({ entityId: id, version }: Pick<OutboxRow, 'entityId' | 'version'>): string {
  return eventId({ id, version });
}

/** For all endpoints of the cafe. */
export function pushJob({ id, version }: OrderVersion): OutboxRow {
  const runAt = new Date();
  return { ...NEW_JOB, id: eventId({ id, version }), kind: PUSH_KIND, entityId: id, version, runAt };
}

/** The same event once more, for all endpoints of the cafe. */
export function repeatPushJob(order: Order): OutboxRow {
  return { ...pushJob(order), id: `${eventId(order)} again ${Utilities.getUuid()}` };
}

/** The second attempt, for one endpoint. */
export function retryPushJob(
  job: OutboxRow,
  endpointId: string,
  { runAt, error }: Pick<OutboxRow, 'runAt' | 'error'>,
): OutboxRow {
  return { ...job, id: `${eventOfJob(job)} ${endpointId}`, runAt, attempts: 1, error };
}

/** Undefined for a job for all endpoints of the cafe. */
export function endpointOfJob({ id }: OutboxRow): string | undefined {
  return /^\S+ (P-\d+)$/.exec(id)?.[1];
}

export function reconcileJob({ id, version }: OrderVersion, runAt: Date): OutboxRow {
  return { ...NEW_JOB, id: `settle_${id}_${version}`, kind: RECONCILE_KIND, entityId: id, version, runAt };
}

export function insertJobs(...jobs: OutboxRow[]): Write {
  return insertAll(OUTBOX, jobs);
}

/** Skips the jobs that are in the outbox already, from an execution that has ended too early. */
export function insertMissingJobs(jobs: readonly OutboxRow[]): Write {
  return {
    check: (tabs) => insertAll(OUTBOX, jobs).check(tabs),
    write(tabs) {
      const existing = new Set(jobs.length > 0 ? select(OUTBOX, ['id']).map(({ id }) => id) : []);
      const missing = jobs.filter(({ id }) => !existing.has(id));
      insertAll(OUTBOX, missing).write(tabs);
    },
  };
}
