import type { Webhook } from '../../sheet/public-address';

export const STRIPE_WEBHOOK: Webhook = { provider: 'Stripe', path: '/webhooks/payments' };

/** Entered by the owner from the menu, kept in script properties, never in a cell. */
export interface StripeSettings {
  secretKey: string;
  /** What Stripe may sign events with: the newest first, and the one before it while both are in use. */
  webhookSecrets: readonly string[];
  /** Of Stripe's API. */
  address: string;
}

const ADDRESS = 'https://api.stripe.com';

/** Undefined as long as either secret is missing. */
export function findStripeSettings(): StripeSettings | undefined {
  const all = PropertiesService.getScriptProperties().getProperties();
  const { stripeSecretKey: secretKey, stripeWebhookSecret: newest, stripeWebhookSecretBefore: before } = all;
  if (!secretKey || !newest) return undefined;
  const webhookSecrets = before ? [newest, before] : [newest];
  return { secretKey, webhookSecrets, address: all.stripeAddress ?? ADDRESS };
}
