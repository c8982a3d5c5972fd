import { type Context, Hono } from 'hono';
import type { Account } from './account';
import { fieldsOf, isExpanded, listOf, metadataIn, notFound } from './fields';
import type { Charge, Refund } from './objects';
import { invalid } from './stripe-error';

/** `/v1/refunds` */
export function refunds(account: Account): Hono {
  const app = new Hono();
  const { book } = account;

  const show = (c: Context, refund: Refund, fields: URLSearchParams) =>
    c.json(isExpanded(fields, 'charge') ? { ...refund, charge: book.find('charge', refund.charge) } : refund);

  function give(c: Context, charge: Charge, fields: URLSearchParams): Response {
    const problem = findProblem(charge, fields);
    if (problem) return invalid(c, ...problem);
    const amount = amountOf(charge, fields);
    return show(c, account.refund(charge, amount, metadataIn(fields)), fields);
  }

  function findProblem(
    charge: Charge,
    fields: URLSearchParams,
  ): [message: string, code?: string] | undefined {
    const { id, amount_refunded } = charge;
    const left = charge.amount - amount_refunded;
    const disputes = book.list('dispute', charge.payment_intent);
    if (disputes.some(({ is_charge_refundable }) => !is_charge_refundable))
      return [`Charge ${id} has been charged back; cannot issue a refund.`, 'charge_disputed'];
    if (left === 0) return [`Charge ${id} has already been refunded.`, 'charge_already_refunded'];
    const amount = amountOf(charge, fields);
    if (amount > 0 && amount <= left) return undefined;
    return [`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`];
  }

  app.post('/', async (c) => {
    const fields = await fieldsOf(c);
    const id = fields.get('payment_intent') ?? '';
    const intent = book.find('payment_intent', id);
    if (!intent) return notFound(c, 'payment_intent', id);
    const charge = book.find('charge', intent.latest_charge ?? '');
    return charge
      ? give(c, charge, fields)
      : invalid(c, `This PaymentIntent (${id}) does not have a successful charge to refund.`);
  });
  app.get('/', (c) => listOf(c, book.list('refund', c.req.query('payment_intent'))));
  app.get('/:id', async (c) => {
    const refund = book.find('refund', c.req.param('id'));
    return refund ? show(c, refund, await fieldsOf(c)) : notFound(c, 'refund', c.req.param('id'));
  });
  return app;
}

function amountOf({ amount, amount_refunded }: Charge, fields: URLSearchParams): number {
  return Number(fields.get('amount') ?? amount - amount_refunded);
}
