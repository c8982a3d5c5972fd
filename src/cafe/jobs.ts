import type { OutboxRow } from '../outbox/jobs';
import type { Order } from './tables';

/** Pushes an update of an order to the endpoints of its cafe. */
export const PUSH_KIND = 'push';
/** Brings an order's payment, refund and stock in line with its row. */
export const RECONCILE_KIND = 'settle';

/** Texts the customer of an order that it is ready. */
export const READY_KIND = 'ready text';

type OrderVersion = Pick<Order, 'id' | 'version'>;

const NEW_JOB = { attempts: 0, state: 'queued', error: '' } as const;

/** One id for each version of an order, in all attempts at all endpoints. */
function eventId({ id, version }: OrderVersion): string {
  return `evt_${id}_${version}`;
}

/** Makes the job of a push to all endpoints of the cafe. */
export function pushJob({ id, version }: OrderVersion): OutboxRow {
  const runAt = new Date();
  return { ...NEW_JOB, id: eventId({ id, version }), kind: PUSH_KIND, entityId: id, version, runAt };
}

export function reconcileJob({ id, version }: OrderVersion, runAt: Date): OutboxRow {
  return { ...NEW_JOB, id: `settle_${id}_${version}`, kind: RECONCILE_KIND, entityId: id, version, runAt };
}

/** One for each order, which is ready for the first time. */
export function readyTextJob({ id, version }: OrderVersion): OutboxRow {
  return { ...NEW_JOB, id: `ready_${id}`, kind: READY_KIND, entityId: id, version, runAt: new Date() };
}
