import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described } from '../../http/described';
import { invalid, orNotFound } from '../../http/http-error';
import { ifMatch } from '../../http/reply';
import { type Call, type Routes, route } from '../../http/route';
import { find } from '../../tables/tables';
import { assertMayActFor, mayActFor } from '../cafes';
import { ORDERS, type Order } from '../tables';
import { prepareRecall, transitionByCafe } from './next-statuses';
import { CafeOrderView, OrderView, toCafeView, toPublicView } from './order-view';
import { ORDER_STATUSES } from './states';
import { startJobs, updateOrder } from './update-order';

const OrderStatusPatch = v.strictObject({
  status: v.picklist(ORDER_STATUSES),
  reason: described(
    v.exactOptional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(500))),
    'Why it is cancelled, as shown to the customer. Required to cancel an order.',
  ),
});
type OrderStatusPatch = v.InferOutput<typeof OrderStatusPatch>;

export const ORDER_ROUTES: Routes = {
  'GET /v1/orders/:id': route({
    summary: 'Returns an order and its status. The customer is shown to its cafe only',
    access: 'public',
    response: OrderView,
    handle: getOrder,
  }),
  'PATCH /v1/orders/:id': route({
    summary:
      'Changes the status of an order. A completed one can be recalled to ready until midnight at the cafe',
    access: rolesWith('orders'),
    body: OrderStatusPatch,
    response: CafeOrderView,
    errorStatuses: [409],
    handle: updateOrderStatus,
  }),
};

/** Anybody with the ID may read the order, but only the cafe sees the customer. */
function getOrder({ params: { id = '' }, caller }: Call): OrderView {
  const order = orNotFound(find(ORDERS, id), `order ${id}`);
  return mayActFor(caller, order.cafeId) ? toCafeView(order) : toPublicView(order);
}

function updateOrderStatus({
  params: { id = '' },
  body: { status: to, ...reason },
  caller,
  request,
}: Call<OrderStatusPatch>): OrderView {
  if (to === 'cancelled' && reason.reason === undefined)
    throw invalid('reason is required to cancel an order.', 'reason');
  if (to === 'ready') prepareRecall();
  const patch = (order: Order) => {
    assertMayActFor(caller, order.cafeId);
    return transitionByCafe(order, { to, by: caller?.id ?? '', ...reason });
  };
  const updated = orNotFound(updateOrder(id, patch, ifMatch(request)), `order ${id}`);
  startJobs(updated);
  return toCafeView(updated.order);
}
