import * as v from 'valibot';
import { USERS } from '../../accounts/tables';
import { integerBetween, maxText, Name, Phone, Time, toIso } from '../../http/fields';
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

const MAX_LINES = 50;
const MAX_QUANTITY = 100;
const MAX_TIP = 1_000_000;

const Item = v.strictObject({
  menuItemId: v.pipe(maxText(40), v.nonEmpty()),
  quantity: v.optional(integerBetween(1, MAX_QUANTITY), 1),
  options: v.optional(
    v.pipe(v.array(v.strictObject({ option: Name, choice: Name })), v.maxLength(MAX_QUANTITY)),
    [],
  ),
  note: v.optional(maxText(500), ''),
});

/** All its fields are optional, so without the check an array would pass. */
const NewCustomer = v.pipe(
  v.unknown(),
  v.check((given) => !Array.isArray(given), 'must be an object (got an array).'),
  v.strictObject({
    name: v.optional(maxText(200), ''),
    phone: v.exactOptional(Phone),
    email: v.exactOptional(v.pipe(v.string(), v.trim(), v.email(), v.maxLength(254))),
  }),
);

/** The handler checks how far ahead it is. */
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

/** Prices come from the menu: a price in the request is an unknown field. */
export const NewOrder = v.strictObject({
  cafeId: v.pipe(maxText(40), v.nonEmpty()),
  items: v.pipe(v.array(Item), v.minLength(1), v.maxLength(MAX_LINES)),
  customer: v.exactOptional(NewCustomer),
  pickupAt: v.exactOptional(PickupAt),
  /** In minor units. */
  tip: v.optional(integerBetween(0, MAX_TIP), 0),
  note: v.optional(maxText(1_000), ''),
});
export type NewOrder = v.InferOutput<typeof NewOrder>;

/** The only response with the client secret; null where the provider no longer has the intent. */
export const PlacedOrder = v.strictObject({
  ...OrderView.entries,
  payment: v.strictObject({ ...OrderView.entries.payment.entries, clientSecret: v.nullable(v.string()) }),
});
export type PlacedOrder = v.InferOutput<typeof PlacedOrder>;

/** Anybody with the id may see this, so it names neither the customer nor the staff. */
export function toPublicView(order: Order): OrderView {
  const view = toView(order);
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

function isUser(by: string): boolean {
  return USERS.ids?.numberOf(by) !== 0;
}
