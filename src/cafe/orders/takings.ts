import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { Count, Day } from '../../http/fields';
import { assertPeriod } from '../../http/period';
import { type Call, type Routes, route } from '../../http/route';
import * as cache from '../../platform/cache';
import { endOfDay, startOfDay, today } from '../../platform/day';
import { digest } from '../../platform/platform';
import { quote } from '../../platform/quote';
import { assertMayActFor, getCafe, zoneOf } from '../cafes';
import { Currency, Money } from '../fields';
import type { Order, OrderLine, TaxedAmount } from '../tables';
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

const MAX_DAYS = 366;
/** Reading the columns of a cafe with many orders takes seconds. */
const TTL_S = 60;

export const TAKINGS_ROUTES: Routes = {
  'GET /v1/cafes/:cafeId/takings': route({
    summary: 'Returns the takings of a cafe in a period, with refunds and items',
    access: rolesWith('takings'),
    query: withExample(TakingsQuery, { from: '2026-11-21', to: '2026-11-21' }),
    response: Takings,
    handle: getTakings,
  }),
};

interface Period {
  cafeId: string;
  from: string;
  to: string;
  currency: string;
  zone: string;
}

function getTakings({ params: { cafeId = '' }, query, caller }: Call<undefined, TakingsQuery>): Takings {
  assertMayActFor(caller, cafeId);
  const cafe = getCafe(cafeId);
  const zone = zoneOf(cafe);
  const { to = today(zone), currency = cafe.currency } = query;
  const { from = to } = query;
  assertPeriod({ from, to }, MAX_DAYS);
  const period = { cafeId, from, to, currency, zone };
  const key = `takings ${digest(JSON.stringify(period), 22)}`;
  return cache.getOrSet(key, TTL_S, () => sumUp(mapPlaced(period, COLUMNS, toTaken), period));
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

type SoldLine = Pick<OrderLine, 'menuItemId' | 'name' | 'quantity' | 'amount'>;

interface TakenOrder extends Pick<Order, 'total' | 'currency' | 'tip' | 'includedTax' | 'refunded'> {
  lines: SoldLine[];
  taxes: TaxedAmount[];
  refundedTaxes: TaxedAmount[];
  isTest: boolean;
  /** Epoch ms; NaN for an order that never was. */
  placedAt: number;
}

/** Keeps of each order what a year of orders needs. */
function toTaken(
  { isTest, lines, refunds, ...amounts }: Pick<Order, (typeof COLUMNS)[number]>,
  placedAt: number,
): TakenOrder {
  const sold = lines.map(({ menuItemId, name, quantity, amount }) => ({
    menuItemId,
    name,
    quantity,
    amount,
  }));
  const taxes = taxesOf({ lines, includedTax: amounts.includedTax });
  const refundedTaxes = refunds.flatMap((refund) => (refund.status === 'succeeded' ? refund.taxes : []));
  return { ...amounts, isTest, lines: sold, taxes, refundedTaxes, placedAt };
}

function sumUp(orders: readonly TakenOrder[], { from, to, currency, zone }: Period): Takings {
  const [start, end] = [startOfDay(from, zone), endOfDay(to, zone)];
  const placed = orders.filter(({ placedAt }) => placedAt >= start && placedAt < end);
  const real = placed.filter(({ isTest }) => !isTest);
  const own = real.filter((order) => order.currency === currency);
  const total = (amountOf: (order: TakenOrder) => number) =>
    own.reduce((sum, order) => sum + amountOf(order), 0);
  const [sum, refunds] = [total((order) => order.total), total(({ refunded }) => refunded)];
  return {
    from,
    to,
    currency,
    orders: own.length,
    sum,
    tips: total(({ tip }) => tip),
    includedTax: total(({ includedTax }) => includedTax),
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
