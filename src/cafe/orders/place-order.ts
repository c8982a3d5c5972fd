import { HttpError } from '../../http/http-error';
import { assertSameBody, markOf, type RequestMark } from '../../http/request-key';
import { Answer, type Call } from '../../http/route';
import { wakeWorker } from '../../outbox/wake-up';
import { findByIdempotencyKey, insert } from '../../tables/tables';
import { getCafe } from '../cafes';
import { itemsOf } from '../menu/public-menu';
import { isOffline } from '../payments/offline';
import { askedFor, askForPayment, askProvider } from '../payments/payment-request';
import { type Asked as AskedIntent, type Intent, paymentsOf } from '../payments/provider';
import type { Order } from '../tables';
import { atFirst, draft, type Origin } from './draft-order';
import { newOrders } from './order-id';
import type { NewOrder, OrderPlaced } from './order-schemas';
import { toPublicView } from './order-view';
import { assertAhead } from './pickup';
import { priceOrder } from './pricing';

/**
 * Its job stands in the outbox before a piece is taken or the provider is asked, and the order is written last: whoever
 * dies in between leaves no order, and the timer gives back what was taken for it.
 */
export function placeOrder({ body, caller, request }: Call<NewOrder, undefined>): Answer {
  const mark = markOf(caller, request, body);
  const orders = newOrders();
  const earlier = mark.requestKey === '' ? undefined : findByIdempotencyKey(orders, mark.requestKey);
  const { order, clientSecret } = earlier
    ? askAgain(earlier, mark)
    : placeNew(orders, body, { mark, by: caller?.id ?? 'customer' });
  const view = toPublicView(atFirst(order));
  const placed: OrderPlaced = { ...view, payment: { ...view.payment, clientSecret } };
  return new Answer(placed, { status: 201, headers: { location: `/v1/orders/${order.id}` } });
}

interface Asked {
  order: Order;
  clientSecret: string | null;
}

function placeNew(orders: ReturnType<typeof newOrders>, body: NewOrder, origin: Origin): Asked {
  const at = new Date();
  assertAhead(body.pickupAt, at);
  const cafe = getCafe(body.cafeId, 'cafeId');
  const menu = itemsOf(cafe.id);
  const priced = priceOrder(body, cafe, menu);
  let intent: Intent | undefined;
  const { row, isNew } = insert(
    orders,
    (id) => {
      const order = draft(id, body, { cafe, priced, at, ...origin });
      intent = askForPayment(order, menu);
      return { ...order, intentId: intent.id };
    },
    { requestKey: origin.mark.requestKey, hasLooked: true },
  );
  if (!isNew || !intent) return askAgain(row, origin.mark);
  // Others tell by themselves; what they have failed to tell the timer asks for when it next looks at everything.
  if (isOffline(askedFor(row))) wakeWorker();
  return { order: row, clientSecret: intent.clientSecret };
}

function askAgain(order: Order, mark: RequestMark): Asked {
  assertSameBody(order, mark);
  return { order, clientSecret: findSecret(askedFor(order)) };
}

/** Null where the provider has the intent no more. */
function findSecret(asked: AskedIntent): string | null {
  try {
    return askProvider(() => paymentsOf(asked).retrieve(asked)).clientSecret;
  } catch (error) {
    if (error instanceof HttpError && error.status === 422) return null;
    throw error;
  }
}
