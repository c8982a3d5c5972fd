import { OUTBOX, type OutboxRow } from '../outbox/jobs';
import { insertAll, select, type Write } from '../tables/tables';
import type { Order } from './tables';

/** An update of an order for the systems that its cafe has named. */
export const PUSH_KIND = 'push';
/** What has to follow outside of an order's row: its payment, its refund, the stock that it holds. */
export const RECONCILE_KIND = 'settle';

/** Of one state of an order, whoever is told of it and how often. */
export function eventId({ id, version }: Pick<Order, 'id' | 'version'>): string {
  return `evt_${id}_${version}`;
}

/** To be written before the order itself is. */
export function pushJob({ id, version }: Pick<Order, 'id' | 'version'>): OutboxRow {
  return {
    ...NEW_JOB,
    id: eventId({ id, version }),
    kind: PUSH_KIND,
    targetId: id,
    version,
    due: new Date(),
  };
}

/** `due` is when it is looked at first. */
export function reconcileJob({ id, version }: Pick<Order, 'id' | 'version'>, due: Date): OutboxRow {
  return { ...NEW_JOB, id: `settle_${id}_${version}`, kind: RECONCILE_KIND, targetId: id, version, due };
}

export function insertJobs(...rows: OutboxRow[]): Write {
  return insertAll(OUTBOX, rows);
}

const NEW_JOB = { tries: 0, state: 'queued', error: '' } as const;

/** What an endpoint has not taken yet, tried again for this one alone. */
export function retryPushJob(
  row: OutboxRow,
  endpointId: string,
  { due, error }: Pick<OutboxRow, 'due' | 'error'>,
) {
  const id = `${eventOfJob(row)} ${endpointId}`;
  return { ...row, id, due, tries: 1, error } satisfies OutboxRow;
}

/** The same event once more, for all endpoints of the cafe. */
export function repeatPushJob(order: Order): OutboxRow {
  return { ...pushJob(order), id: `${eventId(order)} again ${Utilities.getUuid()}` };
}

/** One id for every attempt, at every endpoint. */
export function eventOfJob({ targetId: id, version }: Pick<OutboxRow, 'targetId' | 'version'>): string {
  return eventId({ id, version });
}

/** Undefined where the row is for all endpoints of the cafe. */
export function endpointOfJob({ id }: OutboxRow): string | undefined {
  return /^\S+ (P-\d+)$/.exec(id)?.[1];
}

/** Those that do not wait already: whoever died after this does it again. */
export function queueMissing(rows: readonly OutboxRow[]): Write {
  return {
    check: (tabs) => insertAll(OUTBOX, rows).check(tabs),
    write(tabs) {
      const waiting = new Set(rows.length > 0 ? select(OUTBOX, ['id']).map(({ id }) => id) : []);
      insertAll(
        OUTBOX,
        rows.filter(({ id }) => !waiting.has(id)),
      ).write(tabs);
    },
  };
}
