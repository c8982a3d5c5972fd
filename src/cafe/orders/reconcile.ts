import { DONE, type JobHandler, type JobResult, type OutboxRow, retryUntilVisible } from '../../outbox/jobs';
import { errorMessage, HOUR_MS, MINUTE_MS } from '../../platform/platform';
import { doubling } from '../../platform/retry';
import { find } from '../../tables/tables';
import { RECONCILE_KIND } from '../jobs';
import { consume, endHolds, release } from '../menu/stock';
import { applyPayment } from '../payments/payment-webhook';
import { providerOf, toCharge } from '../payments/payments';
import { type Intent, PaymentRefusedError } from '../payments/provider';
import { ORDERS, type Order } from '../tables';
import { statusOf } from './order-schemas';
import { transition } from './states';
import { startJobs, updateOrder } from './update-order';

/** Brings what is outside of an order's row in line with it: the payment, the refund, the stock. Every step may be repeated. */
export const RECONCILE_HANDLER: JobHandler = {
  kind: RECONCILE_KIND,
  /** Money is never given up. */
  maxAttempts: Infinity,
  delays: [...doubling(MINUTE_MS, 6), HOUR_MS],
  run,
};

/** A draft that nobody has paid for by then is given up. */
const DRAFT_MS = 15 * MINUTE_MS;

function run(row: OutboxRow): JobResult {
  const order = find(ORDERS, row.targetId);
  try {
    if (order && order.version >= row.version) return reconcile(order);
    const result = retryUntilVisible(row, 'The order is not in the sheet yet.');
    if (!order && result.state === 'done') endHolds(row.targetId, release);
    return result;
  } catch (error) {
    return { state: 'retry', error: errorMessage(error) };
  }
}

function reconcile(order: Order): JobResult {
  const settled = statusOf(order) === 'draft' ? lookAtDraft(order) : order;
  if (statusOf(settled) === 'draft') return { state: 'retry', error: '', retryAt: nextLook(settled) };
  if (statusOf(settled) === 'cancelled') giveBack(settled);
  else endHolds(settled.id, consume);
  return DONE;
}

/** News of its payment may be late or lost, so the provider is asked. One whose time is over is cancelled there first. */
function lookAtDraft(order: Order): Order {
  const isOver = Date.now() >= startOf(order) + DRAFT_MS;
  if (order.intentId === '') return isOver ? expire(order) : order;
  const intent = isOver ? cancelIntent(order) : ask(order, 'retrieve');
  if (intent?.status === 'succeeded') return update(order, (standing) => withIntent(standing, intent));
  return isOver && intent?.status !== 'open' ? expire(order) : order;
}

function expire(order: Order): Order {
  const reason = 'The order was not paid within 15 minutes.';
  const move = { to: 'cancelled', by: 'timer', reason } as const;
  return update(order, (standing) => (statusOf(standing) === 'draft' ? transition(standing, move) : {}));
}

/** What it has come to by then, where money was quicker. Undefined where the provider knows nothing of it. */
function cancelIntent(order: Order): Intent | undefined {
  try {
    return ask(order, 'cancel');
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error;
    console.warn(`${order.id}: the payment could not be cancelled: ${error.message}`);
    return undefined;
  }
}

/**
 * An order that has come to nothing leaves no payment open, no money kept and no piece taken. What was paid for may be
 * made by then: the cafe knows what is left.
 */
function giveBack(order: Order): void {
  const intent = order.intentId !== '' && order.paid === 0 ? cancelIntent(order) : undefined;
  if (intent?.status === 'open') throw new Error('The payment is in progress and cannot be cancelled yet.');
  endHolds(order.id, wasPlaced(order) ? consume : release);
  const { paid, refunded, id } = intent ? update(order, (standing) => withIntent(standing, intent)) : order;
  if (paid <= refunded) return;
  const amount = providerOf(toCharge(order)).refund({ ...toCharge(order), amount: paid });
  update(order, (standing) => ({ refunded: Math.max(standing.refunded, amount), updatedAt: new Date() }));
  console.log(`${id}: ${amount} ${order.currency} refunded.`);
}

function wasPlaced({ history }: Order): boolean {
  return history.some(({ status }) => status === 'placed');
}

function ask(order: Order, what: 'retrieve' | 'cancel'): Intent {
  const asked = toCharge(order);
  return providerOf(asked)[what](asked);
}

function withIntent(order: Order, { id, status, received, currency }: Intent): Partial<Order> {
  return status === 'succeeded' ? applyPayment(order, { intentId: id, amount: received, currency }) : {};
}

function update(order: Order, patch: (standing: Order) => Partial<Order>): Order {
  const changed = updateOrder(order.id, patch);
  if (!changed) throw new Error(`The order ${order.id} has been deleted.`);
  startJobs(changed);
  return changed.order;
}

/** A time in a date cell depends on the sheet's time zone. */
function startOf({ history }: Order): number {
  return Date.parse(history[0]?.at ?? '');
}

/** Twice as long after every look, and in time for the end. */
function nextLook(order: Order): Date {
  const [now, start] = [Date.now(), startOf(order)];
  const pause = Math.max(MINUTE_MS, now - start);
  return new Date(Math.max(now + MINUTE_MS, Math.min(now + pause, start + DRAFT_MS)));
}
