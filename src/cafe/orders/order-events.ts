import * as v from 'valibot';
import { described } from '../../http/described';
import { type EventSource, eventType } from '../../pushes/event-source';
import { findAll } from '../../tables/tables';
import { PUSH_KIND } from '../jobs';
import { ORDERS, type Order } from '../tables';
import { CafeOrderView, OrderView, toCafeView } from './order-view';

export const ORDER_UPDATED = 'order.updated';

/** The order, or the same without its items where that would be too large. */
function orderData(): v.GenericSchema {
  const ShortOrder = v.strictObject({
    ...v.omit(OrderView, ['items']).entries,
    hasItems: described(
      v.literal(false),
      'Only in a push without items, which would be too large with them. Read the order for its items.',
    ),
  });
  return v.union([CafeOrderView, ShortOrder]);
}

/** Updates of orders, pushed to the endpoints of their cafes. */
export const ORDER_EVENTS: EventSource<Order> = {
  kind: PUSH_KIND,
  findEntities: (ids) => findAll(ORDERS, 'id', ids),
  cafeIdOf: ({ cafeId }) => cafeId,
  types: {
    [ORDER_UPDATED]: eventType({
      summary: 'The status, items, note, pickup time, refund or dispute of an order has changed',
      description:
        'The order as it was when the event was sent, as its cafe reads it. Ignore it if its version is not higher than yours.',
      tag: 'orders',
      data: orderData(),
      exampleId: 'evt_O-12-4k3vw8qlr1tnb5xyc9dmfa_3',
      toPush(order: Order) {
        const data = toCafeView(order);
        const { items, ...others } = data;
        const timestamp = data.updatedAt ?? new Date().toISOString();
        return { timestamp, data, shortData: { ...others, hasItems: false } };
      },
    }),
  },
};
