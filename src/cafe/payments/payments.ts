import { findConnected, providersOf } from '../../http/connectable';
import { HttpError } from '../../http/http-error';
import { assertAvailable, CircuitOpenError, CredentialsRefusedError } from '../../platform/circuit-breaker';
import { isTestMode } from '../../platform/test-mode';
import type { Order } from '../tables';
import {
  type ChargeWithIntent,
  type ConnectedClient,
  NoProviderError,
  PAYMENT_WEBHOOK,
  type PaymentClient,
  PaymentRefusedError,
} from './provider';
import { isSimulated, noLongerSimulated, simulated } from './simulated';
import { stripe } from './stripe';

/** The first that is connected takes new orders. The others keep the orders that they have. */
export const payments = providersOf([stripe], PAYMENT_WEBHOOK);

/** True if no real money moves for the orders of now. */
export function takesTestOrders(): boolean {
  return findConnected(payments)?.client.isTest ?? isTestMode();
}

/** Client that takes new orders. @throws NoProviderError, CircuitOpenError while it does not respond */
export function availableClient(): PaymentClient {
  const connected = findConnected(payments);
  if (connected) {
    assertAvailable(connected.name);
    return connected.client;
  }
  if (isTestMode()) return simulated;
  throw new NoProviderError('No payment provider is connected.');
}

/** Client of the provider that has the intent. @throws NoProviderError where it is connected no longer */
export function clientOf(charge: ChargeWithIntent): PaymentClient {
  if (!isSimulated(charge)) return connectedClient(charge.intentId);
  return !findConnected(payments) && isTestMode() ? simulated : noLongerSimulated;
}

/** @throws NoProviderError */
export function connectedClient(intentId: string): ConnectedClient {
  const client = payments.all.find(({ isIntentId }) => isIntentId(intentId))?.findClient();
  if (client) return client;
  throw new NoProviderError('The payment provider of this order is not connected.');
}

export function toCharge({ id, intentId, total, currency, customerEmail }: Order): ChargeWithIntent {
  return { orderId: id, intentId, amount: total, currency, receiptEmail: customerEmail };
}

/** Calls the provider. @throws HttpError 422 if it refuses the payment, 503 if it cannot be asked or the outcome is unknown */
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
