import * as v from 'valibot';
import { logError } from '../../health/errors';
import { HttpError } from '../../http/http-error';
import { type Call, type Request, type Routes, route } from '../../http/route';
import { countDraft } from '../orders/draft-limit';
import { statusOf, transition } from '../orders/states';
import { startJobs, updateOrder } from '../orders/update-order';
import type { Order } from '../tables';
import { findStripeSettings } from './stripe-settings';
import { findSignatureProblem, StripeEvent, toPaymentEvent } from './stripe-webhook';

/** An event of a provider about the payment of one order. */
export interface PaymentEvent {
  /** The provider's id of the event. Each is applied once. */
  eventId: string;
  orderId: string;
  intentId: string;
  type: 'succeeded' | 'failed' | 'cancelled' | 'refunded' | 'refund failed';
  /** In minor units: what was received, what has been refunded in total, or what could not be refunded. */
  amount: number;
  /** Three capital letters. */
  currency: string;
  /** Why it failed. The customer reads it. */
  error?: string;
}

/** A provider repeats an event for some days at most, and an order has a handful. */
const MAX_EVENTS = 50;

const SIGNATURE_HEADER = 'stripe-signature';

export const PAYMENT_ROUTES: Routes = {
  'POST /webhooks/payments': route({
    summary: 'Receives payment events, signed by Stripe',
    access: 'signed',
    signedBody: { type: 'application/json', schema: StripeEvent, signature: 'Stripe-Signature' },
    response: v.strictObject({ received: v.literal(true) }),
    handle: receivePaymentEvent,
  }),
};

/** Events may be repeated and arrive in any order. */
function receivePaymentEvent({ request }: Call): { received: true } {
  assertSigned(request);
  const event = toPaymentEvent(request.body);
  if (!event) return { received: true };
  const { eventId, orderId, type, error } = event;
  let wasDraft = false;
  const updated = updateOrder(orderId, (order) => {
    wasDraft = statusOf(order) === 'draft';
    return applyEvent(order, event);
  });
  if (!updated) {
    logError(`${eventId} is about ${orderId}, which is not in the sheet.`);
    return { received: true };
  }
  if (type === 'refund failed' && updated.order.events.includes(eventId))
    logError(`${orderId}: ${error} The customer has not been refunded yet.`);
  if (wasDraft && statusOf(updated.order) !== 'draft') countDraft(updated.order.cafeId, -1);
  startJobs(updated);
  return { received: true };
}

/** @throws HttpError 401 */
function assertSigned({ body: payload, headers }: Request): void {
  const secrets = findStripeSettings()?.webhookSecrets ?? [];
  const header = headers[SIGNATURE_HEADER];
  const problem = findSignatureProblem({ payload, header, secrets, now: Date.now() });
  if (problem === undefined) return;
  const message = `Stripe-Signature is ${problem}.`;
  throw new HttpError(401, 'invalid_signature', message, { param: SIGNATURE_HEADER });
}

function applyEvent(order: Order, event: PaymentEvent): Partial<Order> {
  const { eventId, intentId, type } = event;
  if (order.events.includes(eventId)) return {};
  if (order.intentId !== '' && order.intentId !== intentId) {
    // The metadata of another payment names this order.
    logError(`${eventId} is about ${intentId}, but ${order.id} is paid for by ${order.intentId}.`);
    return {};
  }
  return { events: [...order.events, eventId].slice(-MAX_EVENTS), ...EFFECTS[type](order, event) };
}

type Payment = Pick<PaymentEvent, 'intentId' | 'amount' | 'currency' | 'error'>;

const EFFECTS: Record<PaymentEvent['type'], (order: Order, payment: Payment) => Partial<Order>> = {
  succeeded: applyPayment,
  // The customer may try another card.
  failed: (order, { error }) =>
    statusOf(order) === 'draft' ? { paymentError: error ?? 'The payment failed.' } : {},
  cancelled: (order) =>
    statusOf(order) === 'draft'
      ? transition(order, { to: 'cancelled', by: 'payment', reason: 'The payment was cancelled.' })
      : {},
  refunded: (order, { amount }) => ({ refunded: Math.max(order.refunded, amount) }),
  // Another attempt would fail the same way. The cafe has to refund it by other means.
  'refund failed': (_, { error = '' }) => ({ paymentError: error }),
};

/** The right amount places a draft and a wrong one cancels it. What is paid for a cancelled order is refunded later. */
export function applyPayment(order: Order, { intentId, amount, currency }: Payment): Partial<Order> {
  const paid = { intentId: order.intentId || intentId, paid: Math.max(order.paid, amount), paymentError: '' };
  if (statusOf(order) !== 'draft') return paid;
  if (amount === order.total && currency === order.currency)
    return { ...paid, ...transition(order, { to: 'placed', by: 'payment' }) };
  const reason = `The payment was ${amount} ${currency} instead of ${order.total} ${order.currency}.`;
  return { ...paid, ...transition(order, { to: 'cancelled', by: 'payment', reason }) };
}
