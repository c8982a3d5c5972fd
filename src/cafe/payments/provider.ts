import { isOffline, offline } from './offline';
import { stripe } from './stripe';
import { findStripeSettings } from './stripe-settings';

/** What a customer is asked to pay for an order. */
export interface Charge {
  orderId: string;
  /** In minor units. */
  amount: number;
  currency: string;
}

/** A charge whose intent there is. */
export interface Asked extends Charge {
  intentId: string;
}

/** A payment intent as its provider tells of it. */
export interface Intent {
  id: string;
  /** What the customer's browser pays with; kept nowhere. */
  clientSecret: string;
  status: 'open' | 'succeeded' | 'cancelled';
  /** What has come in, in minor units; 0 unless it succeeded. */
  received: number;
  /** Three capital letters. */
  currency: string;
}

/**
 * All that the cafe wants of whoever takes its money. Every call may be repeated: a second one changes nothing and
 * answers the same. @throws RefusedPaymentError where asking again is of no use; after any other error nobody knows
 */
export interface PaymentProvider {
  /** One intent an order, however often it is asked for. */
  create(charge: Charge): Intent;
  retrieve(charge: Asked): Intent;
  /** As it stands then: money may have come first. */
  cancel(charge: Asked): Intent;
  /** Gives all that came in back. Answers how much that was, in minor units. */
  refund(charge: Asked): number;
}

/** Whoever takes the money for a new order: nobody, until the owner has entered the keys of one. */
export function currentPayments(): PaymentProvider {
  const settings = findStripeSettings();
  return settings ? stripe(settings) : offline;
}

/** Whoever has the intent: orders from before a provider was connected stay without one. */
export function paymentsOf(charge: Asked): PaymentProvider {
  return isOffline(charge) ? offline : currentPayments();
}
