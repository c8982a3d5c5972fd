import * as v from 'valibot';
import { USERS } from '../../accounts/tables';
import { Time, toIso } from '../../http/fields';
import type { Order } from '../tables';
import { nextStatuses, ORDER_STATUSES, statusOf } from './states';

const Status = v.picklist(ORDER_STATUSES);
const Money = v.pipe(v.number(), v.integer());

const OrderLineView = v.strictObject({
  menuItemId: v.string(),
  name: v.string(),
  quantity: v.number(),
  options: v.array(v.strictObject({ option: v.string(), choice: v.string(), priceChange: Money })),
  note: v.string(),
  unitPrice: Money,
  amount: Money,
});

const Customer = v.strictObject({ name: v.string(), phone: v.string(), email: v.string() });

/** An order as the API returns it. */
export const OrderView = v.strictObject({
  id: v.string(),
  cafeId: v.string(),
  status: Status,
  /** The statuses that the cafe may set next. */
  nextStatuses: v.array(Status),
  items: v.array(OrderLineView),
  tip: Money,
  includedTax: Money,
  total: Money,
  currency: v.string(),
  payment: v.strictObject({
    intentId: v.nullable(v.string()),
    paid: Money,
    refunded: Money,
    error: v.nullable(v.string()),
  }),
  note: v.string(),
  pickupAt: Time,
  /** For the cafe only. */
  customer: v.exactOptional(Customer),
  history: v.array(
    v.strictObject({ status: Status, at: v.string(), by: v.string(), reason: v.exactOptional(v.string()) }),
  ),
  createdAt: Time,
  updatedAt: Time,
  version: v.number(),
});

export type OrderView = v.InferOutput<typeof OrderView>;

/** Anybody with the id may see this, so it names neither the customer nor the staff. */
export function toPublicView(order: Order): OrderView {
  const view = toView(order);
  const isUser = (by: string) => USERS.ids?.numberOf(by) !== 0;
  return { ...view, history: view.history.map((step) => (isUser(step.by) ? { ...step, by: 'cafe' } : step)) };
}

/** For the cafe, its staff and its push endpoints. */
export function toCafeView(order: Order): OrderView {
  const { customerName: name, customerPhone: phone, customerEmail: email } = order;
  return { ...toView(order), customer: { name, phone, email } };
}

function toView(order: Order): OrderView {
  const { id, cafeId, lines, tip, includedTax, total, currency, note, history, version } = order;
  const status = statusOf(order);
  return {
    id,
    cafeId,
    status,
    nextStatuses: nextStatuses(status),
    items: lines.map(({ isLimited: _, ...line }) => line),
    tip,
    includedTax,
    total,
    currency,
    payment: {
      intentId: order.intentId || null,
      paid: order.paid,
      refunded: order.refunded,
      error: order.paymentError || null,
    },
    note,
    pickupAt: toIso(order.pickupAt),
    history,
    createdAt: toIso(order.createdAt),
    updatedAt: toIso(order.updatedAt),
    version,
  };
}
