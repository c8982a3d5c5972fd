import { HttpError } from '../http/http-error';
import { OUTBOX } from '../outbox/tables';
import { change } from '../tables/change';
import { remove } from '../tables/remove';
import { settleJob } from './jobs';
import { statusOf } from './order-view';
import { type Asked, currentPayments, type Intent, RefusedPaymentError } from './provider';
import { holdStock, putBack, settleStock } from './stock';
import { type MenuItem, ORDERS, type Order } from './tables';

interface Requested {
  order: Order;
  /** Null where there is nothing to be paid any more. */
  clientSecret: string | null;
}

/** Takes the pieces, and asks the provider for an intent; each may have been done before. */
export function askForPayment(order: Order, menu: readonly MenuItem[]): Requested {
  if (statusOf(order) !== 'draft') return { order, clientSecret: null };
  if (order.intentId !== '')
    return {
      order,
      clientSecret: fromProvider(() => currentPayments().retrieve(askedFor(order))).clientSecret,
    };
  try {
    holdStock(order, menu);
    const intent = fromProvider(() => currentPayments().create({ ...askedFor(order) }));
    return { order: keepIntent(order, intent), clientSecret: intent.clientSecret };
  } catch (error) {
    undo(order);
    throw error;
  }
}

/** What its provider is asked by. */
export function askedFor({ id, intentId, total, currency }: Order): Asked {
  return { orderId: id, intentId, amount: total, currency };
}

function keepIntent({ id }: Order, { id: intentId }: Intent): Order {
  const kept = change(ORDERS, id, (order) => (statusOf(order) === 'draft' ? { intentId } : {}));
  if (kept) return kept;
  throw new HttpError(503, 'unavailable', 'The order was given up meanwhile. Place it again.', {
    retryAfter: 1,
  });
}

/** The outbox last: as long as its row stands, the timer would put right what is left. */
function undo(order: Order): void {
  settleStock(order, putBack);
  remove(ORDERS, order.id);
  remove(OUTBOX, settleJob(order, new Date()).id);
}

function fromProvider<R>(ask: () => R): R {
  try {
    return ask();
  } catch (error) {
    if (error instanceof RefusedPaymentError)
      throw new HttpError(422, 'payment_refused', error.message, { cause: error });
    console.error(`The payment provider: ${error instanceof Error ? error.message : String(error)}`);
    const message = 'The payment provider cannot be reached. Try again in half a minute.';
    throw new HttpError(503, 'payments_unavailable', message, { retryAfter: 30, cause: error });
  }
}
