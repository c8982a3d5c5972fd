import * as v from 'valibot';
import { described } from '../../http/described';
import { HttpError, orNotFound } from '../../http/http-error';
import { type Call, type Routes, route } from '../../http/route';
import { isEqual } from '../../platform/platform';
import { find } from '../../tables/tables';
import { callProvider, clientOf, toCharge } from '../payments/payments';
import { ORDERS, type Order } from '../tables';
import { countDraft } from './draft-limit';
import { OrderView, toPublicView } from './order-view';
import { statusOf, transition } from './states';
import { startJobs, updateOrder } from './update-order';

const CancelledDraft = v.strictObject({
  clientSecret: described(
    v.pipe(v.string(), v.nonEmpty(), v.maxLength(500)),
    'The secret that came with the order: only its customer has it.',
    'pi_3Q9x_secret_k2Lm',
  ),
});
type CancelledDraft = v.InferOutput<typeof CancelledDraft>;

export const CANCEL_DRAFT_ROUTES: Routes = {
  'POST /v1/orders/:id/cancel': route({
    summary: 'Cancels an unpaid order, for its customer',
    access: 'public',
    body: CancelledDraft,
    response: OrderView,
    errorStatuses: [403, 404, 409],
    handle: cancelDraft,
  }),
};

/** The secret is never stored, so the provider is asked for it. The timer cancels the payment, or gives it back. */
function cancelDraft({ params: { id = '' }, body: { clientSecret } }: Call<CancelledDraft>): OrderView {
  const draft = orNotFound(find(ORDERS, id), `order ${id}`);
  assertDraft(draft);
  const charge = toCharge(draft);
  const intent = callProvider(() => clientOf(charge).retrieve(charge));
  if (!isEqual(intent.clientSecret, clientSecret)) {
    const message = 'clientSecret must be the one that came with the order.';
    throw new HttpError(403, 'forbidden', message, { param: 'clientSecret' });
  }
  if (intent.status === 'succeeded') throw notCancellable('has been paid for');
  const updated = orNotFound(
    updateOrder(id, (order) => {
      assertDraft(order);
      return transition(order, { to: 'cancelled', by: 'customer', reason: 'Cancelled by the customer.' });
    }),
    `order ${id}`,
  );
  countDraft(draft.cafeId, -1);
  startJobs(updated);
  return toPublicView(updated.order);
}

function assertDraft(order: Order): void {
  const status = statusOf(order);
  if (status !== 'draft') throw notCancellable(`is ${status}`);
}

function notCancellable(why: string): HttpError {
  return new HttpError(
    409,
    'wrong_status',
    `Customers can only cancel an order that is not paid for: this one ${why}.`,
  );
}
