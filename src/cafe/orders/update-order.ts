import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { insertRows, update, type Write } from '../../tables/tables';
import { PUSH_KIND, pushJob, RECONCILE_KIND, reconcileJob } from '../jobs';
import { pushNow } from '../pushes/push';
import { ORDERS, type Order } from '../tables';
import { statusOf } from './states';

/** An order after an update, and the jobs that the update has put into the outbox. */
interface OrderUpdate {
  order: Order;
  jobs: OutboxRow[];
}

/**
 * Updates an order by a pure function of its current row. The jobs that follow from the update are written before the row,
 * so that no update is ever without them. Undefined if there is no such order.
 */
export function updateOrder(
  id: string,
  patch: (order: Order) => Partial<Order>,
  { ifVersion }: { ifVersion?: number } = {},
): OrderUpdate | undefined {
  let before: Order | undefined;
  let jobs: OutboxRow[] = [];
  const first = (next: Order): Write => {
    jobs = before ? toJobs(before, next) : [];
    // From here on this execution may end: the worker finds the jobs within a minute.
    if (jobs.length > 0) wakeWorker();
    return insertRows(OUTBOX, jobs);
  };
  const order = update(
    ORDERS,
    id,
    (current) => {
      before = current;
      return patch(current);
    },
    { first, ...(ifVersion === undefined ? {} : { ifVersion }) },
  );
  return order && { order, jobs: order.version === before?.version ? [] : jobs };
}

/** Transitions and refunds are pushed. A cancelled order may have a payment or stock to give back. */
function toJobs(before: Order, next: Order): OutboxRow[] {
  const isPushed = before.history.length !== next.history.length || before.refunded !== next.refunded;
  const isCancelled = statusOf(next) === 'cancelled';
  const isReconciled = isCancelled && (statusOf(before) !== 'cancelled' || next.paid > before.paid);
  return [...(isPushed ? [pushJob(next)] : []), ...(isReconciled ? [reconcileJob(next, new Date())] : [])];
}

/**
 * Pushes an update at once and wakes the worker for everything else. Call it outside every lock. The worker is woken a
 * second time because it may have run before the jobs were in the outbox.
 */
export function startJobs({ order, jobs }: OrderUpdate): void {
  if (jobs.some(({ kind }) => kind === RECONCILE_KIND)) wakeWorker();
  if (jobs.some(({ kind }) => kind === PUSH_KIND)) pushNow(order);
}
