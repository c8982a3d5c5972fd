import { ordersChanged } from '../cafe/orders/orders-version';
import { ORDERS } from '../cafe/tables';
import { noteDeletions } from '../leads/lead/person';
import { LEADS } from '../leads/tables';
import { OUTBOX } from '../outbox/jobs';
import { DELIVERIES } from '../pushes/tables';
import type { OldRows } from '../retention/old-data';
import { ARCHIVE } from '../tables/archive';
import { scan } from '../tables/tables';

/** What is done with in the API once it is old. */
export const OLD_ROWS: readonly OldRows[] = [
  {
    table: LEADS,
    label: 'Leads that are sold or lost, by their last change',
    by: 'updatedAt',
    only: { column: 'status', values: ['sold', 'lost'] },
    children: [{ table: ARCHIVE, of: 'target' }],
    findBusy: withJobs,
    beforeRemoval: noteDeletions,
  },
  {
    table: ORDERS,
    label: 'Orders that are completed or cancelled, by their last change',
    by: 'updatedAt',
    only: { column: 'status', values: ['completed', 'cancelled'] },
    findBusy: withJobs,
    afterRemoval: ordersChanged,
  },
  { table: DELIVERIES, label: 'Deliveries of pushes', by: 'at' },
];

/** A message, refund or push may still be due. */
function withJobs(): string[] {
  return scan(OUTBOX, ['entityId']).map(({ entityId }) => entityId);
}
