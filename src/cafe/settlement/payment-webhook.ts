import * as v from 'valibot';
import { logError } from '../../health/errors';
import { signerOf } from '../../http/connectable';
import { described } from '../../http/described';
import { type Call, type Routes, route } from '../../http/route';
import { formatAmount } from '../money';
import { countDraft } from '../orders/draft-limit';
import { expire, isOpenDraft } from '../orders/drafts';
import { statusOf, transition } from '../orders/states';
import { type OrderUpdate, startJobs, updateOrder } from '../orders/update-order';
import { payments } from '../payments/payments';
import { PAYMENT_WEBHOOK, type PaymentEvent } from '../payments/provider';
import type { Order } from '../tables';
import { isNewOf, updateSettlement, withEvent } from './settlement';

export const PAYMENT_ROUTES: Routes = {
  [`POST ${PAYMENT_WEBHOOK}`]: route({
    summary: `Receives payment events, signed by ${payments.names}`,
    access: 'signed',
    signedBody: payments.signedBody,
    response: v.strictObject({ received: described(v.literal(true), 'Always true.') }),
    handle: receivePaymentEvent,
  }),
};

/** Events may be repeated and arrive in any order. */
function receivePaymentEvent({ request }: Call): { received: true } {
  const event = signerOf(request, payments).webhook.toEvent(request);
  if (!event) return { received: true };
  const updated = 'amount' in event ? updatePayment(event) : updateSettlement(event);
  if (updated) startJobs(updated);
  return { received: true };
}

function updatePayment(event: PaymentEvent): OrderUpdate | undefined {
  let wasDraft = false;
  const updated = updateOrder(event.orderId, (order) => {
    wasDraft = statusOf(order) === 'draft';
    return applyEvent(order, event);
  });
  if (!updated) logError(`${event.eventId} is about ${event.orderId}, which is not in the sheet.`);
  else if (wasDraft && statusOf(updated.order) !== 'draft') countDraft(updated.order.cafeId, -1);
  return updated;
}

function applyEvent(order: Order, event: PaymentEvent): Partial<Order> {
  if (!isNewOf(order, event)) return {};
  const effect = EFFECTS[event.type](order, event);
  // An event without an effect is not remembered: at worst a repeat of it tells an older reason of a failure.
  if (isInEffect(order, effect)) return {};
  return { events: withEvent(order, event), updatedAt: new Date(), ...effect };
}

function isInEffect(order: Order, effect: Partial<Order>): boolean {
  const columns = Object.keys(effect) as (keyof Order)[];
  return columns.every((name) => order[name] === effect[name]);
}

type Payment = Pick<PaymentEvent, 'intentId' | 'amount' | 'currency' | 'error'>;

const EFFECTS: Record<PaymentEvent['type'], (order: Order, payment: Payment) => Partial<Order>> = {
  succeeded: applyPayment,
  // The customer may try another card.
  failed: (order, { error }) =>
    statusOf(order) === 'draft' ? { paymentError: error ?? 'The payment failed.' } : {},
  cancelled(order) {
    if (statusOf(order) !== 'draft') return {};
    // The timer cancels the payment first, and the provider may be faster to tell of it.
    if (!isOpenDraft(order)) return expire(order);
    return transition(order, { to: 'cancelled', by: 'payment', reason: 'The payment was cancelled.' });
  },
};

/** The right amount places a draft and a wrong one cancels it. What is paid for a cancelled order is refunded later. */
export function applyPayment(order: Order, { intentId, amount, currency }: Payment): Partial<Order> {
  const paid = { intentId: order.intentId || intentId, paid: Math.max(order.paid, amount), paymentError: '' };
  if (statusOf(order) !== 'draft') return paid;
  if (amount === order.total && currency === order.currency)
    return { ...paid, ...transition(order, { to: 'placed', by: 'payment' }) };
  const received = `${formatAmount(amount, currency)} ${currency}`;
  const reason = `The payment was ${received} instead of ${formatAmount(order.total, order.currency)} ${order.currency}.`;
  return { ...paid, ...transition(order, { to: 'cancelled', by: 'payment', reason }) };
}
