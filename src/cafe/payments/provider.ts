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

/** For trying the desk without an account: every payment succeeds, and no money moves. */
export const offline: PaymentProvider = {
  create: (charge) => ({ ...toIntent(charge), status: 'open', received: 0 }),
  retrieve(charge) {
    assertOffline(charge);
    return { ...toIntent(charge), status: 'succeeded', received: charge.amount };
  },
  cancel(charge) {
    assertOffline(charge);
    return { ...toIntent(charge), status: 'cancelled', received: 0 };
  },
  refund(charge) {
    assertOffline(charge);
    return charge.amount;
  },
};

function toIntent({ orderId, currency }: Charge): Pick<Intent, 'id' | 'clientSecret' | 'currency'> {
  const id = `offline-${orderId}`;
  return { id, clientSecret: `${id}-secret`, currency };
}

/** After Stripe was disconnected, the state of its intents is unknown here. */
function assertOffline(charge: ChargeWithIntent): void {
  if (isOffline(charge)) return;
  throw new PaymentRefusedError(`${charge.intentId} belongs to a payment provider that is not connected.`);
}

export function isOffline(charge: ChargeWithIntent): boolean {
  return charge.intentId === toIntent(charge).id;
}
