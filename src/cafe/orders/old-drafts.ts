import { OUTBOX } from '../../outbox/jobs';
import { DAY_MS, HOUR_MS } from '../../platform/platform';
import { type MaintenanceTask, maintain, scan, type Where } from '../../tables/tables';
import { ORDERS } from '../tables';
import { changeOrders } from './orders-version';

/** Long enough for a customer to find the order, and short enough for the row to be gone within a day. */
const MAX_AGE_MS = 17 * HOUR_MS;
/** Age with an Idempotency-Key: a request that is repeated within a day finds its first response. */
const MAX_AGE_WITH_KEY_MS = DAY_MS;

/** Each deletes a few runs of rows under the lock; where paid orders lie in between, a run is a single row. */
const MAX_HOLDS = 10;

/**
 * Removes the rows of drafts that were cancelled unpaid. Only a payment places an order, so none of them ever was, and
 * whoever has paid anything keeps the row. One with a job stays too: its payment may still be open at the provider.
 */
export const OLD_DRAFTS: MaintenanceTask = {
  name: 'old drafts',
  /** Each run reads five columns of all orders, and a free account has 90 minutes of timers a day. */
  everyMinutes: 360,
  run() {
    const busy = scan(OUTBOX, ['entityId']).map(({ entityId }) => entityId);
    const unpaid = { status: 'cancelled', paid: 0, id: { notIn: busy } } as const;
    const olderThan = (ms: number) => ({ createdAt: { lt: new Date(Date.now() - ms) } });
    changeOrders(() => {
      removeAll({ ...unpaid, requestKey: '', ...olderThan(MAX_AGE_MS) });
      removeAll({ ...unpaid, ...olderThan(MAX_AGE_WITH_KEY_MS) });
    });
  },
};

function removeAll(where: Where<typeof ORDERS>): void {
  for (let hold = 0; hold < MAX_HOLDS; hold++) if (maintain(ORDERS, where) === 0) return;
}
