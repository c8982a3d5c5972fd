import { existing } from '../../http/existing';
import { HttpError } from '../../http/http-error';
import { expectedVersion } from '../../http/if-match';
import { invalid } from '../../http/parse';
import type { Call } from '../../http/route';
import { assertOwnCafe } from '../own-cafe';
import type { Order } from '../tables';
import { advance, type Move } from './advance';
import { changeOrder, tellOf } from './change-order';
import type { OrderMove } from './order-schemas';
import { type OrderAnswer, statusOf, toCafeView } from './order-view';
import { mayFollow, nextStatuses } from './states';

/** The cafe moves an order on, by the machine of states. */
export function moveOrder({
  params: { id = '' },
  body,
  caller,
  request,
}: Call<OrderMove, undefined>): OrderAnswer {
  assertReason(body);
  const { status: to, ...reason } = body;
  const changed = changeOrder(
    id,
    (order) => {
      assertOwnCafe(caller, order.cafeId);
      return movedByCafe(order, { to, by: caller?.id ?? '', ...reason });
    },
    expectedVersion(request),
  );
  const moved = existing(changed, `order ${id}`);
  tellOf(moved);
  return toCafeView(moved.order);
}

/** @throws HttpError 409 with the moves that may be made */
export function movedByCafe(order: Order, move: Move): Partial<Order> {
  const from = statusOf(order);
  if (mayFollow(from, move.to, 'cafe')) return advance(order, move);
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
