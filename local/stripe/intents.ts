import { type Context, Hono } from 'hono';
import type { Answered, Emulated, EmulatedIntent, List } from './emulated';
import type { PaymentStore } from './payment-store';
import { invalid, refuse, type StripeError } from './stripe-error';
import type { Webhook } from './webhook';

export interface StripeParts {
  emulated: Emulated;
  store: PaymentStore;
  webhook: Webhook;
}

/** Test cards that are declined: https://docs.stripe.com/testing#declined-payments */
const DECLINES: Readonly<Record<string, Pick<StripeError, 'decline_code' | 'message'>>> = {
  pm_card_visa_chargeDeclined: { decline_code: 'generic_decline', message: 'Your card was declined.' },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
};

/** `/v1/payment_intents`: emulate's, completed. */
export function intents({ emulated, store: book, webhook }: StripeParts): Hono {
  const app = new Hono();
  const forward = (c: Context) => ask<EmulatedIntent>(emulated, c);
  const answer = async (c: Context, { status, body }: Answered<EmulatedIntent>) => {
    if (status !== 200) return c.json(body, status as 400);
    const intent = await book.toIntent(body);
    return c.json(isExpanded(c) ? { ...intent, latest_charge: await expand(body.id) } : intent);
  };
  const expand = async (id: string) => {
    const charge = await book.findCharge(id);
    return charge ? book.toCharge(charge) : null;
  };

  app.get('/', async (c) => {
    const { body } = await ask<List<EmulatedIntent>>(emulated, c);
    return c.json({ ...body, data: await Promise.all(body.data.map((intent) => book.toIntent(intent))) });
  });
  app.post('/', async (c) => {
    const amount = new URLSearchParams(await c.req.text()).get('amount') ?? '';
    if (!/^\d+$/.test(amount)) return invalid(c, `Invalid integer: ${amount}`, 'parameter_invalid_integer');
    return answer(c, await forward(c));
  });
  app.post('/:id/confirm', async (c) => {
    const card = new URLSearchParams(await c.req.text()).get('payment_method') ?? '';
    const decline = DECLINES[card];
    const { body: intent } = await emulated.ask<EmulatedIntent>(
      'GET',
      `/v1/payment_intents/${c.req.param('id')}`,
    );
    if (!decline || !isOpen(intent)) return answer(c, await forward(c));
    const error: StripeError = { type: 'card_error', code: 'card_declined', ...decline };
    book.declines.set(intent.id, error);
    const declined = await book.toIntent(intent);
    webhook.tell('payment_intent.payment_failed', () => declined);
    return refuse(c, 402, { ...error, payment_intent: declined });
  });
  app.on(['GET', 'POST'], ['/:id', '/:id/cancel'], async (c) => answer(c, await forward(c)));
  return app;
}

function isOpen({ status }: EmulatedIntent): boolean {
  return status === 'requires_payment_method' || status === 'requires_confirmation';
}

/** `expand[]=latest_charge`, with or without a number between the brackets. */
function isExpanded(c: Context): boolean {
  const { searchParams } = new URL(c.req.url);
  return [...searchParams].some(([name, value]) => /^expand\[\d*\]$/.test(name) && value === 'latest_charge');
}

/** Forwards a call unchanged. */
export async function ask<B extends object>(emulated: Emulated, c: Context): Promise<Answered<B>> {
  const { pathname, search } = new URL(c.req.url);
  const body = c.req.method === 'POST' ? await c.req.text() : undefined;
  return emulated.ask<B>(c.req.method, pathname + search, body);
}
