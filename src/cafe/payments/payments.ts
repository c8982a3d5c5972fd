import { HttpError } from '../../http/http-error';
import { MINUTE_MS } from '../../platform/platform';
import { reconcileJob } from '../jobs';
import { cancelHold, holdStock } from '../menu/stock';
import type { MenuItem, Order } from '../tables';
import {
  type ChargeWithIntent,
  type Intent,
  isOffline,
  offline,
  type PaymentProvider,
  PaymentRefusedError,
} from './provider';
import { stripe } from './stripe';
import { findStripeSettings } from './stripe-settings';

/** When the provider is first asked whether a draft has been paid for. */
const FIRST_LOOK_MS = MINUTE_MS;

/** Takes the pieces for an order that is about to be written, and asks the provider for an intent. */
export function askForPayment(order: Order, menu: readonly MenuItem[]): Intent {
  const job = reconcileJob(order, new Date(order.createdAt.getTime() + FIRST_LOOK_MS));
  holdStock(order, menu, job);
  try {
    return callProvider(() => currentProvider().create(toCharge(order)));
  } catch (error) {
    cancelHold(order.id, job);
    throw error;
  }
}

/** What its provider is asked by. */
export function toCharge({ id, intentId, total, currency }: Order): ChargeWithIntent {
  return { orderId: id, intentId, amount: total, currency };
}

/** @throws HttpError 422 in the provider's words, or 503 where nobody knows */
export function callProvider<R>(ask: () => R): R {
  try {
    return ask();
  } catch (error) {
    if (error instanceof PaymentRefusedError)
      throw new HttpError(422, 'payment_refused', error.message, { cause: error });
    const message = 'The payment provider could not be reached. Retry in 30 seconds.';
    throw new HttpError(503, 'payments_unavailable', message, { retryAfter: 30, cause: error });
  }
}

/** Whoever takes the money for a new order: nobody, until the owner has entered the keys of one. */
export function currentProvider(): PaymentProvider {
  const settings = findStripeSettings();
  return settings ? stripe(settings) : offline;
}

/** Whoever has the intent: orders from before a provider was connected stay without one. */
export function providerOf(charge: ChargeWithIntent): PaymentProvider {
  return isOffline(charge) ? offline : currentProvider();
}
