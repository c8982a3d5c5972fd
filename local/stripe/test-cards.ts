/** Outcomes of payments by Stripe's test payment methods: https://docs.stripe.com/testing */
import type { StripeError } from './stripe-error';

export type Outcome =
  | { kind: 'succeeds' }
  | { kind: 'is declined'; error: StripeError }
  | { kind: 'needs authentication' }
  /** Bank debit, which is processed until it is settled. */
  | { kind: 'is processed' };

const DECLINES: Readonly<Record<string, [decline: string, message: string]>> = {
  pm_card_visa_chargeDeclined: ['generic_decline', 'Your card was declined.'],
  pm_card_visa_chargeDeclinedInsufficientFunds: ['insufficient_funds', 'Your card has insufficient funds.'],
  pm_card_visa_chargeDeclinedLostCard: ['lost_card', 'Your card was declined.'],
  pm_card_visa_chargeDeclinedStolenCard: ['stolen_card', 'Your card was declined.'],
};

const AUTHENTICATED = ['pm_card_authenticationRequired', 'pm_card_threeDSecure2Required'];

const PROCESSED = /^pm_(success|failed)_[a-z]{2}$/;

export const REFUND_FAILS = 'pm_card_refundFail';
export const REFUND_IS_PENDING = 'pm_card_pendingRefund';
export const DISPUTED = 'pm_card_createDispute';
export const INQUIRED = 'pm_card_createDisputeInquiry';

/** Undefined for a payment method that is none. */
export function outcomeOf(method: string): Outcome | undefined {
  const decline = DECLINES[method];
  if (decline) return { kind: 'is declined', error: toError(decline) };
  if (AUTHENTICATED.includes(method)) return { kind: 'needs authentication' };
  if (PROCESSED.test(method)) return { kind: 'is processed' };
  return method.startsWith('pm_card_') ? { kind: 'succeeds' } : undefined;
}

/** Says how a payment by this method ends that is being processed. */
export function endOf(method: string | null): 'succeeded' | 'failed' {
  return method?.startsWith('pm_failed') ? 'failed' : 'succeeded';
}

function toError([decline_code, message]: [string, string]): StripeError {
  return { type: 'card_error', code: 'card_declined', decline_code, message };
}
