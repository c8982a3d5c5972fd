import * as v from 'valibot';
import { USERS } from '../../accounts/tables';
import { integerBetween, maxText, Name, Phone, Time, toIso } from '../../http/fields';
import type { Order } from '../tables';
import { nextStatuses, ORDER_STATUSES, type OrderStatus } from './states';

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

/** An order as callers see it; `customer` only where its cafe asks. */
export const OrderView = v.strictObject({
  id: v.string(),
  cafeId: v.string(),
  status: Status,
  /** What the cafe may make of it. */
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
  customer: v.exactOptional(Customer),
  history: v.array(
    v.strictObject({ status: Status, at: v.string(), by: v.string(), reason: v.exactOptional(v.string()) }),
  ),
  createdAt: Time,
  updatedAt: Time,
  version: v.number(),
});

export type OrderView = v.InferOutput<typeof OrderView>;

const MOST_LINES = 50;
const MOST_PIECES = 100;
const MOST_TIP = 1_000_000;

const Item = v.strictObject({
  menuItemId: v.pipe(maxText(40), v.nonEmpty()),
  quantity: v.optional(integerBetween(1, MOST_PIECES), 1),
  options: v.optional(
    v.pipe(v.array(v.strictObject({ option: Name, choice: Name })), v.maxLength(MOST_PIECES)),
    [],
  ),
  note: v.optional(maxText(500), ''),
});

/** Nothing of it has to be there, so that a list would do as well. */
const NewCustomer = v.pipe(
  v.unknown(),
  v.check((given) => !Array.isArray(given), 'must be an object (got an array).'),
  v.strictObject({
    name: v.optional(maxText(200), ''),
    phone: v.exactOptional(Phone),
    email: v.exactOptional(v.pipe(v.string(), v.trim(), v.email(), v.maxLength(254))),
  }),
);

/** A time with its zone; when exactly that is, the handler knows the clock to say. */
const PickupAt = v.pipe(
  v.string(),
  v.check(
    (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
      !Number.isNaN(Date.parse(text)),
    ({ input }) =>
      `must be a time with its zone such as 2026-11-21T12:30:00Z (got ${JSON.stringify(input.slice(0, 40))}).`,
  ),
);

/** Prices are the menu's; what a caller would have them be is an unknown field. */
export const NewOrder = v.strictObject({
  cafeId: v.pipe(maxText(40), v.nonEmpty()),
  items: v.pipe(v.array(Item), v.minLength(1), v.maxLength(MOST_LINES)),
  customer: v.exactOptional(NewCustomer),
  pickupAt: v.exactOptional(PickupAt),
  /** In minor units. */
  tip: v.optional(integerBetween(0, MOST_TIP), 0),
  note: v.optional(maxText(1_000), ''),
});
export type NewOrder = v.InferOutput<typeof NewOrder>;

export const OrderStatusPatch = v.strictObject({
  status: v.picklist(ORDER_STATUSES),
  /** Why an order is cancelled; its customer reads it. */
  reason: v.exactOptional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(500))),
});
export type OrderStatusPatch = v.InferOutput<typeof OrderStatusPatch>;

/** The client secret is told here and nowhere else; null where the provider has the intent no more. */
export const PlacedOrder = v.strictObject({
  ...OrderView.entries,
  payment: v.strictObject({ ...OrderView.entries.payment.entries, clientSecret: v.nullable(v.string()) }),
});
export type PlacedOrder = v.InferOutput<typeof PlacedOrder>;

/** The state that an order is in: its cell may have been typed over. */
export function statusOf({ history }: Pick<Order, 'history'>): OrderStatus {
  return history[history.length - 1]?.status ?? 'draft';
}

/** As its customer sees it, who needs no account but the id: neither who he is, nor who of the cafe did what. */
export function toPublicView(order: Order): OrderView {
  const view = toView(order);
  return { ...view, history: view.history.map((step) => (isUser(step.by) ? { ...step, by: 'cafe' } : step)) };
}

function isUser(by: string): boolean {
  return USERS.ids?.numberOf(by) !== 0;
}

function toView(order: Order): OrderView {
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
    pickupAt: toIso(order.pickupAt),
    history,
    createdAt: toIso(order.createdAt),
    updatedAt: toIso(order.updatedAt),
    version,
  };
}

/** As its cafe and the systems of the cafe see it. */
export function toCafeView(order: Order): OrderView {
  const { customerName: name, customerPhone: phone, customerEmail: email } = order;
  return { ...toView(order), customer: { name, phone, email } };
}
