import { HttpError } from '../../http/http-error';
import type { Order } from '../tables';
import {
  type Charge,
  type ChargeWithIntent,
  type Intent,
  type PaymentProvider,
  PaymentRefusedError,
} from './provider';
import { stripe } from './stripe';
import { findStripeSettings } from './stripe-settings';

/** For trying the desk without an account: every payment succeeds, and no money moves. */
const offline: PaymentProvider = {
  create: (charge) => ({ ...toIntent(charge), status: 'open', received: 0 }),
  retrieve(charge) {
    assertOffline(charge);
    return { ...toIntent(charge), status: 'succeeded', received: charge.amount };
  },
  cancel(charge) {
    assertOffline(charge);
    return { ...toIntent(charge), status: 'cancelled', received: 0 };
  },
  refund(charge) {
    assertOffline(charge);
    return charge.amount;
  },
};

/** The provider of new orders. */
export function currentProvider(): PaymentProvider {
  const settings = findStripeSettings();
  return settings ? stripe(settings) : offline;
}

/** The provider that has the intent: orders from before Stripe was connected stay without one. */
export function providerOf(charge: ChargeWithIntent): PaymentProvider {
  return isOffline(charge) ? offline : currentProvider();
}

export function isOffline(charge: ChargeWithIntent): boolean {
  return charge.intentId === toIntent(charge).id;
}

export function toCharge({ id, intentId, total, currency }: Order): ChargeWithIntent {
  return { orderId: id, intentId, amount: total, currency };
}

/** For a request. @throws HttpError 422 if the provider refuses, 503 if the outcome is unknown */
export function callProvider<R>(call: () => R): R {
  try {
    return call();
  } catch (error) {
    if (error instanceof PaymentRefusedError)
      throw new HttpError(422, 'payment_refused', error.message, { cause: error });
    const message = 'The payment provider could not be reached. Retry in 30 seconds.';
    throw new HttpError(503, 'payments_unavailable', message, { retryAfter: 30, cause: error });
  }
}

function toIntent({ orderId, currency }: Charge): Pick<Intent, 'id' | 'clientSecret' | 'currency'> {
  const id = `offline-${orderId}`;
  return { id, clientSecret: `${id}-secret`, currency };
}

/** After Stripe was disconnected, the state of its intents is unknown here. */
function assertOffline(charge: ChargeWithIntent): void {
  if (isOffline(charge)) return;
  throw new PaymentRefusedError(`${charge.intentId} belongs to a payment provider that is not connected.`);
}
