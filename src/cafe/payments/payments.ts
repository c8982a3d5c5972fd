import { HttpError } from '../../http/http-error';
import { CircuitOpenError, CredentialsRefusedError } from '../../platform/circuit-breaker';
import { isTestMode } from '../../platform/test-mode';
import type { Order } from '../tables';
import {
  type ChargeWithIntent,
  type ConnectedProvider,
  NoProviderError,
  type PaymentProvider,
  PaymentRefusedError,
} from './provider';
import { isSimulated, noLongerSimulated, simulated } from './simulated';
import { stripe } from './stripe';
import { findStripeSettings } from './stripe-settings';

/** Whether no real money moves for the orders of now. */
export function takesTestOrders(): boolean {
  const settings = findStripeSettings();
  return settings ? stripe(settings).isTest : isTestMode();
}

/** The provider of new orders. @throws NoProviderError, CircuitOpenError while it does not respond */
export function availableProvider(): PaymentProvider {
  const settings = findStripeSettings();
  if (!settings && !isTestMode()) throw new NoProviderError('No payment provider is connected.');
  const provider = settings ? stripe(settings) : simulated;
  provider.assertAvailable();
  return provider;
}

/** The provider that has the intent. @throws NoProviderError where it is connected no longer */
export function providerOf(charge: ChargeWithIntent): PaymentProvider {
  if (!isSimulated(charge)) return connectedProvider();
  return !findStripeSettings() && isTestMode() ? simulated : noLongerSimulated;
}

/** @throws NoProviderError */
export function connectedProvider(): ConnectedProvider {
  const settings = findStripeSettings();
  if (settings) return stripe(settings);
  throw new NoProviderError('The payment provider of this order is not connected.');
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
    if (error instanceof NoProviderError)
      throw unavailable(`${error.message} The cafe has to connect one. Retry later.`, 300, { isKnown: true });
    if (error instanceof CircuitOpenError)
      throw unavailable(`Retry in ${error.retryAfter} seconds.`, error.retryAfter, { isKnown: true });
    if (error instanceof CredentialsRefusedError)
      throw unavailable('The cafe has to fix this. Retry later.', 300, { isKnown: true });
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
