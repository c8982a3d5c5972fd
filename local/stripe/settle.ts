import { type Context, Hono } from 'hono';
import type { Account } from './account';
import { fieldsOf, notFound } from './fields';
import type { Intent, Refund } from './objects';
import { invalid, type StripeError } from './stripe-error';
import { endOf } from './test-cards';

type End = 'succeeded' | 'failed' | 'canceled';

const NOT_AUTHENTICATED: StripeError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'The customer did not authenticate the payment.',
};
const BANK_REFUSED: StripeError = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The payment failed at the bank.',
};

/**
 * `/_stripe/settle?id=pi_...`: what takes its time at Stripe ends now. A payment that waits for its customer or the bank, or
 * a refund; `outcome` is `succeeded` or `failed` unless the test payment method says it.
 */
export function settle(account: Account): Hono {
  const app = new Hono();
  const { book } = account;
  app.on(['GET', 'POST'], '/', async (c) => {
    const fields = await fieldsOf(c);
    const id = fields.get('id') ?? c.req.query('id') ?? '';
    const outcome = (fields.get('outcome') ?? undefined) as End | undefined;
    const intent = book.find('payment_intent', id);
    if (intent) return settleIntent(c, intent, outcome);
    const refund = book.find('refund', id);
    return refund ? settleRefund(c, refund, outcome) : notFound(c, 'payment_intent or refund', id);
  });

  function settleIntent(c: Context, intent: Intent, outcome: End = endOf(intent.payment_method)): Response {
    const { id, status, payment_method } = intent;
    if (status !== 'processing' && status !== 'requires_action')
      return invalid(c, `Nothing is under way with ${id}, since its status is ${status}.`);
    if (outcome === 'succeeded') return c.json(account.succeed(intent, payment_method ?? ''));
    return c.json(account.fail(intent, status === 'processing' ? BANK_REFUSED : NOT_AUTHENTICATED));
  }

  function settleRefund(c: Context, refund: Refund, outcome: End = account.endOfRefund(refund)): Response {
    const { id, status } = refund;
    if (status === 'failed' || status === 'canceled')
      return invalid(c, `Nothing is under way with ${id}, since its status is ${status}.`);
    const reason = outcome === 'failed' ? 'expired_or_canceled_card' : undefined;
    return c.json(account.endRefund(refund, outcome, reason));
  }

  return app;
}
