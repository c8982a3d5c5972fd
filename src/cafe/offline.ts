import type { Asked, Charge, Intent, PaymentProvider } from './provider';

/** Takes every payment by itself, and moves no money: for trying the desk out without an account. */
export const offline: PaymentProvider = {
  create: (charge) => ({ ...intentOf(charge), status: 'open', received: 0 }),
  retrieve: (charge: Asked) => ({ ...intentOf(charge), status: 'succeeded', received: charge.amount }),
  cancel: (charge: Asked) => ({ ...intentOf(charge), status: 'cancelled', received: 0 }),
  refund: ({ amount }) => amount,
};

function intentOf({ orderId, currency }: Charge): Pick<Intent, 'id' | 'clientSecret' | 'currency'> {
  const id = `offline-${orderId}`;
  return { id, clientSecret: `${id}-secret`, currency };
}
