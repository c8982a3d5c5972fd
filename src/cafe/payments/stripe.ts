import * as v from 'valibot';
import {
  type Charge,
  type ChargeWithIntent,
  type Intent,
  type PaymentProvider,
  PaymentRefusedError,
} from './provider';
import {
  fromStripeAmount,
  type StripeCharge,
  StripeIntent,
  StripeIntentWithCharge,
  StripeRefund,
  toStripeAmount,
} from './stripe-objects';
import type { StripeSettings } from './stripe-settings';

interface Sent {
  fields: Record<string, string>;
  /** Makes a call that may be repeated of one that changes something each time. */
  key?: string;
}

interface Answered {
  status: number;
  body: unknown;
}

interface StripeError {
  code?: string;
  message: string;
}

/** What is sent and answered is as this version of Stripe's API has it, whichever the account is set to. */
const VERSION = '2026-10-28.endive';

/** These are the account's trouble or a passing one, not the payment's. */
const PASSING = [401, 403, 408, 409, 424, 429];

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

function retrieve(settings: StripeSettings, { intentId }: ChargeWithIntent): Intent {
  return toIntent(ask(settings, pathOf(intentId)));
}

/** One that has ended, or is being paid right now, is not cancelled but told of. */
function cancel(settings: StripeSettings, charge: ChargeWithIntent): Intent {
  const answered = ask(settings, `${pathOf(charge.intentId)}/cancel`, { fields: {} });
  return codeOf(answered) === 'payment_intent_unexpected_state'
    ? retrieve(settings, charge)
    : toIntent(answered);
}

function refund(settings: StripeSettings, { intentId, orderId }: ChargeWithIntent): number {
  const fields = { payment_intent: intentId, 'metadata[orderId]': orderId, 'expand[]': 'charge' };
  const answered = ask(settings, '/v1/refunds', { key: `refund-${intentId}`, fields });
  if (codeOf(answered) === 'charge_already_refunded') return refundedBefore(settings, intentId);
  const { status, failure_reason: reason, charge } = v.parse(StripeRefund, read(answered));
  if (status === 'failed' || status === 'canceled')
    throw new PaymentRefusedError(`Stripe reports the refund as ${status}: ${reason ?? 'no reason given'}.`);
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

/** Gets what is at a path; with fields, posts them there. @throws where Stripe is not reached */
function ask({ address, secretKey }: StripeSettings, path: string, sent?: Sent): Answered {
  const response = UrlFetchApp.fetch(address + path, {
    method: sent ? 'post' : 'get',
    ...(sent ? { payload: sent.fields } : {}),
    headers: {
      Authorization: `Bearer ${secretKey}`,
      'Stripe-Version': VERSION,
      ...(sent?.key ? { 'Idempotency-Key': sent.key } : {}),
    },
    muteHttpExceptions: true,
  });
  const text = response.getContentText().split(secretKey).join('***');
  return { status: response.getResponseCode(), body: toBody(text) };
}

/** Stripe's word for why it refused. */
function codeOf({ status, body }: Answered): string | undefined {
  return status < 400 ? undefined : errorIn(body).code;
}

/** The body of a success. @throws RefusedPaymentError where asking again is of no use, else Error */
function read({ status, body }: Answered): unknown {
  if (status < 300) return body;
  const { code, message } = errorIn(body);
  const told = `Stripe returned ${status}${code ? ` (${code})` : ''}: ${message}`;
  const isFinal = status >= 400 && status < 500 && !PASSING.includes(status);
  throw isFinal ? new PaymentRefusedError(told) : new Error(told);
}

function errorIn(body: unknown): StripeError {
  const { error } = Object(body) as { error?: Partial<StripeError> };
  return { message: typeof body === 'string' ? body : '', ...error };
}

/** JSON, or the beginning of whatever else came from in between. */
function toBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 200);
  }
}
