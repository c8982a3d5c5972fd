import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { Count, Day } from '../../http/fields';
import { assertPeriod } from '../../http/period';
import { type Call, type Routes, route } from '../../http/route';
import * as cache from '../../platform/cache';
import { endOfDay, startOfDay, today } from '../../platform/day';
import { DAY_MS, digest } from '../../platform/platform';
import { mapRows } from '../../tables/tables';
import { assertMayActFor, getCafe, zoneOf } from '../cafes';
import { ORDERS, type Order, type OrderLine } from '../tables';

/** Days in the time zone of the cafe, both included; today by default. */
const TakingsQuery = v.strictObject({
  from: v.optional(Day),
  to: v.optional(Day),
  /** That of the cafe by default. It may have had another one before. */
  currency: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[A-Z]{3}$/,
        ({ input }) =>
          `must be three capital letters such as EUR (got ${JSON.stringify(input.slice(0, 80))}).`,
      ),
    ),
  ),
});
type TakingsQuery = v.InferOutput<typeof TakingsQuery>;

const Money = v.pipe(v.number(), v.integer());

const Takings = v.strictObject({
  from: v.string(),
  to: v.string(),
  currency: v.string(),
  /** That were placed in the period, whatever became of them later. */
  orders: Count,
  /** Of their totals, with tips. */
  sum: Money,
  tips: Money,
  includedTax: Money,
  /** What has been refunded for these orders so far. */
  refunds: Money,
  /** The sum minus the refunds. */
  net: Money,
  /** Of all these orders, also of what has been refunded; without tips. The highest amount first. */
  items: v.array(
    v.strictObject({ menuItemId: v.string(), name: v.string(), quantity: Count, amount: Money }),
  ),
  /** Orders of the period that are in none of these figures, since no money moved, or in another currency. */
  testOrders: Count,
  otherCurrencies: v.array(v.string()),
});
export type Takings = v.InferOutput<typeof Takings>;

const MAX_DAYS = 366;
/** Reading the columns of a cafe with many orders takes seconds. */
const TTL_S = 60;

export const TAKINGS_ROUTES: Routes = {
  'GET /v1/cafes/:cafeId/takings': route({
    summary: 'Returns the takings of a cafe in a period, with refunds and items',
    access: rolesWith('takings'),
    query: TakingsQuery,
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
  return cache.getOrSet(key, TTL_S, () => sumUp(readOrders(period), period));
}

const COLUMNS = [
  'total',
  'currency',
  'tip',
  'includedTax',
  'refunded',
  'isTest',
  'lines',
  'history',
] as const;

type SoldLine = Pick<OrderLine, 'menuItemId' | 'name' | 'quantity' | 'amount'>;

interface TakenOrder extends Pick<Order, 'total' | 'currency' | 'tip' | 'includedTax' | 'refunded'> {
  lines: SoldLine[];
  isTest: boolean;
  /** Epoch ms; NaN for an order that never was. */
  placedAt: number;
}

/**
 * The history tells when an order was placed, which is between the two dates of its row. A date in a cell may be off by
 * hours after the time zone of the sheet has been changed.
 */
function readOrders({ cafeId, from, to, zone }: Period): TakenOrder[] {
  const where = {
    cafeId,
    createdAt: { lt: new Date(endOfDay(to, zone) + DAY_MS) },
    updatedAt: { gte: new Date(startOfDay(from, zone) - DAY_MS) },
  };
  return mapRows(ORDERS, { where, columns: COLUMNS }, toTaken);
}

/** What a year of orders needs of each. */
function toTaken({ isTest, lines, history, ...amounts }: Pick<Order, (typeof COLUMNS)[number]>): TakenOrder {
  const placedAt = Date.parse(history.find(({ status }) => status === 'placed')?.at ?? '');
  const sold = lines.map(({ menuItemId, name, quantity, amount }) => ({
    menuItemId,
    name,
    quantity,
    amount,
  }));
  return { ...amounts, isTest, lines: sold, placedAt };
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
    refunds,
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
