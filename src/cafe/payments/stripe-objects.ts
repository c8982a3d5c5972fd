import * as v from 'valibot';

/** Stripe takes at most twelve digits: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const Amount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999_999));
const Metadata = v.nullish(v.record(v.string(), v.string()), {});

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

/** Charge with the metadata of its intent. */
export const StripeCharge = v.object({ payment_intent: v.nullish(v.string()), metadata: Metadata });

/** Refund with the metadata of the request for it: one that is made at Stripe's dashboard has none. */
export const StripeRefund = v.object({
  id: v.string(),
  /** Epoch seconds. */
  created: v.number(),
  amount: Amount,
  status: v.nullish(v.string()),
  failure_reason: v.nullish(v.string()),
  payment_intent: v.nullish(v.string()),
  metadata: Metadata,
});

export const StripeDispute = v.object({
  id: v.string(),
  status: v.string(),
  payment_intent: v.nullish(v.string()),
});

/** Intent with its charge and the refunds of that, the newest first. */
export const StripePaidIntent = v.object({
  currency: v.string(),
  metadata: Metadata,
  latest_charge: v.nullish(
    v.object({
      /** The total of all refunds that have not failed, pending ones too. */
      amount_refunded: Amount,
      refunds: v.object({ data: v.array(StripeRefund) }),
    }),
  ),
});

/**
 * Stripe's units in one minor unit of ISO 4217, for the currencies where the two differ: it counts hundredths of ISK and UGX,
 * which have none, and none of MGA.
 * https://docs.stripe.com/currencies#special-cases
 */
const UNITS_PER_MINOR_UNIT: Readonly<Record<string, number>> = { ISK: 100, UGX: 100, MGA: 0.01 };

export function fromStripeAmount(amount: number, currency: string): number {
  return scale(amount, 1 / (UNITS_PER_MINOR_UNIT[currency.toUpperCase()] ?? 1));
}

export function toStripeAmount(amount: number, currency: string): number {
  return scale(amount, UNITS_PER_MINOR_UNIT[currency.toUpperCase()] ?? 1);
}

/** Divides by an integer, since multiplying by a fraction would not be exact. */
function scale(amount: number, by: number): number {
  return by < 1 ? amount / Math.round(1 / by) : amount * by;
}
