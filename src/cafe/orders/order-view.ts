import * as v from 'valibot';
import { DEVICES, USERS } from '../../accounts/tables';
import { Count, Instant, Time, toIso } from '../../http/fields';
import type { Order } from '../tables';
import { nextStatusesOf } from './next-statuses';
import { ORDER_STATUSES, statusOf } from './states';
import { TaxView, taxesOf } from './taxes';

const Status = v.picklist(ORDER_STATUSES);
const Money = v.pipe(v.number(), v.integer());

const OrderLineView = v.strictObject({
  menuItemId: v.string(),
  name: v.string(),
  quantity: Count,
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
  taxes: v.array(TaxView),
  total: Money,
  currency: v.string(),
  isTest: v.boolean(),
  payment: v.strictObject({
    intentId: v.nullable(v.string()),
    paid: Money,
    refunded: Money,
    error: v.nullable(v.string()),
    /** Why money has not gone back, and will not by itself. For the cafe only, as is the dispute. */
    refundError: v.nullable(v.string()),
    /** The provider's status of it. */
    dispute: v.nullable(v.string()),
  }),
  note: v.string(),
  pickupAt: Time,
  /** For the cafe only. */
  customer: v.exactOptional(Customer),
  history: v.array(
    v.strictObject({ status: Status, at: Instant, by: v.string(), reason: v.exactOptional(v.string()) }),
  ),
  createdAt: Time,
  updatedAt: Time,
  version: Count,
});

export type OrderView = v.InferOutput<typeof OrderView>;

/** Anybody with the id may see this, so it has nothing that a person wrote, and nobody's name. */
export function toPublicView(order: Order): OrderView {
  const view = toPlacedView(order);
  return { ...view, note: '', items: view.items.map((line) => ({ ...line, note: '' })) };
}

/** For whoever has just placed it: without what is between the cafe and its staff. */
export function toPlacedView(order: Order): OrderView {
  const view = toView(order);
  const payment = { ...view.payment, refundError: null, dispute: null };
  const isOfCafe = (by: string) => [USERS, DEVICES].some(({ ids }) => ids?.numberOf(by) !== 0);
  return {
    ...view,
    payment,
    history: view.history.map((step) => (isOfCafe(step.by) ? { ...step, by: 'cafe' } : step)),
  };
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
    nextStatuses: nextStatusesOf(order),
    items: lines.map(({ isLimited: _, taxPercent: __, ...line }) => line),
    tip,
    includedTax,
    taxes: taxesOf(order),
    total,
    currency,
    isTest: order.isTest,
    payment: {
      intentId: order.intentId || null,
      paid: order.paid,
      refunded: order.refunded,
      error: order.paymentError || null,
      refundError: order.refundError || null,
      dispute: order.dispute || null,
    },
    note,
    pickupAt: toIso(order.pickupAt),
    history,
    createdAt: toIso(order.createdAt),
    updatedAt: toIso(order.updatedAt),
    version,
  };
}
