import { findPublicAddress, type Webhook } from '../../http/public-address';
import { prompt, showMessage } from '../../platform/dialog';
import { properties } from '../../platform/platform';
import { STRIPE_EVENTS } from './stripe-webhook';

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

interface Form {
  pattern: RegExp;
  example: string;
}

/** A restricted key will do, where it may write payment intents and refunds. */
const KEY: Form = { pattern: /^[sr]k_\w+$/, example: 'sk_... or rk_...' };

const SECRET: Form = { pattern: /^whsec_\S+$/, example: 'whsec_...' };

const BEFORE = 'stripeWebhookSecretBefore';

/** Undefined as long as either secret is missing. */
export function findStripeSettings(): StripeSettings | undefined {
  const all = properties().getProperties();
  const { stripeSecretKey: secretKey, stripeWebhookSecret: newest, stripeWebhookSecretBefore: before } = all;
  if (!secretKey || !newest) return undefined;
  const webhookSecrets = before ? [newest, before] : [newest];
  return { secretKey, webhookSecrets, address: all.stripeAddress ?? ADDRESS };
}

/** The functions of the sheet's menu; what is entered stands in script properties, never in a cell. */
export function connectStripe(): void {
  const title = 'Connect Stripe';
  const stripeSecretKey = askFor(title, 'Secret key', KEY);
  const stripeWebhookSecret =
    stripeSecretKey && askFor(title, `In Stripe, add the webhook ${webhook()}\n\nIts signing secret`, SECRET);
  if (!stripeSecretKey || !stripeWebhookSecret) return;
  properties().setProperties({ stripeSecretKey, stripeWebhookSecret });
  properties().deleteProperty(BEFORE);
  showMessage('Stripe is connected', `Stripe's webhook is ${webhook()}`);
}

/** Stripe signs with both while the secret is rolled there; the old one stays valid here until the next. */
export function renewStripeSecret(): void {
  const title = 'New Stripe webhook secret';
  const [newest] = findStripeSettings()?.webhookSecrets ?? [];
  if (!newest) {
    showMessage(title, 'Stripe is not connected. Choose API > Connect Stripe first.');
    return;
  }
  const stripeWebhookSecret = askFor(title, 'The new signing secret', SECRET);
  // Entered twice, it would take the place of the one before it, too.
  if (!stripeWebhookSecret || stripeWebhookSecret === newest) return;
  properties().setProperties({ stripeWebhookSecret, [BEFORE]: newest });
  showMessage('Saved', 'Events signed with the new or the previous secret are accepted.');
}

/** Undefined, too, where something else was entered; what it was is not repeated. */
function askFor(title: string, question: string, { pattern, example }: Form): string | undefined {
  const entered = prompt(title, `${question} (${example}):`);
  if (!entered || pattern.test(entered)) return entered;
  showMessage('Not saved', `${question.split('\n').pop()} must look like ${example}.`);
  return undefined;
}

function webhook(): string {
  const address = (findPublicAddress() || 'https://<public address>') + STRIPE_WEBHOOK.path;
  return `${address} (events ${STRIPE_EVENTS.join(', ')})`;
}
