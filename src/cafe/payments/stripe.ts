import * as v from 'valibot';
import { logError } from '../../health/errors';
import { assertAvailable, fetchFromProvider, type Provider } from '../../platform/circuit-breaker';
import { type ChargeWithIntent, type Intent, type PaymentProvider, PaymentRefusedError } from './provider';
import type { StripeSettings } from './stripe-settings';

/** The name of its circuit. */
export const STRIPE = 'Stripe';

export const KEY_REMEDY =
  'No order can be paid for or refunded. Enter a valid key with API > Connect Stripe, or allow the key at Stripe to write payment intents and refunds.';

/** Stripe answers in this version of its API, whichever version the account uses. */
const VERSION = '2026-10-28.endive';

const Amount = v.pipe(v.number(), v.integer());
const Metadata = v.record(v.string(), v.string());

/** The fields of https://docs.stripe.com/api/payment_intents/object that are read. */
export const StripeIntent = v.object({
  id: v.string(),
  status: v.string(),
  currency: v.string(),
  amount_received: Amount,
  client_secret: v.nullish(v.string()),
  last_payment_error: v.nullish(v.object({ message: v.nullish(v.string()) })),
  metadata: Metadata,
});

/** The payment of an intent, with the metadata of the intent. */
export const StripeCharge = v.object({
  currency: v.string(),
  /** The total of all refunds. */
  amount_refunded: Amount,
  payment_intent: v.nullish(v.string()),
  metadata: Metadata,
});
type StripeCharge = v.InferOutput<typeof StripeCharge>;

/** As the API returns it, with the charge expanded. */
const StripeRefund = v.object({
  status: v.string(),
  failure_reason: v.nullish(v.string()),
  charge: StripeCharge,
});

/** As an event carries it, with the metadata of the request for the refund. */
export const StripeFailedRefund = v.object({
  currency: v.string(),
  amount: Amount,
  failure_reason: v.nullish(v.string()),
  payment_intent: v.nullish(v.string()),
  metadata: Metadata,
});

const StripeIntentWithCharge = v.object({ latest_charge: StripeCharge });

/**
 * Stripe's units in one minor unit of ISO 4217, for the currencies where the two differ: it counts hundredths of ISK and UGX,
 * which have none, and none of MGA.
 * https://docs.stripe.com/currencies#special-cases
 */
const UNITS_PER_MINOR_UNIT: Readonly<Record<string, number>> = { ISK: 100, UGX: 100, MGA: 0.01 };

/** Payments by Stripe's REST API. */
export function stripe(settings: StripeSettings): PaymentProvider {
  return {
    assertAvailable: () => assertAvailable(STRIPE),
    create({ orderId, amount, currency }) {
      const fields = {
        amount: String(toStripeAmount(amount, currency)),
        currency: currency.toLowerCase(),
        'automatic_payment_methods[enabled]': 'true',
        'metadata[orderId]': orderId,
      };
      const idempotencyKey = `order-${orderId}`;
      return toIntent(request(settings, '/v1/payment_intents', { fields, idempotencyKey }));
    },
    retrieve: ({ intentId }) => toIntent(request(settings, pathOf(intentId))),
    cancel({ intentId }) {
      const response = request(settings, `${pathOf(intentId)}/cancel`, { fields: {} });
      // The intent has ended, or is being paid.
      const isTooLate = errorCode(response) === 'payment_intent_unexpected_state';
      return toIntent(isTooLate ? request(settings, pathOf(intentId)) : response);
    },
    refund: (charge) => refund(settings, charge),
  };
}

export function fromStripeAmount(amount: number, currency: string): number {
  return scale(amount, 1 / (UNITS_PER_MINOR_UNIT[currency.toUpperCase()] ?? 1));
}

function toStripeAmount(amount: number, currency: string): number {
  return scale(amount, UNITS_PER_MINOR_UNIT[currency.toUpperCase()] ?? 1);
}

/** Divides by an integer, since multiplying by a fraction would not be exact. */
function scale(amount: number, by: number): number {
  return by < 1 ? amount / Math.round(1 / by) : amount * by;
}

