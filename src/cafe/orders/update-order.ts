import type { OutboxRow } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/wake-up';
import { update, type Write } from '../../tables/tables';
import { insertJobs, PUSH_KIND, pushJob, RECONCILE_KIND, reconcileJob } from '../jobs';
import { pushNow } from '../pushes/push-now';
import { ORDERS, type Order } from '../tables';
import { statusOf } from './order-schemas';

/** An order as it stands now, and what is to be sent of the change: nothing where none was made. */
export interface OrderUpdate {
  order: Order;
  jobs: OutboxRow[];
}

/**
 * Changes an order by a pure function of what stands there. Whoever is to hear of it, and whatever has to follow, stands
 * in the outbox before the order is written. Undefined where there is no such order.
 */
export function updateOrder(
  id: string,
  patch: (order: Order) => Partial<Order>,
  { ifVersion }: { ifVersion?: number } = {},
): OrderUpdate | undefined {
  let before: Order | undefined;
  let jobs: OutboxRow[] = [];
  const first = (next: Order): Write => {
    jobs = before ? jobsOf(before, next) : [];
    // Whoever dies from here on leaves a row that the next minute finds.
    if (jobs.length > 0) wakeWorker();
    return insertJobs(...jobs);
  };
  const order = update(
    ORDERS,
    id,
    (standing) => {
      before = standing;
      return patch(standing);
    },
    { first, ...(ifVersion === undefined ? {} : { ifVersion }) },
  );
  return order && { order, jobs: order.version === before?.version ? [] : jobs };
}

/** The first try follows at once, outside of every lock; the timer has what it leaves. It may have looked before the row stood. */
export function startJobs({ order, jobs }: OrderUpdate): void {
  if (jobs.some(({ kind }) => kind === RECONCILE_KIND)) wakeWorker();
  if (jobs.some(({ kind }) => kind === PUSH_KIND)) pushNow(order);
}

function jobsOf(before: Order, next: Order): OutboxRow[] {
  const isTold = before.history.length !== next.history.length || before.refunded !== next.refunded;
  const isEnding =
    statusOf(next) === 'cancelled' && (statusOf(before) !== 'cancelled' || next.paid > before.paid);
  return [...(isTold ? [pushJob(next)] : []), ...(isEnding ? [reconcileJob(next, new Date())] : [])];
}
