import { ifMatch } from '../../http/etag';
import { HttpError, invalid, orNotFound } from '../../http/http-error';
import type { Call } from '../../http/route';
import { find } from '../../tables/tables';
import { assertMayActFor, mayActFor } from '../cafes';
import { ORDERS, type Order } from '../tables';
import { type OrderStatusPatch, type OrderView, statusOf, toCafeView, toPublicView } from './order-schemas';
import { canTransition, nextStatuses, type Transition, transition } from './states';
import { startJobs, updateOrder } from './update-order';

/** The cafe moves an order on, by the machine of states. */
export function updateOrderStatus({
  params: { id = '' },
  body,
  caller,
  request,
}: Call<OrderStatusPatch, undefined>): OrderView {
  assertReason(body);
  const { status: to, ...reason } = body;
  const changed = updateOrder(
    id,
    (order) => {
      assertMayActFor(caller, order.cafeId);
      return transitionByCafe(order, { to, by: caller?.id ?? '', ...reason });
    },
    ifMatch(request),
  );
  const moved = orNotFound(changed, `order ${id}`);
  startJobs(moved);
  return toCafeView(moved.order);
}

/** @throws HttpError 409 with the moves that may be made */
export function transitionByCafe(order: Order, move: Transition): Partial<Order> {
  const from = statusOf(order);
  if (canTransition(from, move.to, 'cafe')) return transition(order, move);
  const next = nextStatuses(from, 'cafe');
  const allowed = next.length > 0 ? next.join(', ') : 'none';
  const message = `Cannot change status from ${from} to ${move.to}. Allowed: ${allowed}.`;
  throw new HttpError(409, 'wrong_status', message, { param: 'status' });
}

/** Its customer is told why. */
function assertReason({ status, reason }: OrderStatusPatch): void {
  if (status === 'cancelled' && reason === undefined)
    throw invalid('reason is required to cancel an order.', 'reason');
}

/** Whoever has the id may look; who the customer is, only the cafe is told. */
export function getOrder({ params: { id = '' }, caller }: Call<undefined, undefined>): OrderView {
  const order = orNotFound(find(ORDERS, id), `order ${id}`);
  return mayActFor(caller, order.cafeId) ? toCafeView(order) : toPublicView(order);
}