function refund(settings: StripeSettings, { intentId, orderId }: ChargeWithIntent): number {
  const refundedOf = ({ amount_refunded: amount, currency }: StripeCharge) =>
    fromStripeAmount(amount, currency);
  const fields = { payment_intent: intentId, 'metadata[orderId]': orderId, 'expand[]': 'charge' };
  const response = request(settings, '/v1/refunds', { fields, idempotencyKey: `refund-${intentId}` });
  if (errorCode(response) === 'charge_already_refunded') {
    const intent = request(settings, `${pathOf(intentId)}?expand%5B%5D=latest_charge`);
    return refundedOf(v.parse(StripeIntentWithCharge, bodyOf(intent)).latest_charge);
  }
  const { status, failure_reason: reason, charge } = v.parse(StripeRefund, bodyOf(response));
  if (status === 'failed' || status === 'canceled')
    throw new PaymentRefusedError(`Stripe reports the refund as ${status}: ${reason ?? 'no reason given'}.`);
  return refundedOf(charge);
}

/** In all other states the intent waits for the customer, the bank or the money. */
const FINAL_STATUSES: Readonly<Record<string, Intent['status']>> = {
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

function toIntent(response: StripeResponse): Intent {
  const { id, client_secret, status, amount_received, currency } = v.parse(StripeIntent, bodyOf(response));
  return {
    id,
    clientSecret: client_secret ?? '',
    status: FINAL_STATUSES[status] ?? 'open',
    received: fromStripeAmount(amount_received, currency),
    currency: currency.toUpperCase(),
  };
}

function pathOf(intentId: string): string {
  return `/v1/payment_intents/${encodeURIComponent(intentId)}`;
}

interface StripeResponse {
  status: number;
  body: unknown;
}

interface Posted {
  fields: Record<string, string>;
  /** Stripe answers a second request with the same key as it did the first. */
  idempotencyKey?: string;
}

/** A POST where there are fields, else a GET. @throws Error if Stripe cannot be reached, or refuses the key */
function request({ address, secretKey }: StripeSettings, path: string, posted?: Posted): StripeResponse {
  const mask = (text: string) => text.split(secretKey).join('***');
  const provider: Provider = {
    name: STRIPE,
    describe: (status, text) => describe({ status, body: parseBody(mask(text)) }),
    onRefused: (description) => logError(`${description} ${KEY_REMEDY}`),
  };
  const { status, text } = fetchFromProvider(provider, address + path, {
    method: posted ? 'post' : 'get',
    ...(posted ? { payload: posted.fields } : {}),
    headers: {
      Authorization: `Bearer ${secretKey}`,
      'Stripe-Version': VERSION,
      ...(posted?.idempotencyKey ? { 'Idempotency-Key': posted.idempotencyKey } : {}),
    },
  });
  return { status, body: parseBody(mask(text)) };
}

/** A proxy may have answered something other than JSON. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 200);
  }
}

/** Client errors of the account or the moment, not of this payment: a later attempt may succeed. */
const RETRYABLE = [408, 409, 424, 429];

/** @throws PaymentRefusedError where another attempt is of no use, else Error */
function bodyOf({ status, body }: StripeResponse): unknown {
  if (status < 300) return body;
  const description = describe({ status, body });
  const isRefused = status >= 400 && status < 500 && !RETRYABLE.includes(status);
  throw isRefused ? new PaymentRefusedError(description) : new Error(description);
}

function describe({ status, body }: StripeResponse): string {
  const { code, message } = errorOf(body);
  return `Stripe returned ${status}${code ? ` (${code})` : ''}: ${message}`;
}

function errorCode({ status, body }: StripeResponse): string | undefined {
  return status < 400 ? undefined : errorOf(body).code;
}

function errorOf(body: unknown): { code?: string; message: string } {
  const { error } = Object(body) as { error?: { code?: string; message?: string } };
  return { message: typeof body === 'string' ? body : '', ...error };
}
