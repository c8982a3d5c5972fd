import * as v from 'valibot';
import { parse, toJson } from '../../http/parse';
import { isEqual } from '../../platform/platform';
import type { PaymentEvent } from './payment-webhook';
import { fromStripeAmount, StripeCharge, StripeFailedRefund, StripeIntent } from './stripe';

/** https://docs.stripe.com/api/events/object */
export const StripeEvent = v.object({ id: v.pipe(v.string(), v.nonEmpty()), type: v.string() });
const IntentEvent = v.object({ data: v.object({ object: StripeIntent }) });
const ChargeEvent = v.object({ data: v.object({ object: StripeCharge }) });
const RefundEvent = v.object({ data: v.object({ object: StripeFailedRefund }) });

type Details = Omit<PaymentEvent, 'eventId'>;

/** Each event carries the whole state and the total amount, so no event depends on another. */
const PARSERS: ReadonlyMap<string, (event: unknown) => Details | undefined> = new Map([
  ['payment_intent.succeeded', (event: unknown) => fromIntent('succeeded', event)],
  ['payment_intent.payment_failed', (event: unknown) => fromIntent('failed', event)],
  ['payment_intent.canceled', (event: unknown) => fromIntent('cancelled', event)],
  ['charge.refunded', fromCharge],
  ['refund.failed', fromRefund],
]);

/** The events that the webhook at Stripe has to send. */
export const STRIPE_EVENTS: readonly string[] = [...PARSERS.keys()];

/** Undefined for an event that is not about an order. @throws HttpError 422 for what is not a Stripe event */
export function toPaymentEvent(payload: string): PaymentEvent | undefined {
  const event = toJson(payload);
  const { id: eventId, type } = parse(StripeEvent, event);
  const details = PARSERS.get(type)?.(event);
  return details && { eventId, ...details };
}

/** Without an order's id in the metadata, the intent belongs to another use of the same account. */
function fromIntent(type: PaymentEvent['type'], event: unknown): Details | undefined {
  const { id: intentId, metadata, currency, ...intent } = parse(IntentEvent, event).data.object;
  const { orderId } = metadata;
  if (!orderId) return undefined;
  const error = type === 'failed' ? intent.last_payment_error?.message : undefined;
  const amount = toAmount(intent.amount_received, currency);
  return { orderId, intentId, type, ...amount, ...(error ? { error } : {}) };
}

function fromCharge(event: unknown): Details | undefined {
  const { payment_intent: intentId, metadata, ...charge } = parse(ChargeEvent, event).data.object;
  const { orderId } = metadata;
  if (!orderId || !intentId) return undefined;
  return { orderId, intentId, type: 'refunded', ...toAmount(charge.amount_refunded, charge.currency) };
}

/** A bank may return a refund days later. The money is then with the account again. */
function fromRefund(event: unknown): Details | undefined {
  const { payment_intent: intentId, metadata, ...refund } = parse(RefundEvent, event).data.object;
  const { orderId } = metadata;
  if (!orderId || !intentId) return undefined;
  const error = `The refund failed: ${refund.failure_reason ?? 'no reason given'}.`;
  return { orderId, intentId, type: 'refund failed', ...toAmount(refund.amount, refund.currency), error };
}

function toAmount(amount: number, currency: string): Pick<Details, 'amount' | 'currency'> {
  return { amount: fromStripeAmount(amount, currency), currency: currency.toUpperCase() };
}

export interface Signed {
  /** The raw body. */
  payload: string;
  /** `Stripe-Signature` */
  header: string | undefined;
  /** One of them has to match. */
  secrets: readonly string[];
  /** Epoch ms. */
  now: number;
}

type SignatureProblem = 'missing' | 'malformed' | 'wrong' | 'too old';

/** In both directions: clocks differ, and a time in the future would stay valid for longer. */
const TOLERANCE_S = 300;

/** https://docs.stripe.com/webhooks/signature; undefined for a valid signature. */
export function findSignatureProblem({
  payload,
  header,
  secrets,
  now,
}: Signed): SignatureProblem | undefined {
  if (!header) return 'missing';
  const { time, signatures } = parseHeader(header);
  if (time === undefined || signatures.length === 0) return 'malformed';
  const expected = secrets.map((secret) => sign(`${time}.${payload}`, secret));
  const matches = expected.flatMap((one) => signatures.filter((given) => isEqual(one, given)));
  if (matches.length === 0) return 'wrong';
  return Math.abs(Math.floor(now / 1000) - Number(time)) > TOLERANCE_S ? 'too old' : undefined;
}

/** `t=1700000000,v1=5257a8...,v1=...,v0=...`: one v1 for each secret in use. Other schemes are ignored. */
function parseHeader(header: string): { time: string | undefined; signatures: string[] } {
  const fields = header.split(',').map((field) => field.split('='));
  const valuesOf = (scheme: string) => fields.flatMap(([name, value = '']) => (name === scheme ? value : []));
  const time = valuesOf('t').pop();
  return { time: time !== undefined && /^\d+$/.test(time) ? time : undefined, signatures: valuesOf('v1') };
}

/** In hexadecimal. */
function sign(text: string, secret: string): string {
  const bytes = Utilities.computeHmacSha256Signature(text, secret, Utilities.Charset.UTF_8);
  return bytes.map((byte) => (byte & 0xff).toString(16).padStart(2, '0')).join('');
}
