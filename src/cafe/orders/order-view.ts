import * as v from 'valibot';
import { isAccountId } from '../../accounts/names';
import { described, withExample } from '../../http/described';
import { Count, CreatedAt, Instant, Time, toIso, UpdatedAt } from '../../http/fields';
import { CafeId, Currency, Money } from '../fields';
import type { Order } from '../tables';
import { nextStatusesOf } from './next-statuses';
import { ByName, RefundView, toRefundView, withName } from './refund-view';
import { standingRefunds } from './refunds';
import { ORDER_STATUSES, statusOf } from './states';
import { TaxView, taxesOf } from './taxes';

const Status = v.picklist(ORDER_STATUSES);

export const OrderId = described(
  v.string(),
  'The ID of the order. Its last 22 characters are secret: anyone who has them can read the order.',
  'O-12-4k3vw8qlr1tnb5xyc9dmfa',
);

const OrderLineView = v.strictObject({
  menuItemId: described(v.string(), 'The ID of the item on the menu.', 'I-1'),
  name: described(v.string(), 'The name of the item when it was ordered.', 'Flat white'),
  category: described(
    v.string(),
    'The heading of the item on the menu when it was ordered, by which a station knows what it makes.',
    'Coffee',
  ),
  quantity: described(Count, 'How many pieces.', 2),
  removed: described(Count, 'How many of them were taken off before the order was accepted.', 0),
  doneAt: described(Time, 'Since when it is ticked off. Null while it is not.'),
  options: described(
    v.array(
      v.strictObject({
        option: described(v.string(), 'The name of the option, such as Milk.', 'Milk'),
        choice: described(v.string(), 'The name of the choice, such as Oat.', 'Oat'),
        priceChange: described(Money, 'What the choice adds to the price, in minor units.', 40),
      }),
    ),
    'What the customer has chosen.',
  ),
  note: described(v.string(), 'A note on this item, such as: no sugar.'),
  unitPrice: described(Money, 'The price of one piece with its options, in minor units.', 420),
  amount: described(Money, 'The price of all pieces, in minor units.', 840),
});

const Customer = v.strictObject({
  name: described(v.string(), 'The name to call.', 'Ada'),
  phone: described(v.string(), 'International, with a leading +.'),
  email: described(v.string(), 'The email address.', 'ada@example.com'),
});

