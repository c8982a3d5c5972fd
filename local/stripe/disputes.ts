import { type Context, Hono } from 'hono';
import type { Account } from './account';
import { fieldsOf, listOf, notFound } from './fields';
import type { Dispute, DisputeStatus } from './objects';

/** Stripe decides by these words: https://docs.stripe.com/testing#disputes */
const VERDICTS: Readonly<Record<string, DisputeStatus>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
};

/** `/v1/disputes` */
export function disputes(account: Account): Hono {
  const app = new Hono();
  const { book } = account;
  const onDispute = (work: (dispute: Dispute, fields: URLSearchParams) => Dispute) => async (c: Context) => {
    const id = c.req.param('id') ?? '';
    const dispute = book.find('dispute', id);
    return dispute ? c.json(work(dispute, await fieldsOf(c))) : notFound(c, 'dispute', id);
  };

  app.get('/', (c) => listOf(c, book.list('dispute', c.req.query('payment_intent'))));
  app.get(
    '/:id',
    onDispute((dispute) => dispute),
  );
  app.post(
    '/:id',
    onDispute((dispute, fields) => {
      const verdict = VERDICTS[fields.get('evidence[uncategorized_text]') ?? ''];
      return account.changeDispute(dispute, verdict ?? 'under_review');
    }),
  );
  app.post(
    '/:id/close',
    onDispute((dispute) => account.changeDispute(dispute, 'lost')),
  );
  return app;
}
