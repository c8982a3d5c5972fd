import { OUTBOX } from '../../outbox/jobs';
import { HOUR_MS } from '../../platform/platform';
import { compactRows, type MaintenanceTask, select } from '../../tables/tables';
import { ORDERS } from '../tables';

/** Most of a day, so that a customer still finds the order, and a repeated request its first response. */
const MAX_AGE_MS = 20 * HOUR_MS;

/** Each deletes a few runs of rows under the lock; where paid orders lie in between, a run is a single row. */
const MAX_HOLDS = 10;

/**
 * Removes the rows of drafts that were cancelled unpaid. Only a payment places an order, so none of them ever was, and
 * whoever has paid anything keeps the row. One with a job stays too: its payment may still be open at the provider.
 */
export const OLD_DRAFTS: MaintenanceTask = {
  name: 'old drafts',
  everyMinutes: 60,
  run() {
    const busy = select(OUTBOX, ['entityId']).map(({ entityId }) => entityId);
    const createdAt = { lt: new Date(Date.now() - MAX_AGE_MS) };
    const where = { status: 'cancelled', paid: 0, createdAt, id: { notIn: busy } } as const;
    for (let hold = 0; hold < MAX_HOLDS; hold++) if (compactRows(ORDERS, where) === 0) return;
  },
};
