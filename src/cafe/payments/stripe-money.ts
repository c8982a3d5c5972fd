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
