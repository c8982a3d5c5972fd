import { logError } from '../../health/errors';
import { advance } from '../orders/advance';
import { statusOf } from '../orders/order-view';
import type { Order } from '../tables';
import type { PaymentNews } from './news';

/** The provider tells an event again for some days; an order has a handful. */
const MOST_EVENTS = 50;

/** What news of its payment make of an order; told again, or in another order, they make the same of it. */
export function withNews(order: Order, news: PaymentNews): Partial<Order> {
  if (order.events.includes(news.eventId) || isForeign(order, news)) return {};
  return { events: [...order.events, news.eventId].slice(-MOST_EVENTS), ...EFFECTS[news.what](order, news) };
}

/** Of another payment that somebody has given the id of this order: what this one comes to says nothing of it. */
function isForeign(order: Order, { eventId, intentId }: PaymentNews): boolean {
  if (order.intentId === '' || order.intentId === intentId) return false;
  logError(`${eventId} is about ${intentId}, but ${order.id} is paid for by ${order.intentId}.`);
  return true;
}

type Told = Omit<PaymentNews, 'eventId' | 'orderId' | 'what'>;

/** Money for a draft places it, if it is the right sum; any other money is only noted, and given back where nothing is to be had for it. */
export function withMoney(order: Order, { intentId, amount, currency }: Told): Partial<Order> {
  const paid = { intentId: order.intentId || intentId, paid: Math.max(order.paid, amount), paymentError: '' };
  if (statusOf(order) !== 'draft') return paid;
  const isRight = amount === order.total && currency === order.currency;
  const reason = `The payment was ${amount} ${currency} instead of ${order.total} ${order.currency}.`;
  const move = isRight
    ? { to: 'placed' as const, by: 'payment' }
    : { to: 'cancelled' as const, by: 'payment', reason };
  return { ...paid, ...advance(order, move) };
}

const EFFECTS: Record<PaymentNews['what'], (order: Order, news: Told) => Partial<Order>> = {
  succeeded: withMoney,
  // The card was declined: another one may do.
  failed: (order, { error }) =>
    statusOf(order) === 'draft' ? { paymentError: error ?? 'The payment failed.' } : {},
  cancelled: (order) =>
    statusOf(order) === 'draft'
      ? advance(order, { to: 'cancelled', by: 'payment', reason: 'The payment was cancelled.' })
      : {},
  refunded: (order, { amount }) => ({ refunded: Math.max(order.refunded, amount) }),
  // A person has to find another way; to ask again would get the same answer.
  'not refunded': (_, { error = '' }) => ({ paymentError: error }),
};
