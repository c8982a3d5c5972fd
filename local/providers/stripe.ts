import { STRIPE_KEYS, startStripe } from '../stripe/stripe';
import type { ProviderDefinition } from './providers';

export const STRIPE: ProviderDefinition = {
  title: 'Stripe',
  start: (publicAddress) => startStripe(`${publicAddress}/webhooks/payments`),
  properties: (stripeAddress) => ({ ...STRIPE_KEYS, stripeAddress }),
  usage: (address) =>
    `pay: curl -X POST ${address}/v1/payment_intents/<id>/confirm -u ${STRIPE_KEYS.stripeSecretKey}: -d payment_method=pm_card_visa`,
};
