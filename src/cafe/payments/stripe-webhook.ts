import * as v from 'valibot';
import { parse, toJson } from '../../http/parse';
import { isEqual } from '../../platform/platform';
import type { PaymentEvent } from './payment-webhook';
import { fromStripeAmount, StripeCharge, StripeEndedRefund, StripeIntent } from './stripe-objects';

/** https://docs.stripe.com/api/events/object */
export const StripeEvent = v.object({ id: v.pipe(v.string(), v.nonEmpty()), type: v.string() });
const AboutIntent = v.object({ data: v.object({ object: StripeIntent }) });
const AboutCharge = v.object({ data: v.object({ object: StripeCharge }) });
const AboutRefund = v.object({ data: v.object({ object: StripeEndedRefund }) });

type Told = Omit<PaymentEvent, 'eventId'>;
type Reader = (event: unknown) => Told | undefined;

/** Each says how far a payment is and how much of it there is in all, so none has to wait for another. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['payment_intent.succeeded', (event) => ofIntent('succeeded', event)],
  ['payment_intent.payment_failed', (event) => ofIntent('failed', event)],
  ['payment_intent.canceled', (event) => ofIntent('cancelled', event)],
  ['charge.refunded', ofCharge],
  ['refund.failed', ofRefund],
]);

/** What the webhook has to be set to at Stripe. */
export const STRIPE_EVENTS: readonly string[] = [...READERS.keys()];

export interface Signed {
  /** Raw, as it came. */
  payload: string;
  /** `Stripe-Signature` */
  header: string | undefined;
  /** Any of them will do. */
  secrets: readonly string[];
  /** Epoch ms. */
  now: number;
}

type SignatureTrouble = 'missing' | 'malformed' | 'wrong' | 'too old';

/** Either way: clocks differ, and what was signed for later would be good for longer. */
const TOLERANCE_SECONDS = 300;

/** Undefined where an event is not about an order of ours. @throws HttpError where it is none of Stripe's */
export function toPaymentEvent(payload: string): PaymentEvent | undefined {
  const event = toJson(payload);
  const { id: eventId, type } = parse(StripeEvent, event);
  const told = READERS.get(type)?.(event);
  return told && { eventId, ...told };
}

function ofIntent(what: PaymentEvent['what'], event: unknown): Told | undefined {
  const { id: intentId, metadata, currency, ...intent } = parse(AboutIntent, event).data.object;
  const { orderId } = metadata;
  const error = what === 'failed' ? intent.last_payment_error?.message : undefined;
  const money = toMoney(intent.amount_received, currency);
  return isOurs(orderId) ? { orderId, intentId, what, ...money, ...(error ? { error } : {}) } : undefined;
}

function ofCharge(event: unknown): Told | undefined {
  const { payment_intent: intentId, metadata, ...charge } = parse(AboutCharge, event).data.object;
  const { orderId } = metadata;
  const money = toMoney(charge.amount_refunded, charge.currency);
  return isOurs(orderId) && intentId ? { orderId, intentId, what: 'refunded', ...money } : undefined;
}

/** Days later the bank may not take the money back, which then stays with the account. */
function ofRefund(event: unknown): Told | undefined {
  const { payment_intent: intentId, metadata, ...refund } = parse(AboutRefund, event).data.object;
  const { orderId } = metadata;
  const error = `The refund failed: ${refund.failure_reason ?? 'no reason given'}.`;
  const money = toMoney(refund.amount, refund.currency);
  return isOurs(orderId) && intentId
    ? { orderId, intentId, what: 'not refunded', ...money, error }
    : undefined;
}

/** The account may take money for others than the cafe. */
function isOurs(orderId: string | undefined): orderId is string {
  return orderId !== undefined && orderId !== '';
}

function toMoney(amount: number, currency: string): Pick<Told, 'amount' | 'currency'> {
  return { amount: fromStripeAmount(amount, currency), currency: currency.toUpperCase() };
}

/** https://docs.stripe.com/webhooks/signature; undefined where all is well. */
export function findSignatureTrouble({
  payload,
  header,
  secrets,
  now,
}: Signed): SignatureTrouble | undefined {
  if (!header) return 'missing';
  const { time, signatures } = parseHeader(header);
  if (time === undefined || signatures.length === 0) return 'malformed';
  const expected = secrets.map((secret) => sign(`${time}.${payload}`, secret));
  const matches = expected.flatMap((one) => signatures.filter((given) => isEqual(one, given)));
  if (matches.length === 0) return 'wrong';
  return Math.abs(Math.floor(now / 1000) - Number(time)) > TOLERANCE_SECONDS ? 'too old' : undefined;
}

/** `t=1700000000,v1=5257a8...,v1=...,v0=...`: two secrets in use make two signatures, other schemes are ignored. */
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
