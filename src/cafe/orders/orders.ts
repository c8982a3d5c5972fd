import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { invalid, orNotFound } from '../../http/http-error';
import { ifMatch } from '../../http/reply';
import { type Call, type Routes, route } from '../../http/route';
import { find } from '../../tables/tables';
import { assertMayActFor, mayActFor } from '../cafes';
import { ORDERS, type Order } from '../tables';
import { CHANGES, changeOrder } from './change-order';
import { prepareRecall, transitionByCafe } from './next-statuses';
import { CafeOrderView, OrderView, toCafeView, toPublicView } from './order-view';
import { Reason } from './refund-order';
import { ORDER_STATUSES } from './states';
import { startJobs, updateOrder } from './update-order';

const OrderPatch = v.strictObject({
  status: v.exactOptional(v.picklist(ORDER_STATUSES)),
  reason: described(
    v.exactOptional(Reason),
    'Why it is cancelled or loses pieces, as shown to the customer. Required for both.',
  ),
  ...CHANGES,
});
type OrderPatch = v.InferOutput<typeof OrderPatch>;

export const ORDER_ROUTES: Routes = {
  'GET /v1/orders/:id': route({
    summary: 'Returns an order and its status. The customer is shown to its cafe only',
    access: 'public',
    response: OrderView,
    handle: getOrder,
  }),
  'PATCH /v1/orders/:id': route({
    summary:
      'Changes an order: its status, what of it is done, and until it is accepted its items, note and pickup. A completed one can be recalled to ready until midnight at the cafe',
    access: rolesWith('orders'),
    body: withExample(OrderPatch, { status: 'accepted' }),
    response: CafeOrderView,
    errorStatuses: [409],
    handle: patchOrder,
  }),
};

/** Anybody with the ID may read the order, but only the cafe sees the customer. */
function getOrder({ params: { id = '' }, caller }: Call): OrderView {
  const order = orNotFound(find(ORDERS, id), `order ${id}`);
  return mayActFor(caller, order.cafeId) ? toCafeView(order) : toPublicView(order);
}

function patchOrder({ params: { id = '' }, body, caller, request }: Call<OrderPatch>): OrderView {
  const { status: to, reason, ...changes } = body;
  for (const [what, isAsked] of [
    ['cancel an order', to === 'cancelled'],
    ['take pieces off', changes.removed],
  ] as const)
    if (isAsked && reason === undefined) throw invalid(`reason is required to ${what}.`, 'reason');
  if (to === 'ready') prepareRecall();
  const by = caller?.id ?? '';
  const patch = (order: Order) => {
    assertMayActFor(caller, order.cafeId);
    const changed = changeOrder(order, { ...changes, ...(reason === undefined ? {} : { reason }) }, by);
    if (to === undefined) return changed;
    const change = { to, by, ...(reason === undefined ? {} : { reason }) };
    return { ...changed, ...transitionByCafe({ ...order, ...changed }, change) };
  };
  const updated = orNotFound(updateOrder(id, patch, ifMatch(request)), `order ${id}`);
  startJobs(updated);
  return toCafeView(updated.order);
}
