import type { Charge, ChargeWithIntent, Intent, PaymentClient } from './provider';

/** Test mode without an account: every payment succeeds, and no money moves. */
export const simulated: PaymentClient = {
  isTest: true,
  create: (charge) => ({ ...toIntent(charge), status: 'open', received: 0 }),
  retrieve: (charge) => ({ ...toIntent(charge), status: 'succeeded', received: charge.amount }),
  cancel: (charge) => ({ ...toIntent(charge), status: 'cancelled', received: 0 }),
  refund: ({ orderId, amount }, part) => ({
    orderId,
    refunded: amount,
    made: part ? [{ ...part, error: undefined }] : [],
  }),
};

/** Client for the orders of test mode once it is off, or a provider is connected: nothing is paid for any more. */
export const noLongerSimulated: PaymentClient = {
  ...simulated,
  retrieve: (charge) => ({ ...toIntent(charge), status: 'open', received: 0 }),
};

export function isSimulated({ orderId, intentId }: Pick<ChargeWithIntent, 'orderId' | 'intentId'>): boolean {
  return intentId === toIntentId(orderId);
}

function toIntent({ orderId, currency }: Charge): Pick<Intent, 'id' | 'clientSecret' | 'currency'> {
  const id = toIntentId(orderId);
  return { id, clientSecret: `${id}-secret`, currency };
}

function toIntentId(orderId: string): string {
  return `offline-${orderId}`;
}
