import type { EventSource } from '../../pushes/event-source';
import { findAll } from '../../tables/tables';
import { PUSH_KIND } from '../jobs';
import { ORDERS, type Order } from '../tables';
import { toCafeView } from './order-view';

export const ORDER_UPDATED = 'order.updated';

/** Updates of orders, pushed to the endpoints of their cafes. */
export const ORDER_EVENTS: EventSource<Order> = {
  kind: PUSH_KIND,
  findEntities: (ids) => findAll(ORDERS, 'id', ids),
  cafeIdOf: ({ cafeId }) => cafeId,
  /** `hasItems: false` says that `GET /v1/orders/:id` has the items. */
  toEvent(order) {
    const data = toCafeView(order);
    const { items, ...others } = data;
    const timestamp = data.updatedAt ?? new Date().toISOString();
    return { type: ORDER_UPDATED, timestamp, data, shortData: { ...others, hasItems: false } };
  },
};
