import * as v from 'valibot';
import { described } from '../../http/described';
import { toJson } from '../../http/json';
import { parse } from '../../http/parse';
import { isEqual } from '../../platform/platform';
import type { PastEvent, PaymentEvent, SettlementEvent } from './provider';
import { fromStripeAmount, StripeCharge, StripeDispute, StripeIntent, StripeRefund } from './stripe-objects';

/** https://docs.stripe.com/api/events/object */
export const StripeEvent = v.object({
  id: described(v.pipe(v.string(), v.nonEmpty()), 'The ID of the event.', 'evt_1Q9x'),
  type: described(v.string(), 'The kind of event.', 'payment_intent.succeeded'),
});
const ListedEvent = v.object({ created: v.number() });
const IntentEvent = v.object({ data: v.object({ object: StripeIntent }) });
const ChargeEvent = v.object({ data: v.object({ object: StripeCharge }) });
const RefundEvent = v.object({ data: v.object({ object: StripeRefund }) });
const DisputeEvent = v.object({ data: v.object({ object: StripeDispute }) });

type Details = Omit<PaymentEvent, 'eventId'> | Omit<SettlementEvent, 'eventId'>;

/** No event depends on another: that of a payment carries the whole state, and after any other Stripe is asked for it. */
const PARSERS: ReadonlyMap<string, (event: unknown) => Details | undefined> = new Map([
  ['payment_intent.succeeded', (event: unknown) => fromIntent('succeeded', event)],
  ['payment_intent.payment_failed', (event: unknown) => fromIntent('failed', event)],
  ['payment_intent.canceled', (event: unknown) => fromIntent('cancelled', event)],
  ['charge.refunded', fromCharge],
  ['charge.refund.updated', fromRefund],
  ['refund.updated', fromRefund],
  ['refund.failed', fromRefund],
  ['charge.dispute.created', fromDispute],
  ['charge.dispute.updated', fromDispute],
  ['charge.dispute.closed', fromDispute],
  ['charge.dispute.funds_withdrawn', fromDispute],
  ['charge.dispute.funds_reinstated', fromDispute],
]);

/** The events that the webhook at Stripe has to send. */
export const STRIPE_EVENTS: readonly string[] = [...PARSERS.keys()];

/** Types of the events of refunds and disputes. */
export const SETTLEMENT_EVENTS = STRIPE_EVENTS.filter((type) => !type.startsWith('payment_intent.'));

/** Undefined for an event that is not about an order. @throws HttpError 422 for what is not a Stripe event */
export function toPaymentEvent(payload: string): PaymentEvent | SettlementEvent | undefined {
  return fromEvent(toJson(payload));
}

/** Picks the events of refunds and disputes from a list. */
export function toSettlementEvents(events: readonly unknown[]): PastEvent[] {
  return events.flatMap((event) => {
    const found = fromEvent(event);
    if (!found || 'amount' in found) return [];
    return [{ ...found, createdAt: parse(ListedEvent, event).created * 1_000 }];
  });
}

function fromEvent(event: unknown): PaymentEvent | SettlementEvent | undefined {
  const { id: eventId, type } = parse(StripeEvent, event);
  const details = PARSERS.get(type)?.(event);
  return details && { eventId, ...details };
}

/** An intent without an order's id in its metadata belongs to another use of the same account. */
function fromIntent(type: PaymentEvent['type'], event: unknown): Details | undefined {
  const { id: intentId, metadata, currency, ...intent } = parse(IntentEvent, event).data.object;
  const { orderId } = metadata;
  if (!orderId) return undefined;
  const error = type === 'failed' ? intent.last_payment_error?.message : undefined;
  const amount = fromStripeAmount(intent.amount_received, currency);
  return { orderId, intentId, type, amount, currency: currency.toUpperCase(), ...(error ? { error } : {}) };
}

function fromCharge(event: unknown): Details | undefined {
  const { payment_intent: intentId, metadata } = parse(ChargeEvent, event).data.object;
  const { orderId } = metadata;
  return orderId && intentId ? { orderId, intentId, disputeId: undefined } : undefined;
}

/** Only a failure of a refund changes what `charge.refunded` has told. */
function fromRefund(event: unknown): Details | undefined {
  const { payment_intent: intentId, metadata, status } = parse(RefundEvent, event).data.object;
  const hasFailed = status === 'failed' || status === 'canceled';
  return hasFailed && intentId ? { orderId: metadata.orderId, intentId, disputeId: undefined } : undefined;
}

function fromDispute(event: unknown): Details | undefined {
  const { id: disputeId, payment_intent: intentId } = parse(DisputeEvent, event).data.object;
  return intentId ? { orderId: undefined, intentId, disputeId } : undefined;
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

/** Tolerance in both directions: clocks differ, and a time in the future would stay valid for longer. */
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

/** Signs in hexadecimal. */
function sign(text: string, secret: string): string {
  const bytes = Utilities.computeHmacSha256Signature(text, secret, Utilities.Charset.UTF_8);
  return bytes.map((byte) => (byte & 0xff).toString(16).padStart(2, '0')).join('');
}
