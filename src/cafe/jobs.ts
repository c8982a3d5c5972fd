import { OUTBOX, type OutboxRow } from '../outbox/tables';
import { insertAll, type Write } from '../tables/tables';
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

export function queue(...rows: OutboxRow[]): Write {
  return insertAll(OUTBOX, rows);
}

const NEW_JOB = { tries: 0, state: 'queued', error: '' } as const;
