import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { groupNearby, insertRows, update, updateRows, writeAll } from '../../tables/tables';
import { PUSH_KIND, pushJob, RECONCILE_KIND, reconcileJob } from '../jobs';
import { pushNow } from '../pushes/push';
import { listenedCafes } from '../pushes/receivers';
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
  const cafes = listenedCafes();
  let before: Order | undefined;
  let jobs: OutboxRow[] = [];
  const order = update(
    ORDERS,
    id,
    (current) => {
      before = current;
      return patch(current);
    },
    {
      first(next) {
        jobs = before ? toJobs(before, next, cafes) : [];
        return jobs.length > 0 ? insertRows(OUTBOX, jobs) : undefined;
      },
      opens: cafes.size > 0 ? [OUTBOX] : [],
      ...(ifVersion === undefined ? {} : { ifVersion }),
    },
  );
  return order && { order, jobs: order.version === before?.version ? [] : jobs };
}

/** What is to be changed of an order as it was read. */
interface OrderChange {
  order: Order;
  patch: Partial<Order>;
}

/**
 * Updates several orders, those near each other under one lock. An order that has changed since it was read stays as it is;
 * the jobs that it gets all the same do nothing.
 * @returns the IDs of those that have changed, and all jobs
 */
export function updateOrders(changes: readonly OrderChange[]): { outdated: Set<string>; jobs: OutboxRow[] } {
  const outdated = new Set(changes.map(({ order }) => order.id));
  const all: OutboxRow[] = [];
  if (changes.length === 0) return { outdated, jobs: all };
  const cafes = listenedCafes();
  const byId = new Map(changes.map((change) => [change.order.id, change]));
  for (const ids of groupNearby(ORDERS, [...byId.keys()])) {
    const own = ids.flatMap((id) => byId.get(id) ?? []);
    const jobs = own.flatMap(({ order, patch }) =>
      toJobs(order, { ...order, ...patch, version: order.version + 1 }, cafes),
    );
    const patches = own.map(({ order, patch }) => {
      const change = (current: Order) => {
        if (current.version !== order.version) return {};
        outdated.delete(order.id);
        return patch;
      };
      return [order.id, change] as const;
    });
    writeAll(insertRows(OUTBOX, jobs), updateRows(ORDERS, new Map(patches)));
    all.push(...jobs);
  }
  return { outdated, jobs: all };
}

/**
 * Transitions and refunds are pushed where somebody listens. A cancelled order may have a payment or stock to give back.
 */
function toJobs(before: Order, next: Order, listened: ReadonlySet<string>): OutboxRow[] {
  const isPushed = before.history.length !== next.history.length || before.refunded !== next.refunded;
  const isCancelled = statusOf(next) === 'cancelled';
  const isReconciled = isCancelled && (statusOf(before) !== 'cancelled' || next.paid > before.paid);
  return [
    ...(isPushed && listened.has(next.cafeId) ? [pushJob(next)] : []),
    ...(isReconciled ? [reconcileJob(next, new Date())] : []),
  ];
}

/** Pushes an update at once, and wakes the worker for everything else. Call it outside every lock. */
export function startJobs({ order, jobs }: OrderUpdate): void {
  const isReconciled = jobs.some(({ kind }) => kind === RECONCILE_KIND);
  if (jobs.some(({ kind }) => kind === PUSH_KIND)) pushNow(order, { wakes: isReconciled });
  else if (isReconciled) wakeWorker();
}
