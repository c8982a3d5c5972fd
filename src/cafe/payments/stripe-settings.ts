import { findPublicUrl } from '../../http/public-address';
import { resetCircuit } from '../../platform/circuit-breaker';
import { prompt, showMessage } from '../../platform/dialog';
import { errorMessage } from '../../platform/platform';
import { declareSettings, readSettings, writeSettings } from '../../platform/settings';
import { PAYMENT_WEBHOOK } from './provider';
import { addWebhook, deleteWebhook } from './stripe-endpoint';
import { KEY_PERMISSIONS, STRIPE } from './stripe-request';
import { STRIPE_EVENTS } from './stripe-webhook';

declareSettings(/^stripe/);

/** The owner enters these from the menu. They are stored in script properties, never in a cell. */
export interface StripeSettings {
  secretKey: string;
  /** The newest first, then the previous one while both are in use. */
  webhookSecrets: readonly string[];
  /** The address of Stripe's API. */
  address: string;
}

const ADDRESS = 'https://api.stripe.com';

interface Format {
  pattern: RegExp;
  example: string;
}

const KEY: Format = { pattern: /^[sr]k_\w+$/, example: 'sk_... or rk_...' };
const SECRET: Format = { pattern: /^whsec_\S+$/, example: 'whsec_...' };

const PREVIOUS_SECRET = 'stripeWebhookSecretBefore';

/** Undefined until Stripe is connected. */
export function findStripeSettings(): StripeSettings | undefined {
  const all = readSettings();
  const {
    stripeSecretKey: secretKey,
    stripeWebhookSecret: newest,
    stripeWebhookSecretBefore: previous,
  } = all;
  if (!secretKey || !newest) return undefined;
  const webhookSecrets = previous ? [newest, previous] : [newest];
  return { secretKey, webhookSecrets, address: all.stripeAddress ?? ADDRESS };
}

/** Runs from the menu. Where Stripe does not take the webhook, the owner adds it there, and enters its signing secret. */
export function connectStripe(): void {
  const title = 'Connect Stripe';
  const permissions = `A restricted key needs permission to ${KEY_PERMISSIONS}.`;
  const stripeSecretKey = askFor(title, `${permissions}\n\nSecret key`, KEY);
  if (!stripeSecretKey) return;
  const added = tryToAddWebhook(stripeSecretKey);
  const question = `${added.problem}In Stripe, add the webhook ${describeWebhook()}\n\nIts signing secret`;
  const stripeWebhookSecret = added.secret ?? askFor(title, question, SECRET);
  if (!stripeWebhookSecret) return;
  // Stripe tells the secret once, so nothing else comes before it is stored.
  writeSettings({ stripeSecretKey, stripeWebhookSecret, [PREVIOUS_SECRET]: undefined });
  const left = (added.earlier ?? []).map((id) => tryToDeleteWebhook(stripeSecretKey, id));
  showMessage(
    'Stripe is connected',
    [`Stripe's webhook is ${describeWebhook()}`, ...left].join('\n\n').trim(),
  );
}

/** There is no webhook to add without a public address. */
function tryToAddWebhook(secretKey: string): { secret?: string; earlier?: string[]; problem: string } {
  const publicUrl = findPublicUrl();
  try {
    if (publicUrl === undefined) return { problem: '' };
    return { ...addWebhook(toSettings(secretKey), publicUrl + PAYMENT_WEBHOOK), problem: '' };
  } catch (error) {
    return { problem: `The webhook was not added: ${errorMessage(error)}\n\n` };
  } finally {
    // A key that is refused says nothing about the one in use.
    resetCircuit(STRIPE);
  }
}

/** Returns what the owner has to do where Stripe refuses. */
function tryToDeleteWebhook(secretKey: string, id: string): string {
  try {
    deleteWebhook(toSettings(secretKey), id);
    return '';
  } catch (error) {
    // A key may be good for payments and not for this.
    resetCircuit(STRIPE);
    return `Delete the earlier webhook ${id} at Stripe: ${errorMessage(error)}`;
  }
}

function toSettings(secretKey: string): StripeSettings {
  return { secretKey, webhookSecrets: [], address: readSettings().stripeAddress ?? ADDRESS };
}

/** While a secret is rolled, Stripe signs with both. The previous one stays valid here until the next roll. */
export function renewStripeSecret(): void {
  const title = 'New Stripe webhook secret';
  const [newest] = findStripeSettings()?.webhookSecrets ?? [];
  if (!newest) {
    showMessage(title, 'Stripe is not connected. Choose API > Connect Stripe first.');
    return;
  }
  const stripeWebhookSecret = askFor(title, 'The new signing secret', SECRET);
  // Entered a second time, it would replace the previous one, too.
  if (!stripeWebhookSecret || stripeWebhookSecret === newest) return;
  writeSettings({ stripeWebhookSecret, [PREVIOUS_SECRET]: newest });
  showMessage('Saved', 'Events signed with the new or the previous secret are accepted.');
}

/** Undefined if the person cancels or the format is wrong. The dialog does not repeat what was entered. */
function askFor(title: string, question: string, { pattern, example }: Format): string | undefined {
  const entered = prompt(title, `${question} (${example}):`);
  if (!entered || pattern.test(entered)) return entered;
  showMessage('Not saved', `${question.split('\n').pop()} must look like ${example}.`);
  return undefined;
}

function describeWebhook(): string {
  const address = (findPublicUrl() || 'https://<public address>') + PAYMENT_WEBHOOK;
  return `${address} (events ${STRIPE_EVENTS.join(', ')})`;
}
