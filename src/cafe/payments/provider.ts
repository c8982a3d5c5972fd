/** Takes every payment by itself, and moves no money: for trying the desk out without an account. */
export const offline: PaymentProvider = {
  create: (charge) => ({ ...intentOf(charge), status: 'open', received: 0 }),
  retrieve(charge) {
    assertOwn(charge);
    return { ...intentOf(charge), status: 'succeeded', received: charge.amount };
  },
  cancel(charge) {
    assertOwn(charge);
    return { ...intentOf(charge), status: 'cancelled', received: 0 };
  },
  refund(charge) {
    assertOwn(charge);
    return charge.amount;
  },
};

/** What a customer is asked to pay for an order. */
export interface Charge {
  orderId: string;
  /** In minor units. */
  amount: number;
  currency: string;
}

/** A charge whose intent there is. */
export interface ChargeWithIntent extends Charge {
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
  retrieve(charge: ChargeWithIntent): Intent;
  /** As it stands then: money may have come first. */
  cancel(charge: ChargeWithIntent): Intent;
  /** Gives all that came in back. Answers how much that was, in minor units. */
  refund(charge: ChargeWithIntent): number;
}

/** It will never do what it was asked; the message is in its words. */
export class PaymentRefusedError extends Error {
  override name = 'RefusedPaymentError';
}

function intentOf({ orderId, currency }: Charge): Pick<Intent, 'id' | 'clientSecret' | 'currency'> {
  const id = `offline-${orderId}`;
  return { id, clientSecret: `${id}-secret`, currency };
}

/** Whether money came for the intents of a provider that is connected no more, nobody knows here. */
function assertOwn(charge: ChargeWithIntent): void {
  if (isOffline(charge)) return;
  throw new PaymentRefusedError(`${charge.intentId} belongs to a payment provider that is not connected.`);
}

export function isOffline(charge: ChargeWithIntent): boolean {
  return charge.intentId === intentOf(charge).id;
}
