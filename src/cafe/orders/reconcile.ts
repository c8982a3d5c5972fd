import { DONE, type JobHandler, type JobResult, type OutboxRow, retryUntilVisible } from '../../outbox/jobs';
import { CredentialsRefusedError } from '../../platform/circuit-breaker';
import { errorMessage, MINUTE_MS } from '../../platform/platform';
import { find } from '../../tables/tables';
import { RECONCILE_KIND } from '../jobs';
import { endHolds } from '../menu/stock';
import { applyPayment } from '../payments/payment-webhook';
import { providerOf, toCharge } from '../payments/payments';
import { type Intent, PaymentRefusedError } from '../payments/provider';
import { ORDERS, type Order } from '../tables';
import { draftExpiry, draftedAt, draftTtl } from './drafts';
import { statusOf, transition } from './states';
import { startJobs, updateOrder } from './update-order';

/** Brings an order's payment, refund and stock in line with its row. Every step may be repeated. */
export const RECONCILE_HANDLER: JobHandler = {
  kind: RECONCILE_KIND,
  /** A refund is tried until it succeeds. */
  maxAttempts: Infinity,
  delays: [1, 2, 4, 8, 16, 32, 60],
  run,
};

function run(job: OutboxRow): JobResult {
  const order = find(ORDERS, job.entityId);
  try {
    if (order && order.version >= job.version) return reconcile(order);
    const result = retryUntilVisible(job, 'The order is not in the sheet yet.');
    if (!order && result.state === 'done') endHolds(job.entityId, 'release');
    return result;
  } catch (error) {
    return { state: 'retry', error: errorMessage(error) };
  }
}

function reconcile(order: Order): JobResult {
  const reconciled = statusOf(order) === 'draft' ? reconcileDraft(order) : order;
  if (statusOf(reconciled) === 'draft') return { state: 'retry', error: '', retryAt: nextCheck(reconciled) };
  if (statusOf(reconciled) === 'cancelled') reconcileCancelled(reconciled);
  else endHolds(reconciled.id, 'consume');
  return DONE;
}

/** The event of a payment may be late or lost, so the provider is asked. An expired draft is cancelled there first. */
function reconcileDraft(order: Order): Order {
  const isExpired = Date.now() >= draftExpiry(order);
  if (order.intentId === '') return isExpired ? expire(order) : order;
  const charge = toCharge(order);
  const intent = isExpired ? cancelExpired(order) : providerOf(charge).retrieve(charge);
  if (intent?.status === 'succeeded') return update(order, (current) => withIntent(current, intent));
  return isExpired && intent?.status !== 'open' ? expire(order) : order;
}

/** It does not wait until the owner has entered a valid key: money that still comes is refunded. */
function cancelExpired(order: Order): Intent | undefined {
  try {
    return cancelIntent(order);
  } catch (error) {
    if (error instanceof CredentialsRefusedError) return undefined;
    throw error;
  }
}

function expire(order: Order): Order {
  const reason = `The order was not paid within ${draftTtl(order) / MINUTE_MS} minutes.`;
  const expiry = { to: 'cancelled', by: 'timer', reason } as const;
  return update(order, (current) => (statusOf(current) === 'draft' ? transition(current, expiry) : {}));
}

/**
 * A cancelled order must leave no open payment, no money and no stock behind. Once it was placed its items may have been
 * made, so only the cafe knows what is left of them.
 */
function reconcileCancelled(order: Order): void {
  const wasPlaced = order.history.some(({ status }) => status === 'placed');
  const end = () => endHolds(order.id, wasPlaced ? 'consume' : 'release');
  let intent: Intent | undefined;
  try {
    if (order.intentId !== '' && order.paid === 0) intent = cancelIntent(order);
  } catch (error) {
    // The owner may enter a valid key much later.
    if (error instanceof CredentialsRefusedError) end();
    throw error;
  }
  if (intent?.status === 'open') throw new Error('The payment is in progress and cannot be cancelled yet.');
  end();
  const { paid, refunded, id } = intent ? update(order, (current) => withIntent(current, intent)) : order;
  if (paid <= refunded) return;
  const charge = { ...toCharge(order), amount: paid };
  const amount = providerOf(charge).refund(charge);
  update(order, (current) => ({ refunded: Math.max(current.refunded, amount), updatedAt: new Date() }));
  console.log(`${id}: ${amount} ${order.currency} refunded.`);
}

/** The intent may have succeeded first. Undefined where the provider refuses, since it has no such intent. */
function cancelIntent(order: Order): Intent | undefined {
  const charge = toCharge(order);
  try {
    return providerOf(charge).cancel(charge);
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error;
    console.warn(`${order.id}: the payment could not be cancelled: ${error.message}`);
    return undefined;
  }
}

function withIntent(order: Order, { id, status, received, currency }: Intent): Partial<Order> {
  return status === 'succeeded' ? applyPayment(order, { intentId: id, amount: received, currency }) : {};
}

function update(order: Order, patch: (current: Order) => Partial<Order>): Order {
  const updated = updateOrder(order.id, patch);
  if (!updated) throw new Error(`The order ${order.id} has been deleted.`);
  startJobs(updated);
  return updated.order;
}

/** The pauses double, and the last check is when the draft expires. */
function nextCheck(order: Order): Date {
  const now = Date.now();
  const pause = Math.max(MINUTE_MS, now - draftedAt(order));
  return new Date(Math.max(now + MINUTE_MS, Math.min(now + pause, draftExpiry(order))));
}
