import { assertSameBody, markOf, type RequestMark } from '../http/request-key';
import { Answer, type Call } from '../http/route';
import { askForDelivery } from '../outbox/signal';
import { findRequested, insertNew } from '../tables/insert-new';
import { getCafe } from './cafes';
import { queue, settleJob } from './jobs';
import { newOrders } from './order-id';
import type { NewOrder, OrderPlaced } from './order-schemas';
import { toPublicView } from './order-view';
import { askForPayment } from './payment-request';
import { assertAhead } from './pickup';
import { type Priced, priceOrder } from './pricing';
import { itemsOf } from './public-menu';
import type { Cafe, Order } from './tables';

const NEVER = new Date(Number.NaN);
/** When the provider is first asked whether a draft has been paid for. */
const FIRST_LOOK_MS = 60_000;

/**
 * The order stands in the sheet before a piece is taken or the provider is asked, and its job in the outbox before the
 * order: whoever dies in between leaves a draft that expires, and a second request with the same key goes on with it.
 */
export function placeOrder({ body, caller, request }: Call<NewOrder, undefined>): Answer {
  const mark = markOf(caller, request, body);
  const orders = newOrders();
  const earlier = mark.requestKey === '' ? undefined : findRequested(orders, mark.requestKey);
  if (earlier) assertSameBody(earlier, mark);
  const cafe = getCafe(body.cafeId, 'cafeId');
  const menu = itemsOf(cafe.id);
  const order =
    earlier ??
    insertDraft(body, { cafe, mark, by: caller?.id ?? 'customer', priced: priceOrder(body, cafe, menu) });
  const { order: asked, clientSecret } = askForPayment(order, menu);
  const view = toPublicView(asked);
  const placed: OrderPlaced = { ...view, payment: { ...view.payment, clientSecret } };
  return new Answer(placed, { status: 201, headers: { location: `/v1/orders/${asked.id}` } });
}

interface Circumstances {
  cafe: Cafe;
  mark: RequestMark;
  by: string;
  priced: Priced;
}

function insertDraft(body: NewOrder, { mark, ...others }: Circumstances): Order {
  const at = new Date();
  assertAhead(body.pickupAt, at);
  const { row, isNew } = insertNew(newOrders(), (id) => draft(id, body, { mark, ...others, at }), {
    ...(mark.requestKey === '' ? {} : { requestKey: mark.requestKey }),
    first: (order) => queue(settleJob(order, new Date(at.getTime() + FIRST_LOOK_MS))),
  });
  if (!isNew) assertSameBody(row, mark);
  askForDelivery();
  return row;
}

function draft(
  id: string,
  body: NewOrder,
  { cafe, mark, by, priced, at }: Circumstances & { at: Date },
): Order {
  const { customer = { name: '' }, pickupAt, note } = body;
  return {
    ...NOTHING_PAID,
    ...priced,
    ...mark,
    id,
    cafeId: cafe.id,
    currency: cafe.currency,
    status: 'draft',
    history: [{ status: 'draft', at: at.toISOString(), by }],
    note,
    pickupAt: pickupAt === undefined ? NEVER : new Date(pickupAt),
    customerName: customer.name,
    customerPhone: customer.phone ?? '',
    customerEmail: customer.email ?? '',
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

const NOTHING_PAID = {
  intentId: '',
  paid: 0,
  refunded: 0,
  paymentError: '',
  events: [],
} satisfies Partial<Order>;
