import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { Count, Day } from '../../http/fields';
import { assertPeriod } from '../../http/period';
import { cached } from '../../http/report-routes';
import { type Call, type Routes, route } from '../../http/route';
import type { Days } from '../../platform/day';
import { FOLDS } from '../../platform/folds';
import { quote } from '../../platform/quote';
import { MAX_DAYS } from '../../reports/report';
import { periodOf } from '../../reports/report-view';
import { assertMayActFor, getCafe, zoneOf } from '../cafes';
import { Currency, Money } from '../fields';
import type { Order } from '../tables';
import { mapPlaced } from './placed-orders';
import { addTaxes, TaxView, taxesOf } from './taxes';

const TakingsQuery = v.strictObject({
  from: described(v.optional(Day), 'The first day, in the time zone of the cafe. The same as to by default.'),
  to: described(
    v.optional(Day),
    'The last day, included. Today by default; at most 366 days in all. The response may be a minute old.',
  ),
  currency: described(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^[A-Z]{3}$/,
          ({ input }) => `must be three capital letters such as EUR (got ${quote(input)}).`,
        ),
      ),
    ),
    'ISO 4217. That of the cafe by default, which may have had another one before.',
  ),
});
type TakingsQuery = v.InferOutput<typeof TakingsQuery>;

const Takings = v.strictObject({
  from: withExample(v.string(), '2026-11-21'),
  to: withExample(v.string(), '2026-11-21'),
  currency: Currency,
  orders: described(Count, 'The orders that were placed on these days, whatever their status is now.', 2),
  sum: described(Money, 'Their totals with tips, in minor units.', 1_680),
  tips: described(Money, 'The tips in the sum.', 50),
  includedTax: described(Money, 'The tax in the sum.', 107),
  taxes: described(v.array(TaxView), 'The same by rate, each rounded once an order.'),
  refunds: described(Money, 'What has been refunded for these orders so far.', 380),
  refundedTaxes: described(v.array(TaxView), 'The tax in the refunds by rate.'),
  net: described(Money, 'The sum minus the refunds.', 1_300),
  items: described(
    v.array(
      v.strictObject({
        menuItemId: described(v.string(), 'The ID of the item on the menu.', 'I-1'),
        name: described(v.string(), 'The name of the item when it was last ordered.', 'Flat white'),
        quantity: described(Count, 'How many pieces.', 4),
        amount: described(Money, 'Their price with options, in minor units.', 1_630),
      }),
    ),
    'What was sold in these orders, the highest amount first. Refunds and tips are not split by item.',
  ),
  testOrders: described(
    Count,
    'Orders on these days for which no real money moved. They are not in any of the figures.',
    0,
  ),
  otherCurrencies: described(
    v.array(v.string()),
    'The currencies of other orders, which are not in any of the figures.',
  ),
});
export type Takings = v.InferOutput<typeof Takings>;

export const TAKINGS_ROUTES: Routes = {
  'GET /v1/cafes/:cafeId/takings': route({
    summary: 'Returns the takings of a cafe in a period, with refunds and items',
    access: rolesWith('takings'),
    query: withExample(TakingsQuery, { from: '2026-11-21', to: '2026-11-21' }),
    response: Takings,
    handle: getTakings,
  }),
};

interface Period extends Days {
  cafeId: string;
  currency: string;
  zone: string;
}

function getTakings({ params: { cafeId = '' }, query, caller }: Call<undefined, TakingsQuery>): Takings {
  assertMayActFor(caller, cafeId);
  const cafe = getCafe(cafeId);
  const zone = zoneOf(cafe);
  const { currency = cafe.currency, ...days } = query;
  const period = { cafeId, currency, zone, ...periodOf({}, { ...days, zone, usualDays: 1 }) };
  assertPeriod(period, MAX_DAYS);
  return cached(['takings', period], () => sumUp(mapPlaced(period, COLUMNS, toTaken), period));
}

const COLUMNS = [
  'total',
  'currency',
  'tip',
  'includedTax',
  'refunded',
  'isTest',
  'lines',
  'refunds',
] as const;

type TakenOrder = ReturnType<typeof toTaken>;

/** Keeps of each order what a year of orders needs. */
function toTaken(order: Pick<Order, (typeof COLUMNS)[number]>) {
  const { lines, refunds, total, currency, tip, includedTax, refunded, isTest } = order;
  return {
    ...{ total, currency, tip, includedTax, refunded, isTest },
    lines: lines.map(({ menuItemId, name, quantity, amount }) => ({ menuItemId, name, quantity, amount })),
    taxes: taxesOf({ lines, includedTax }),
    refundedTaxes: refunds.flatMap(({ status, taxes }) => (status === 'succeeded' ? taxes : [])),
  };
}

function sumUp(placed: readonly TakenOrder[], { from, to, currency }: Period): Takings {
  const real = placed.filter(({ isTest }) => !isTest);
  const own = real.filter((order) => order.currency === currency);
  const total = (name: 'total' | 'refunded' | 'tip' | 'includedTax') =>
    FOLDS.sum(own.map((order) => order[name]));
  const [sum, refunds] = [total('total'), total('refunded')];
  return {
    from,
    to,
    currency,
    orders: own.length,
    sum,
    tips: total('tip'),
    includedTax: total('includedTax'),
    taxes: addTaxes(own.flatMap(({ taxes }) => taxes)),
    refunds,
    refundedTaxes: addTaxes(own.flatMap(({ refundedTaxes }) => refundedTaxes)),
    net: sum - refunds,
    items: toItems(own),
    testOrders: placed.length - real.length,
    otherCurrencies: [...new Set(real.map((order) => order.currency))]
      .filter((one) => one !== currency)
      .sort(),
  };
}

/** An item has the name under which it was ordered last. */
function toItems(orders: readonly TakenOrder[]): Takings['items'] {
  const items = new Map<string, Takings['items'][number]>();
  for (const { menuItemId, name, quantity, amount } of orders.flatMap(({ lines }) => lines)) {
    const item = items.get(menuItemId) ?? { menuItemId, name, quantity: 0, amount: 0 };
    items.set(menuItemId, item);
    item.name = name;
    item.quantity += quantity;
    item.amount += amount;
  }
  return [...items.values()].sort((a, b) => b.amount - a.amount || (a.name < b.name ? -1 : 1));
}
