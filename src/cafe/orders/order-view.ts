import * as v from 'valibot';
import { USERS } from '../../accounts/tables';
import { Time, toTime } from '../../http/time';
import type { Order } from '../tables';
import { nextStatuses, ORDER_STATUSES, type OrderStatus } from './states';

const Status = v.picklist(ORDER_STATUSES);
const Money = v.pipe(v.number(), v.integer());

export const Line = v.strictObject({
  menuItemId: v.string(),
  name: v.string(),
  quantity: v.number(),
  options: v.array(v.strictObject({ option: v.string(), choice: v.string(), priceChange: Money })),
  note: v.string(),
  unitPrice: Money,
  amount: Money,
});

const Customer = v.strictObject({ name: v.string(), phone: v.string(), email: v.string() });

/** An order as callers see it; `customer` only where its cafe asks. */
export const OrderAnswer = v.strictObject({
  id: v.string(),
  cafeId: v.string(),
  status: Status,
  /** What the cafe may make of it. */
  nextStatuses: v.array(Status),
  items: v.array(Line),
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
  customer: v.exactOptional(Customer),
  history: v.array(
    v.strictObject({ status: Status, at: v.string(), by: v.string(), reason: v.exactOptional(v.string()) }),
  ),
  createdAt: Time,
  updatedAt: Time,
  version: v.number(),
});
export type OrderAnswer = v.InferOutput<typeof OrderAnswer>;

/** The state that an order is in: its cell may have been typed over. */
export function statusOf({ history }: Pick<Order, 'history'>): OrderStatus {
  return history[history.length - 1]?.status ?? 'draft';
}

/** As its customer sees it, who needs no account but the id: neither who he is, nor who of the cafe did what. */
export function toPublicView(order: Order): OrderAnswer {
  const view = toView(order);
  return { ...view, history: view.history.map((step) => (isUser(step.by) ? { ...step, by: 'cafe' } : step)) };
}

function isUser(by: string): boolean {
  return USERS.numberOf?.(by) !== 0;
}

function toView(order: Order): OrderAnswer {
  const { id, cafeId, lines, tip, includedTax, total, currency, note, history, version } = order;
  const status = statusOf(order);
  return {
    id,
    cafeId,
    status,
    nextStatuses: nextStatuses(status, 'cafe'),
    items: lines,
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
    pickupAt: toTime(order.pickupAt),
    history,
    createdAt: toTime(order.createdAt),
    updatedAt: toTime(order.updatedAt),
    version,
  };
}

/** As its cafe and the systems of the cafe see it. */
export function toCafeView(order: Order): OrderAnswer {
  const { customerName: name, customerPhone: phone, customerEmail: email } = order;
  return { ...toView(order), customer: { name, phone, email } };
}
