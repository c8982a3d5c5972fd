import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { EmulatedCharge, EmulatedIntent } from './emulated';
import type { StripeParts } from './intents';
import type { Refund } from './payment-store';
import { invalid, refuse } from './stripe-error';

/** `/v1/refunds`, which emulate does not have. */
export function refunds({ emulated, store: book, webhook }: StripeParts): Hono {
  const app = new Hono();

  function give(c: Context, charge: EmulatedCharge, fields: URLSearchParams): Response {
    const left = charge.amount - book.toCharge(charge).amount_refunded;
    const amount = Number(fields.get('amount') ?? left);
    if (left === 0)
      return invalid(c, `Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
    if (!(amount > 0 && amount <= left))
      return invalid(c, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
    const refund = toRefund(charge, amount, metadataIn(fields));
    book.refunds.unshift(refund);
    const refunded = book.toCharge(charge);
    webhook.tell('refund.created', () => refund);
    webhook.tell('charge.refunded', () => refunded);
    const isExpanded = [...fields].some(([name, value]) => name.startsWith('expand[') && value === 'charge');
    return c.json(isExpanded ? { ...refund, charge: refunded } : refund);
  }

  app.post('/', async (c) => {
    const fields = new URLSearchParams(await c.req.text());
    const id = fields.get('payment_intent') ?? '';
    const { status, body } = await emulated.ask<EmulatedIntent>('GET', `/v1/payment_intents/${id}`);
    if (status !== 200) return c.json(body, 404);
    const charge = await book.findCharge(id);
    return charge
      ? give(c, charge, fields)
      : invalid(c, `This PaymentIntent (${id}) does not have a successful charge to refund.`);
  });
  app.get('/', (c) => {
    const intent = c.req.query('payment_intent');
    const data = book.refunds.filter((one) => intent === undefined || one.payment_intent === intent);
    return c.json({ object: 'list', url: '/v1/refunds', has_more: false, data });
  });
  app.get('/:id', (c) => {
    const refund = book.refunds.find(({ id }) => id === c.req.param('id'));
    if (refund) return c.json(refund);
    const message = `No such refund: '${c.req.param('id')}'`;
    return refuse(c, 404, { type: 'invalid_request_error', code: 'resource_missing', message });
  });
  return app;
}

/** `metadata[orderId]=O-1` */
function metadataIn(fields: URLSearchParams): Refund['metadata'] {
  const named = [...fields].map(([name, value]) => [/^metadata\[(.+)\]$/.exec(name)?.[1], value] as const);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}

function toRefund(
  { id: charge, currency, payment_intent }: EmulatedCharge,
  amount: number,
  metadata: Refund['metadata'],
): Refund {
  return {
    id: `re_${randomBytes(12).toString('hex')}`,
    object: 'refund',
    amount,
    currency,
    charge,
    payment_intent,
    status: 'succeeded',
    created: Math.floor(Date.now() / 1000),
    metadata,
  };
}
