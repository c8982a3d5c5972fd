import { type OrderAnswer, toCafeView } from '../orders/order-view';
import type { Order } from '../tables';
import { bytesOf } from './push-signature';

/** What receivers can be expected to take (Standard Webhooks, "Payload size"). */
const MOST_BYTES = 20_000;

/**
 * How the order stands at this moment. One that would be too large comes without its items and says so: they are to be
 * read from `GET /v1/orders/:id`.
 */
export function toPayload(order: Order): string {
  const view = toCafeView(order);
  const whole = render(view);
  if (bytesOf(whole).length <= MOST_BYTES) return whole;
  const { items, ...rest } = view;
  return render({ ...rest, hasItems: false });
}

function render(data: Partial<OrderAnswer> & { hasItems?: false }): string {
  const timestamp = data.updatedAt ?? new Date().toISOString();
  return JSON.stringify({ type: 'order.updated', timestamp, data });
}
