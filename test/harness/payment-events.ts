import Stripe from 'stripe';
import { STRIPE_KEYS } from '../../local/stripe/stripe';
import type { Asked } from './api';

export interface Paid {
  orderId: string;
  intentId: string;
  /** In minor units; of euros. */
  amount: number;
}

/** The event of a payment that has succeeded, as it is posted. */
export function toPayload({ orderId, intentId, amount }: Paid, id = `evt_${orderId}`): string {
  const metadata = { orderId };
  const object = { id: intentId, status: 'succeeded', currency: 'eur', amount_received: amount, metadata };
  return JSON.stringify({ id, type: 'payment_intent.succeeded', data: { object } });
}

const { webhooks } = new Stripe(STRIPE_KEYS.stripeSecretKey);

/** `Stripe-Signature` by Stripe's own package; `now` is epoch ms. */
export function signEvent(payload: string, now: number, secret = STRIPE_KEYS.stripeWebhookSecret): string {
  return webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(now / 1_000) });
}

/** As Stripe sends it. */
export function toSignedRequest(payload: string, now: number, secret?: string): Asked {
  return {
    body: payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signEvent(payload, now, secret) },
  };
}
