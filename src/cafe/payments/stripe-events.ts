import * as v from 'valibot';
import { toJson } from '../../http/body';
import { parse } from '../../http/parse';
import type { PaymentNews } from './news';
import { fromStripeAmount } from './stripe-money';
import { StripeCharge, StripeEndedRefund, StripeIntent } from './stripe-objects';

/** https://docs.stripe.com/api/events/object */
export const StripeEvent = v.object({ id: v.pipe(v.string(), v.nonEmpty()), type: v.string() });
const AboutIntent = v.object({ data: v.object({ object: StripeIntent }) });
const AboutCharge = v.object({ data: v.object({ object: StripeCharge }) });
const AboutRefund = v.object({ data: v.object({ object: StripeEndedRefund }) });

type Told = Omit<PaymentNews, 'eventId'>;
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

/** Undefined where an event is not about an order of ours. @throws HttpError where it is none of Stripe's */
export function toNews(payload: string): PaymentNews | undefined {
  const event = toJson(payload);
  const { id: eventId, type } = parse(StripeEvent, event);
  const told = READERS.get(type)?.(event);
  return told && { eventId, ...told };
}

function ofIntent(what: PaymentNews['what'], event: unknown): Told | undefined {
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
