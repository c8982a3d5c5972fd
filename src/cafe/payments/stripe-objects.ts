import * as v from 'valibot';

const Amount = v.pipe(v.number(), v.integer());
const Metadata = v.record(v.string(), v.string());

/** https://docs.stripe.com/api/payment_intents/object, as far as it is read. */
export const StripeIntent = v.object({
  id: v.string(),
  status: v.string(),
  currency: v.string(),
  amount_received: Amount,
  client_secret: v.nullish(v.string()),
  last_payment_error: v.nullish(v.object({ message: v.nullish(v.string()) })),
  metadata: Metadata,
});

/** The money that came for an intent; it has the metadata of the intent. */
export const StripeCharge = v.object({
  currency: v.string(),
  /** In all. */
  amount_refunded: Amount,
  payment_intent: v.nullish(v.string()),
  metadata: Metadata,
});
export type StripeCharge = v.InferOutput<typeof StripeCharge>;

/** Asked for with its charge in place of the charge's id. */
export const StripeRefund = v.object({
  status: v.string(),
  failure_reason: v.nullish(v.string()),
  charge: StripeCharge,
});

/** The same in an event, with the metadata that it was asked for with. */
export const StripeEndedRefund = v.object({
  currency: v.string(),
  amount: Amount,
  failure_reason: v.nullish(v.string()),
  payment_intent: v.nullish(v.string()),
  metadata: Metadata,
});

export const StripeIntentWithCharge = v.object({ latest_charge: StripeCharge });

/**
 * How many of Stripe's units one minor unit is, where they are not the same: these have no smaller coin, and Stripe
 * counts hundredths of two of them nevertheless, and none of the third, which on paper has them.
 * https://docs.stripe.com/currencies#special-cases
 */
const UNITS: Readonly<Record<string, number>> = { ISK: 100, UGX: 100, MGA: 0.01 };

/** Both count minor units and are told the currency in any case. */
export function toStripeAmount(amount: number, currency: string): number {
  return scale(amount, UNITS[currency.toUpperCase()] ?? 1);
}

export function fromStripeAmount(amount: number, currency: string): number {
  return scale(amount, 1 / (UNITS[currency.toUpperCase()] ?? 1));
}

/** Without the dust of binary fractions. */
function scale(amount: number, by: number): number {
  return by < 1 ? amount / Math.round(1 / by) : amount * by;
}
