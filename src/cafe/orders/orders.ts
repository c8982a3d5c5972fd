import { ifMatch } from '../../http/etag';
import { HttpError, invalid, orNotFound } from '../../http/http-error';
import type { Call } from '../../http/route';
import { find } from '../../tables/tables';
import { assertOwnCafe, mayActFor } from '../cafes';
import { ORDERS, type Order } from '../tables';
import { type OrderMove, type OrderView, statusOf, toCafeView, toPublicView } from './order-schemas';
import { type Move, mayFollow, nextStatuses, transition } from './states';
import { changeOrder, tellOf } from './update-order';

/** The cafe moves an order on, by the machine of states. */
export function updateOrderStatus({
  params: { id = '' },
  body,
  caller,
  request,
}: Call<OrderMove, undefined>): OrderView {
  assertReason(body);
  const { status: to, ...reason } = body;
  const changed = changeOrder(
    id,
    (order) => {
      assertOwnCafe(caller, order.cafeId);
      return movedByCafe(order, { to, by: caller?.id ?? '', ...reason });
    },
    ifMatch(request),
  );
  const moved = orNotFound(changed, `order ${id}`);
  tellOf(moved);
  return toCafeView(moved.order);
}

/** @throws HttpError 409 with the moves that may be made */
export function movedByCafe(order: Order, move: Move): Partial<Order> {
  const from = statusOf(order);
  if (mayFollow(from, move.to, 'cafe')) return transition(order, move);
  const next = nextStatuses(from, 'cafe');
  const allowed = next.length > 0 ? next.join(', ') : 'none';
  const message = `Cannot change status from ${from} to ${move.to}. Allowed: ${allowed}.`;
  throw new HttpError(409, 'wrong_status', message, { param: 'status' });
}

/** Its customer is told why. */
function assertReason({ status, reason }: OrderMove): void {
  if (status === 'cancelled' && reason === undefined)
    throw invalid('reason is required to cancel an order.', 'reason');
}

/** Whoever has the id may look; who the customer is, only the cafe is told. */
export function getOrder({ params: { id = '' }, caller }: Call<undefined, undefined>): OrderView {
  const order = orNotFound(find(ORDERS, id), `order ${id}`);
  return mayActFor(caller, order.cafeId) ? toCafeView(order) : toPublicView(order);
}
