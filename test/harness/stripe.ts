import Stripe from 'stripe';
import { type LocalStripe, STRIPE_KEYS, startStripe as startLocalStripe } from '../../local/stripe/stripe';

export interface TestStripe extends LocalStripe {
  /** Stripe's own. */
  client: Stripe;
  /** What the owner enters, and where this Stripe is. */
  properties: Record<string, string>;
  /** The customer pays, or tries to with a card that is declined. */
  pay(intentId: string): Promise<void>;
  decline(intentId: string): Promise<string>;
}

/** Stripe on this machine, telling this webhook, if any; to be entered where payments would be offline otherwise. */
export async function startStripe(
  webhookUrl?: string,
  clock: { now?: () => number } = {},
): Promise<TestStripe> {
  const local = await startLocalStripe(webhookUrl, { ...clock, pausesMs: [10] });
  const client = clientOf(local.url);
  const confirm = (intentId: string, card: string) =>
    client.paymentIntents.confirm(intentId, { payment_method: card });
  return {
    ...local,
    client,
    async close() {
      await local.close();
      if (local.strangeAnswers.length > 0)
        throw new Error(`The emulated Stripe answered what Stripe never would: ${local.strangeAnswers[0]}`);
    },
    properties: { ...STRIPE_KEYS, stripeAddress: local.url },
    async pay(intentId) {
      await confirm(intentId, 'pm_card_visa');
    },
    decline: (intentId) =>
      confirm(intentId, 'pm_card_visa_chargeDeclined').then(
        ({ status }) => status,
        (error: Error) => error.message,
      ),
  };
}

export function clientOf(url: string, key = STRIPE_KEYS.stripeSecretKey): Stripe {
  const { hostname: host, port } = new URL(url);
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}
