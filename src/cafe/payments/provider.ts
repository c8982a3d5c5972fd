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
  /** @throws CircuitOpenError while it does not respond */
  assertAvailable(): void;
  /** Creates one intent per order. */
  create(charge: Charge): Intent;
  retrieve(charge: ChargeWithIntent): Intent;
  /** Returns an intent that has succeeded first as it is. */
  cancel(charge: ChargeWithIntent): Intent;
  /** Refunds everything that was received. Returns the total in minor units. */
  refund(charge: ChargeWithIntent): number;
}

/** The provider will never do this. Its own words are the message of the error. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError';
}
