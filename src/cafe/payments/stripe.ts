import * as v from 'valibot';
import type { Asked, Charge, Intent, PaymentProvider } from './provider';
import { RefusedPaymentError } from './refused-payment-error';
import { type Answered, ask, codeOf, read } from './stripe-call';
import { fromStripeAmount, toStripeAmount } from './stripe-money';
import { type StripeCharge, StripeIntent, StripeIntentWithCharge, StripeRefund } from './stripe-objects';
import type { StripeSettings } from './stripe-settings';

/** Payments by Stripe's REST API. */
export function stripe(settings: StripeSettings): PaymentProvider {
  return {
    create: (charge) => toIntent(ask(settings, '/v1/payment_intents', creation(charge))),
    retrieve: (charge) => retrieve(settings, charge),
    cancel: (charge) => cancel(settings, charge),
    refund: (charge) => refund(settings, charge),
  };
}

/** Stripe answers a second call with the same key as it did the first. */
function creation({ orderId, amount, currency }: Charge) {
  return {
    key: `order-${orderId}`,
    fields: {
      amount: String(toStripeAmount(amount, currency)),
      currency: currency.toLowerCase(),
      'automatic_payment_methods[enabled]': 'true',
      'metadata[orderId]': orderId,
    },
  };
}

function retrieve(settings: StripeSettings, { intentId }: Asked): Intent {
  return toIntent(ask(settings, pathOf(intentId)));
}

/** One that has ended, or is being paid right now, is not cancelled but told of. */
function cancel(settings: StripeSettings, charge: Asked): Intent {
  const answered = ask(settings, `${pathOf(charge.intentId)}/cancel`, { fields: {} });
  return codeOf(answered) === 'payment_intent_unexpected_state'
    ? retrieve(settings, charge)
    : toIntent(answered);
}

function refund(settings: StripeSettings, { intentId, orderId }: Asked): number {
  const fields = { payment_intent: intentId, 'metadata[orderId]': orderId, 'expand[]': 'charge' };
  const answered = ask(settings, '/v1/refunds', { key: `refund-${intentId}`, fields });
  if (codeOf(answered) === 'charge_already_refunded') return refundedBefore(settings, intentId);
  const { status, failure_reason: reason, charge } = v.parse(StripeRefund, read(answered));
  if (status === 'failed' || status === 'canceled')
    throw new RefusedPaymentError(`Stripe reports the refund as ${status}: ${reason ?? 'no reason given'}.`);
  return refundedOf(charge);
}

function refundedBefore(settings: StripeSettings, intentId: string): number {
  const answered = ask(settings, `${pathOf(intentId)}?expand%5B%5D=latest_charge`);
  return refundedOf(v.parse(StripeIntentWithCharge, read(answered)).latest_charge);
}

function refundedOf({ amount_refunded: amount, currency }: StripeCharge): number {
  return fromStripeAmount(amount, currency);
}

/** Its other states wait for the customer, the bank or the money. */
const ENDED: Readonly<Record<string, Intent['status']>> = { succeeded: 'succeeded', canceled: 'cancelled' };

function toIntent(answered: Answered): Intent {
  const { id, client_secret, status, amount_received, currency } = v.parse(StripeIntent, read(answered));
  return {
    id,
    clientSecret: client_secret ?? '',
    status: ENDED[status] ?? 'open',
    received: fromStripeAmount(amount_received, currency),
    currency: currency.toUpperCase(),
  };
}

function pathOf(intentId: string): string {
  return `/v1/payment_intents/${encodeURIComponent(intentId)}`;
}
