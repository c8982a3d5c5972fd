import type { Asked, Charge, Intent, PaymentProvider } from './provider';
import { RefusedPaymentError } from './refused-payment-error';

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

function intentOf({ orderId, currency }: Charge): Pick<Intent, 'id' | 'clientSecret' | 'currency'> {
  const id = `offline-${orderId}`;
  return { id, clientSecret: `${id}-secret`, currency };
}

/** Whether money came for the intents of a provider that is connected no more, nobody knows here. */
function assertOwn(charge: Asked): void {
  if (isOffline(charge)) return;
  throw new RefusedPaymentError(`${charge.intentId} belongs to a payment provider that is not connected.`);
}

export function isOffline(charge: Asked): boolean {
  return charge.intentId === intentOf(charge).id;
}
