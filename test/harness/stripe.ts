import Stripe from 'stripe';
import {
  type LocalStripe,
  type OwnStripe,
  STRIPE_KEYS,
  startStripe as startLocalStripe,
} from '../../local/stripe/stripe';

export interface TestStripe extends LocalStripe {
  /** Stripe's own. */
  client: Stripe;
  /** What the owner enters, and where this Stripe is. */
  properties: Record<string, string>;
  /** The customer pays, or tries to with a card that is declined. */
  pay(intentId: string): Promise<void>;
  /** By one of Stripe's test payment methods. */
  payWith(intentId: string, method: string): Promise<void>;
  decline(intentId: string): Promise<string>;
  /** What takes its time at Stripe ends: a payment under way or a refund. */
  settle(id: string, outcome?: string): Promise<object>;
}

/** Stripe on this machine, telling this webhook, if any; to be entered where payments would be offline otherwise. */
export async function startStripe(webhookUrl?: string, own: OwnStripe = {}): Promise<TestStripe> {
  const local = await startLocalStripe(webhookUrl, { pausesMs: [10], ...own });
  const client = clientOf(local.url);
  const confirm = (intentId: string, card: string) =>
    client.paymentIntents.confirm(intentId, { payment_method: card });
  return {
    ...local,
    client,
    properties: {
      ...STRIPE_KEYS,
      ...(own.key ? { stripeSecretKey: own.key } : {}),
      stripeAddress: local.url,
    },
    async pay(intentId) {
      await confirm(intentId, 'pm_card_visa');
    },
    async payWith(intentId, method) {
      await confirm(intentId, method);
    },
    async settle(id, outcome) {
      const asked = { id, ...(outcome ? { outcome } : {}) };
      const answer = await fetch(`${local.url}/_stripe/settle?${new URLSearchParams(asked)}`);
      return answer.json();
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
