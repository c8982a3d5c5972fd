import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { pushNow } from '../../pushes/push-now';
import { listeningCafes } from '../../pushes/receivers';
import { update, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { PUSH_KIND, pushJob, readyTextJob, reconcileJob } from '../jobs';
import { ORDERS, type Order } from '../tables';
import { ORDER_EVENTS, ORDER_UPDATED } from './order-events';
import { changeOrders } from './orders-version';
import { withReadableAmounts } from './readable-amounts';
import { callsForText } from './ready-text';
import { pendingRefunds } from './refunds';
import { statusOf } from './states';

/** An order after an update, and the jobs that the update has put into the outbox. */
export interface OrderUpdate {
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
  { ifVersion }: { ifVersion?: readonly number[] } = {},
): OrderUpdate | undefined {
  const cafes = listeningCafes(ORDER_UPDATED);
  let before: Order | undefined;
  let jobs: OutboxRow[] = [];
  const toPatch = (current: Order) => {
    before = current;
    return withReadableAmounts(current, patch(current));
  };
  const order = changeOrders(() =>
    update(ORDERS, id, toPatch, {
      first(next) {
        jobs = before ? toJobs(before, next, cafes) : [];
        return jobs.length > 0 ? [write.insert(OUTBOX, jobs)] : [];
      },
      opens: cafes.size > 0 ? [OUTBOX] : [],
      ...(ifVersion === undefined ? {} : { ifVersion }),
    }),
  );
  return order && { order, jobs: order.version === before?.version ? [] : jobs };
}

/** Change of an order as it was read. */
interface OrderChange {
  order: Order;
  patch: Partial<Order>;
}

/**
 * Updates several orders, the jobs of all before the first of them. An order that has changed since it was read stays as it is;
 * the jobs that it gets all the same do nothing.
 * @returns the IDs of those that have changed, and all jobs
 */
export function updateOrders(changes: readonly OrderChange[]): { outdated: Set<string>; jobs: OutboxRow[] } {
  const outdated = new Set(changes.map(({ order }) => order.id));
  if (changes.length === 0) return { outdated, jobs: [] };
  const cafes = listeningCafes(ORDER_UPDATED);
  const jobs = changes.flatMap(({ order, patch }) =>
    toJobs(order, { ...order, ...patch, version: order.version + 1 }, cafes),
  );
  const patches = changes.map(({ order, patch }) => {
    // The change runs again where another has been made in between: what it finds last counts.
    const change = (current: Order) => {
      if (current.version !== order.version) {
        outdated.add(order.id);
        return {};
      }
      outdated.delete(order.id);
      return withReadableAmounts(current, patch);
    };
    return [order.id, change] as const;
  });
  changeOrders(() => writeAll(write.insert(OUTBOX, jobs), write.update(ORDERS, new Map(patches))));
  return { outdated, jobs };
}

/** The columns whose changes are pushed, besides the history. */
const TOLD = ['refunded', 'refundError', 'dispute', 'summary', 'note', 'pickupAt'] as const;

/**
 * Transitions, changes, refunds and disputes are pushed where somebody listens. A cancelled order may have a payment or stock to give
 * back, and one with a refund that is asked for has money to.
 */
function toJobs(before: Order, next: Order, listened: ReadonlySet<string>): OutboxRow[] {
  const isPushed =
    before.history.length !== next.history.length || TOLD.some((name) => before[name] !== next[name]);
  const isCancelled = statusOf(next) === 'cancelled';
  const isReconciled =
    (isCancelled && (statusOf(before) !== 'cancelled' || next.paid > before.paid)) ||
    pendingRefunds(next).length > pendingRefunds(before).length;
  return [
    ...(isPushed && listened.has(next.cafeId) ? [pushJob(next)] : []),
    ...(isReconciled ? [reconcileJob(next, new Date())] : []),
    ...(callsForText(before, next) ? [readyTextJob(next)] : []),
  ];
}

/** Pushes an update at once, and wakes the worker for everything else. Call it outside every lock. */
export function startJobs({ order, jobs }: OrderUpdate): void {
  const wakes = jobs.some(({ kind }) => kind !== PUSH_KIND);
  const job = jobs.find(({ kind }) => kind === PUSH_KIND);
  if (job) pushNow(ORDER_EVENTS, [{ job, entity: order }], { wakes });
  else if (wakes) wakeWorker();
}
