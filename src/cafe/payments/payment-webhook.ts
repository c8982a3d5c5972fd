import { logError } from '../../health/errors';
import { HttpError } from '../../http/http-error';
import type { Call, Request } from '../../http/route';
import { statusOf } from '../orders/order-schemas';
import { transition } from '../orders/states';
import { startJobs, updateOrder } from '../orders/update-order';
import type { Order } from '../tables';
import { findStripeSettings } from './stripe-settings';
import { findSignatureTrouble, toPaymentEvent } from './stripe-webhook';

/** What a payment provider tells of one order, in the desk's words. */
export interface PaymentEvent {
  /** Of the provider's event; each counts once. */
  eventId: string;
  orderId: string;
  intentId: string;
  what: 'succeeded' | 'failed' | 'cancelled' | 'refunded' | 'not refunded';
  /** In minor units: what has come in, what has been given back in all, or what could not be. */
  amount: number;
  /** Three capital letters. */
  currency: string;
  /** Why it failed, for the customer to read. */
  error?: string;
}

/** The provider tells an event again for some days; an order has a handful. */
const MOST_EVENTS = 50;

const HEADER = 'stripe-signature';

/** What news of its payment make of an order; told again, or in another order, they make the same of it. */
function applyEvent(order: Order, news: PaymentEvent): Partial<Order> {
  if (order.events.includes(news.eventId) || isForeign(order, news)) return {};
  return { events: [...order.events, news.eventId].slice(-MOST_EVENTS), ...EFFECTS[news.what](order, news) };
}

/** Of another payment that somebody has given the id of this order: what this one comes to says nothing of it. */
function isForeign(order: Order, { eventId, intentId }: PaymentEvent): boolean {
  if (order.intentId === '' || order.intentId === intentId) return false;
  logError(`${eventId} is about ${intentId}, but ${order.id} is paid for by ${order.intentId}.`);
  return true;
}

type Money = Omit<PaymentEvent, 'eventId' | 'orderId' | 'what'>;

/** Money for a draft places it, if it is the right sum; any other money is only noted, and given back where nothing is to be had for it. */
export function applyPayment(order: Order, { intentId, amount, currency }: Money): Partial<Order> {
  const paid = { intentId: order.intentId || intentId, paid: Math.max(order.paid, amount), paymentError: '' };
  if (statusOf(order) !== 'draft') return paid;
  const isRight = amount === order.total && currency === order.currency;
  const reason = `The payment was ${amount} ${currency} instead of ${order.total} ${order.currency}.`;
  const move = isRight
    ? { to: 'placed' as const, by: 'payment' }
    : { to: 'cancelled' as const, by: 'payment', reason };
  return { ...paid, ...transition(order, move) };
}

const EFFECTS: Record<PaymentEvent['what'], (order: Order, news: Money) => Partial<Order>> = {
  succeeded: applyPayment,
  // The card was declined: another one may do.
  failed: (order, { error }) =>
    statusOf(order) === 'draft' ? { paymentError: error ?? 'The payment failed.' } : {},
  cancelled: (order) =>
    statusOf(order) === 'draft'
      ? transition(order, { to: 'cancelled', by: 'payment', reason: 'The payment was cancelled.' })
      : {},
  refunded: (order, { amount }) => ({ refunded: Math.max(order.refunded, amount) }),
  // A person has to find another way; to ask again would get the same answer.
  'not refunded': (_, { error = '' }) => ({ paymentError: error }),
};

/** What the provider tells of payments; telling it twice, or in another order, changes nothing. */
export function receivePaymentEvent({ request }: Call<undefined, undefined>): { received: true } {
  assertSigned(request);
  const news = toPaymentEvent(request.body);
  const changed = news && updateOrder(news.orderId, (order) => applyEvent(order, news));
  if (news?.what === 'not refunded' && changed?.order.events.includes(news.eventId))
    logError(`${news.orderId}: ${news.error} The customer has not been refunded yet.`);
  if (changed) startJobs(changed);
  else if (news) logError(`${news.eventId} is about ${news.orderId}, which is not in the sheet.`);
  return { received: true };
}

/** @throws HttpError 401 */
function assertSigned({ body: payload, headers }: Request): void {
  const secrets = findStripeSettings()?.webhookSecrets ?? [];
  const trouble = findSignatureTrouble({ payload, header: headers[HEADER], secrets, now: Date.now() });
  if (trouble === undefined) return;
  throw new HttpError(401, 'invalid_signature', `Stripe-Signature is ${trouble}.`, { param: HEADER });
}
