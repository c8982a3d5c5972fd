import { type Context, Hono } from 'hono';
import type { Account } from './account';
import { amountIn, fieldsOf, isExpanded, listOf, metadataIn, notFound, wrongAmount } from './fields';
import type { Intent, IntentStatus } from './objects';
import { invalid, refuse } from './stripe-error';
import { type Outcome, outcomeOf } from './test-cards';

/** States in which an intent waits for the customer. */
const OPEN: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** `/v1/payment_intents` */
export function intents(account: Account, address: string): Hono {
  const app = new Hono();
  const { book } = account;

  /** Shows an intent as the API returns it, with what it was asked to expand. */
  const show = (c: Context, intent: Intent, fields: URLSearchParams) => {
    if (!isExpanded(fields, 'latest_charge') && !isExpanded(fields, 'latest_charge.refunds'))
      return c.json(intent);
    const charge = book.find('charge', intent.latest_charge ?? '');
    if (!charge) return c.json({ ...intent, latest_charge: null });
    const refunds = { object: 'list', has_more: false, data: book.list('refund', intent.id) };
    const expanded = isExpanded(fields, 'latest_charge.refunds') ? { ...charge, refunds } : charge;
    return c.json({ ...intent, latest_charge: expanded });
  };

  /** Makes a handler that is given the intent of the path, where there is one. */
  const onIntent =
    (work: (c: Context, intent: Intent, fields: URLSearchParams) => Response) => async (c: Context) => {
      const id = c.req.param('id') ?? '';
      const intent = book.find('payment_intent', id);
      return intent ? work(c, intent, await fieldsOf(c)) : notFound(c, 'payment_intent', id);
    };

  app.get('/', (c) => listOf(c, book.list('payment_intent')));
  app.post('/', async (c) => {
    const fields = await fieldsOf(c);
    const amount = amountIn(fields);
    if (amount === undefined) return wrongAmount(c, fields);
    const currency = fields.get('currency') ?? '';
    if (!/^[a-z]{3}$/i.test(currency)) return invalid(c, `Invalid currency: ${currency}`);
    const method = fields.get('payment_method');
    const asked = {
      ...{ amount, currency: currency.toLowerCase(), payment_method: method },
      receipt_email: fields.get('receipt_email'),
    };
    const intent = account.newIntent({ ...asked, metadata: metadataIn(fields) });
    return fields.get('confirm') === 'true' ? confirm(c, intent, fields) : show(c, intent, fields);
  });
  app.get('/:id', onIntent(show));
  app.post(
    '/:id',
    onIntent((c, intent, fields) => {
      const amount = fields.has('amount') ? amountIn(fields) : intent.amount;
      if (amount === undefined) return wrongAmount(c, fields);
      if (!OPEN.includes(intent.status)) return unexpected(c, intent, 'updated');
      const currency = fields.get('currency')?.toLowerCase() ?? intent.currency;
      const metadata = { ...intent.metadata, ...metadataIn(fields) };
      return show(c, account.change({ ...intent, amount, currency, metadata }), fields);
    }),
  );
  app.post('/:id/confirm', onIntent(confirm));
  app.post(
    '/:id/cancel',
    onIntent((c, intent, fields) => {
      if (!OPEN.includes(intent.status)) return unexpected(c, intent, 'canceled');
      const canceled = { ...intent, status: 'canceled', canceled_at: intent.created } as const;
      return show(c, account.change(canceled, 'payment_intent.canceled'), fields);
    }),
  );

  function confirm(c: Context, intent: Intent, fields: URLSearchParams): Response {
    if (!OPEN.includes(intent.status)) return unexpected(c, intent, 'confirmed');
    const method = fields.get('payment_method') ?? intent.payment_method ?? '';
    const outcome = outcomeOf(method);
    if (!outcome) return notFound(c, 'PaymentMethod', method);
    if (outcome.kind !== 'is declined') return show(c, pay(intent, method, outcome), fields);
    const declined = account.fail(intent, outcome.error);
    return refuse(c, 402, { ...outcome.error, payment_intent: declined });
  }

  function pay(intent: Intent, payment_method: string, { kind }: Outcome): Intent {
    if (kind === 'succeeds') return account.succeed(intent, payment_method);
    const tried = { ...intent, payment_method };
    if (kind === 'is processed')
      return account.change({ ...tried, status: 'processing' }, 'payment_intent.processing');
    const url = `${address}/_stripe/settle?id=${intent.id}`;
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: null } };
    return account.change(
      { ...tried, status: 'requires_action', next_action },
      'payment_intent.requires_action',
    );
  }

  return app;
}

function unexpected(c: Context, { id, status }: Intent, what: string): Response {
  const message = `This PaymentIntent (${id}) cannot be ${what}, since its status is ${status}.`;
  return invalid(c, message, 'payment_intent_unexpected_state');
}
