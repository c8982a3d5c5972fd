import { type Cafe, startCafe } from '../cafe/cafe';
import { startStripe, type TestStripe } from '../harness/stripe';

/** Cafes whose orders are paid at a Stripe of their own, which tells nobody of it. */
export interface PayingCafe {
  cafe: Cafe;
  stripe: TestStripe;
  close(): Promise<void>;
}

export async function startPayingCafe(): Promise<PayingCafe> {
  const [cafe, stripe] = await Promise.all([startCafe(), startStripe()]);
  cafe.api.enter(stripe.properties);
  const close = async () => {
    await stripe.close();
    await cafe.close();
  };
  return { cafe, stripe, close };
}
