import { HttpError } from '../../http/http-error';
import { CircuitOpenError, CredentialsRefusedError } from '../../platform/circuit-breaker';
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
  assertAvailable() {},
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

function isOffline(charge: ChargeWithIntent): boolean {
  return charge.intentId === toIntent(charge).id;
}

export function toCharge({ id, intentId, total, currency }: Order): ChargeWithIntent {
  return { orderId: id, intentId, amount: total, currency };
}

/** For a request. @throws HttpError 422 if the provider refuses the payment, 503 if it cannot be asked or the outcome is unknown */
export function callProvider<R>(call: () => R): R {
  try {
    return call();
  } catch (error) {
    if (error instanceof PaymentRefusedError)
      throw new HttpError(422, 'payment_refused', error.message, { cause: error });
    if (error instanceof CircuitOpenError)
      throw unavailable(`Retry in ${error.retryAfter} seconds.`, error.retryAfter, { isKnown: true });
    if (error instanceof CredentialsRefusedError)
      throw unavailable('The cafe has to set this right. Retry later.', 300, { isKnown: true });
    throw unavailable('Retry in 30 seconds.', 30, { cause: error });
  }
}

function unavailable(
  advice: string,
  retryAfter: number,
  details: Pick<HttpError['details'], 'cause' | 'isKnown'>,
): HttpError {
  const message = `Payments cannot be taken right now. ${advice}`;
  return new HttpError(503, 'payments_unavailable', message, { retryAfter, ...details });
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