/** An order as the API returns it. */
export const OrderView = v.strictObject({
  id: OrderId,
  cafeId: CafeId,
  status: described(Status, 'The status of the order. Only a payment places it.', 'accepted'),
  nextStatuses: described(v.array(Status), 'The statuses that the cafe may set next.', [
    'preparing',
    'cancelled',
  ]),
  items: described(v.array(OrderLineView), 'What is ordered.'),
  isToGo: described(v.boolean(), 'Whether it is taken away.'),
  tip: described(Money, 'In minor units.', 50),
  includedTax: described(Money, 'The tax in the prices, in minor units.', 55),
  taxes: described(
    v.array(TaxView),
    'The tax by its rate, as a receipt shows it. Empty where the cafe shows no tax.',
  ),
  total: described(Money, 'What the customer pays, in minor units.', 890),
  currency: Currency,
  isTest: described(v.boolean(), 'Whether no real money moves.'),
  payment: described(
    v.strictObject({
      intentId: described(
        v.nullable(v.string()),
        "The provider's ID of the payment. Null before there is one.",
        'pi_3Q9x',
      ),
      paid: described(Money, 'In minor units.', 890),
      refunded: described(Money, 'In minor units.', 0),
      error: described(v.nullable(v.string()), 'Why the payment failed. Null if it did not.'),
      refundError: described(
        v.nullable(v.string()),
        'Why the provider refused the refund. Null if it did not, and for all but the cafe.',
      ),
      dispute: described(
        v.nullable(v.string()),
        "The provider's status of a dispute. Null without one, and for all but the cafe.",
      ),
    }),
    'What has been paid.',
  ),
  refunds: described(
    v.array(RefundView),
    'What has gone back or is about to, the oldest first. All but the cafe are not told of failed ones.',
  ),
  note: described(v.string(), 'A note on the whole order.'),
  pickupAt: described(Time, 'When the customer picks it up. Null for as soon as possible.'),
  hurriedAt: described(Time, 'Since when it goes before the others. Null if it does not.'),
  customer: described(v.exactOptional(Customer), 'Who orders. Visible only to the cafe.'),
  history: described(
    v.array(
      v.strictObject({
        status: described(Status, 'The status.'),
        at: described(Instant, 'Since when.'),
        by: described(
          v.string(),
          'Who set it: customer, payment, timer or cafe. The people of the cafe see the ID of the user in place of cafe.',
        ),
        byName: ByName,
        reason: described(v.exactOptional(v.string()), 'Why, as shown to the customer.'),
      }),
    ),
    'The statuses that the order has had.',
    [
      { status: 'draft', at: '2026-11-21T09:12:03.000Z', by: 'customer' },
      { status: 'placed', at: '2026-11-21T09:12:41.000Z', by: 'payment' },
      { status: 'accepted', at: '2026-11-21T10:02:55.000Z', by: 'U-4', byName: 'Ana' },
    ],
  ),
  createdAt: CreatedAt,
  updatedAt: withExample(UpdatedAt, '2026-11-21T10:02:55.000Z'),
  version: described(
    Count,
    'Counts changes through the API, by payments and the timer, and of the status in the sheet. Also in the ETag.',
    3,
  ),
});

export type OrderView = v.InferOutput<typeof OrderView>;

/** The same as the document shows it to the cafe. */
export const CafeOrderView = withExample(OrderView, {
  customer: { name: 'Ada', phone: '', email: 'ada@example.com' },
});

/** Anybody with the id may see this, so it has nothing that a person wrote, and nobody's name. */
export function toPublicView(order: Order): OrderView {
  const view = toPlacedView(order);
  return { ...view, note: '', items: view.items.map((line) => ({ ...line, note: '' })) };
}

/** Order for the customer who has just placed it: without what is between the cafe and its staff. */
export function toPlacedView(order: Order): OrderView {
  const view = toView(order);
  const payment = { ...view.payment, refundError: null, dispute: null };
  return {
    ...view,
    payment,
    refunds: standingRefunds(order).map((refund) => ({
      ...toRefundView(refund),
      by: isAccountId(refund.by) ? 'cafe' : refund.by,
    })),
    history: view.history.map((step) => (isAccountId(step.by) ? { ...step, by: 'cafe' } : step)),
  };
}

/** Order for the cafe, its staff and its push endpoints. */
export function toCafeView(order: Order): OrderView {
  const { customerName: name, customerPhone: phone, customerEmail: email } = order;
  const { refunds, history, ...view } = toView(order);
  return {
    ...view,
    refunds: refunds.map(withName),
    history: history.map(withName),
    customer: { name, phone, email },
  };
}

function toView(order: Order): OrderView {
  const { id, cafeId, lines, tip, includedTax, total, currency, note, history, version } = order;
  const status = statusOf(order);
  return {
    id,
    cafeId,
    status,
    nextStatuses: nextStatusesOf(order),
    items: lines.map(
      ({
        isLimited: _,
        taxPercent: __,
        taxName: ___,
        category = '',
        removed = 0,
        doneAt = null,
        ...line
      }) => ({
        ...line,
        category,
        removed,
        doneAt,
      }),
    ),
    isToGo: order.isToGo,
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
    refunds: order.refunds.map(toRefundView),
    note,
    pickupAt: toIso(order.pickupAt),
    hurriedAt: toIso(order.hurriedAt),
    history,
    createdAt: toIso(order.createdAt),
    updatedAt: toIso(order.updatedAt),
    version,
  };
}
