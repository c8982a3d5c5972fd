import type { PastEvent } from './settlement';

export interface Charge {
  orderId: string;
  /** In minor units. */
  amount: number;
  currency: string;
}

export interface ChargeWithIntent extends Charge {
  intentId: string;
}

/** A payment intent, in the desk's terms. */
export interface Intent {
  id: string;
  /** The customer's browser pays with it. It is never stored. */
  clientSecret: string;
  status: 'open' | 'succeeded' | 'cancelled';
  /** In minor units; 0 unless it succeeded. */
  received: number;
  /** Three capital letters. */
  currency: string;
}

/**
 * What the cafe desk needs of a payment provider. Every call may be repeated and then returns the same.
 * @throws PaymentRefusedError where another attempt is of no use; after any other error the outcome is unknown
 */
export interface PaymentProvider {
  /** No money moves. */
  isTest: boolean;
  /** @throws CircuitOpenError while it does not respond */
  assertAvailable(): void;
  /** Creates one intent per order. */
  create(charge: Charge): Intent;
  retrieve(charge: ChargeWithIntent): Intent;
  /** Returns an intent that has succeeded first as it is. */
  cancel(charge: ChargeWithIntent): Intent;
  /** Refunds everything that was received. */
  refund(charge: ChargeWithIntent): Refunds;
}

/** What has gone back of a payment. */
export interface Refunds {
  /** The order of the payment; undefined where it was for something else. */
  orderId: string | undefined;
  /** In minor units: the total of all refunds that have not failed. */
  refunded: number;
  /** The newest refund that has failed, with what the provider says of it. */
  failure: { error: string; isMadeUpFor: boolean } | undefined;
}

/** What the desk asks a provider that moves money, whose events come late, twice and in any order. */
export interface ConnectedProvider extends PaymentProvider {
  refundsOf(intentId: string): Refunds;
  /** In the provider's own words. */
  disputeStatus(id: string): string;
  /** The events of refunds and disputes since then, in epoch ms, whether or not they were delivered; the newest first. */
  settlementEvents(since: number): PastEvent[];
}

/** The provider will never do this. Its own words are the message of the error. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError';
}

/** Nobody can take or return money until the owner connects a provider. */
export class NoProviderError extends Error {
  override name = 'NoProviderError';
}
