import { ifMatch } from '../../http/etag';
import { HttpError, invalid, orNotFound } from '../../http/http-error';
import type { Call } from '../../http/route';
import { find } from '../../tables/tables';
import { assertMayActFor, mayActFor } from '../cafes';
import { ORDERS, type Order } from '../tables';
import { type OrderStatusPatch, type OrderView, toCafeView, toPublicView } from './order-schemas';
import { canTransition, nextStatuses, statusOf, type Transition, transition } from './states';
import { startJobs, updateOrder } from './update-order';

/** Everybody who has the id may read the order, but only the cafe sees the customer. */
export function getOrder({ params: { id = '' }, caller }: Call<undefined, undefined>): OrderView {
  const order = orNotFound(find(ORDERS, id), `order ${id}`);
  return mayActFor(caller, order.cafeId) ? toCafeView(order) : toPublicView(order);
}

export function updateOrderStatus({
  params: { id = '' },
  body: { status: to, ...reason },
  caller,
  request,
}: Call<OrderStatusPatch, undefined>): OrderView {
  if (to === 'cancelled' && reason.reason === undefined)
    throw invalid('reason is required to cancel an order.', 'reason');
  const patch = (order: Order) => {
    assertMayActFor(caller, order.cafeId);
    return transitionByCafe(order, { to, by: caller?.id ?? '', ...reason });
  };
  const updated = orNotFound(updateOrder(id, patch, ifMatch(request)), `order ${id}`);
  startJobs(updated);
  return toCafeView(updated.order);
}

/** @throws HttpError 409 with the statuses that are allowed */
export function transitionByCafe(order: Order, change: Transition): Partial<Order> {
  const from = statusOf(order);
  if (canTransition(from, change.to, 'cafe')) return transition(order, change);
  const allowed = nextStatuses(from, 'cafe').join(', ') || 'none';
  const message = `Cannot change status from ${from} to ${change.to}. Allowed: ${allowed}.`;
  throw new HttpError(409, 'wrong_status', message, { param: 'status' });
}
