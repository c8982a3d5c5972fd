/** Refunds in parts through a provider that fails, with kills, two managers and its dashboard, held against its book and an own calculation. */

import fc from 'fast-check';
import type { Call } from '../harness/api';
import { randomCases } from '../harness/extent';
import { inTurn, withKillAtCalls } from '../harness/faults';
import { startStripe, type TestStripe } from '../harness/stripe';
import { type Cafe, type Item, startCafe } from './cafe';
import { Line } from './stripe/line';

const MINUTE = 60_000;
const STOCK = 1_000;

interface Refund {
  id: string;
  status: string;
  amount: number;
  tip: number;
  taxes: { percent: number; amount: number; includedTax: number }[];
  lines: { line: number; quantity: number }[];
}

interface Order extends Item {
  status: string;
  total: number;
  tip: number;
  items: { menuItemId: string; quantity: number; unitPrice: number; amount: number }[];
  taxes: Refund['taxes'];
  payment: { intentId: string; paid: number; refunded: number; refundError: string | null };
  refunds: Refund[];
}

let cafe: Cafe;
let stripe: TestStripe;
let line: Line;
let items: Item[];
beforeAll(async () => {
  cafe = await startCafe();
  stripe = await startStripe(`${cafe.api.urls.home}/webhooks/payments`, { now: () => cafe.now() });
  line = new Line(stripe.url);
  cafe.api.enter({ ...stripe.properties, stripeAddress: await line.listen() });
  items = await cafe.items([
    { name: 'Bread', price: 333, stock: STOCK, taxRate: { name: 'Reduced', percent: 7 } },
    { name: 'Wine', price: 1_257, taxRate: { name: 'Standard', percent: 19 } },
    { name: 'Cake', price: 451, stock: STOCK, taxRate: { name: 'Fine', percent: 2.5 } },
  ]);
});
afterAll(async () => {
  await line.close();
  await stripe.close();
  await cafe.close();
});

const show = async ({ id }: Item) => (await cafe.get(id, cafe.api.tokens.key)) as unknown as Order;
const bookOf = async ({ payment }: Order) =>
  (await stripe.client.refunds.list({ payment_intent: payment.intentId, limit: 100 })).data;

async function paid(quantities: readonly number[], tip: number): Promise<Order> {
  const lines = quantities.map((quantity, at) => ({ menuItemId: items[at]?.id, quantity }));
  const { status, body } = await cafe.order(lines, { tip });
  expect(status).toBe(201);
  const order = body as Order;
  await stripe.pay(order.payment.intentId);
  await stripe.settled();
  return show(order);
}

const refundCall = ({ id }: Item, body: object, key: string): Call => [
  `POST /v1/orders/${id}/refunds`,
  {
    token: cafe.api.tokens.key,
    body: { reason: 'For a reason.', ...body },
    headers: { 'idempotency-key': key },
  },
];

/** Half up, without a floating point. */
function rounded(of: number, part: number, whole: number): number {
  const [n, d] = [2n * BigInt(of) * BigInt(part) + BigInt(whole), 2n * BigInt(whole)];
  return whole === 0 ? 0 : Number(n / d);
}

/** All that stands of an order's refunds: never more than the order, and all of it where all has gone back. */
function assertShares({ total, tip, taxes, refunds }: Order): void {
  const standing = refunds.filter(({ status }) => status !== 'failed');
  const sum = (of: (refund: Refund) => number) => standing.reduce((all, one) => all + of(one), 0);
  let [prices, tips] = [0, 0];
  for (const refund of standing) {
    const price = refund.taxes.reduce((all, { amount }) => all + amount, 0);
    expect(refund.tip + price).toBe(refund.amount);
    expect(
      Math.min(refund.tip, price, ...refund.taxes.map(({ includedTax }) => includedTax)),
    ).toBeGreaterThanOrEqual(0);
    prices += price;
    tips += refund.tip;
    // A lot of lines and a lot of money come to the same share of the tip, but for their rounding.
    expect(Math.abs(tips - rounded(tip, prices, total - tip))).toBeLessThanOrEqual(1);
  }
  expect(tips).toBeLessThanOrEqual(tip);
  for (const rate of taxes) {
    const back = standing.flatMap((one) => one.taxes).filter(({ percent }) => percent === rate.percent);
    const amount = back.reduce((all, one) => all + one.amount, 0);
    const tax = back.reduce((all, one) => all + one.includedTax, 0);
    expect(amount).toBeLessThanOrEqual(rate.amount);
    expect(tax).toBe(rounded(rate.includedTax, amount, rate.amount));
  }
  if (sum(({ amount }) => amount) === total) expect(tips).toBe(tip);
}

/** The order and the provider's book agree: one refund for each that stands, and no more than was captured. */
async function assertBooked(order: Order): Promise<void> {
  const book = await bookOf(order);
  const sum = book.reduce((all, { amount }) => all + amount, 0);
  expect(sum).toBeLessThanOrEqual(order.payment.paid);
  expect(order.payment.refunded).toBe(sum);
  const booked = book.map(({ id, amount, metadata }) => `${metadata?.refundId ?? id} ${amount}`).sort();
  const standing = order.refunds.filter(({ status }) => status === 'succeeded');
  expect(standing.map(({ id, amount }) => `${id} ${amount}`).sort()).toEqual(booked);
  expect(order.refunds.filter(({ status }) => status === 'pending')).toEqual([]);
}

async function settle(count = 4): Promise<void> {
  line.outage = undefined;
  for (let runs = 0; runs < count; runs++) await cafe.timerAfter(8 * MINUTE);
  await stripe.settled();
}

const request = fc.record({
  kind: fc.constantFrom('lines', 'amount', 'both', 'rest'),
  at: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 2 }),
  amount: fc.integer({ min: 1, max: 700 }),
});

test('whatever is asked for in any order, each refund has its shares to the cent, and all of them are the order', async () => {
  const { seed } = randomCases(1, 1);
  const cases = fc.sample(
    fc.tuple(
      fc.tuple(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
      ),
      fc.constantFrom(0, 1, 99, 250, 1_500),
      fc.array(request, { minLength: 1, maxLength: 6 }),
    ),
    { seed, numRuns: 15 },
  );
  for (const [index, [quantities, tip, requests]] of cases.entries()) {
    const order = await paid(quantities, tip);
    const told = await cafe.callAll(
      ...requests.map(({ kind, at, quantity, amount }, n): Call => {
        const lines = [{ line: at, quantity }];
        const body = { lines: { lines }, amount: { amount }, both: { lines, amount }, rest: {} }[kind];
        return refundCall(order, body ?? {}, `${index} ${n}`);
      }),
    );
    for (const { status } of told) expect([201, 409]).toContain(status);
    const before = await show(order);
    assertShares(before);
    const standing = before.refunds.filter(({ lines }) => lines.length === 1);
    for (const { lines, amount, tip: back } of standing) {
      const price = lines.reduce(
        (sum, one) => sum + one.quantity * (order.items[one.line]?.unitPrice ?? 0),
        0,
      );
      expect(amount - back).toBeLessThanOrEqual(price);
    }
  }
  await settle();
  const orders = cafe.rows('Orders').filter(({ id }) => id);
  for (const { id } of orders) {
    const order = await show({ id: String(id) });
    assertShares(order);
    await assertBooked(order);
  }
});

describe('through a provider that fails', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'two managers and its dashboard at once end in one refund each, try %d',
    async (n) => {
      const order = await paid([2, 2, 2], 100);
      const dashboard = n % 2 === 0 ? 1_500 : 400;
      line.trouble = n % 3 === 0 ? 'lost' : { status: 500, body: '{"error": {"message": "Down."}}' };
      const [first, second] = [
        refundCall(
          order,
          {
            lines: [
              { line: 0, quantity: 1 },
              { line: 2, quantity: 2 },
            ],
          },
          `first ${n}`,
        ),
        refundCall(order, { amount: 1_300 }, `second ${n}`),
      ];
      await Promise.all([
        ...[first, second, first].map((one) => cafe.callAll(one)),
        stripe.client.refunds.create({ payment_intent: order.payment.intentId, amount: dashboard }),
      ]);
      await settle();
      const after = await show(order);
      assertShares(after);
      await assertBooked(after);
      const book = await bookOf(after);
      expect(new Set(book.map(({ metadata, id }) => metadata?.refundId ?? id)).size).toBe(book.length);
      // 1,500 and all that was asked for are more than was captured: the last one is refused, and the order says so.
      const asked = after.refunds.filter(({ id }) => id.startsWith('R-'));
      expect(asked).toHaveLength(2);
      const hasFailed = asked.some(({ status }) => status === 'failed');
      expect(after.payment.refundError !== null).toBe(hasFailed);
    },
  );
});

test('a run of the timer that dies at any call between two managers and the dashboard makes one refund each, and brings pieces back once', () =>
  withKillAtCalls(1, async ({ call, n }) => {
    const order = await paid([2, 1, 1], 30);
    await Promise.all([
      cafe.callAll(refundCall(order, { lines: [{ line: 0 }, { line: 2 }] }, `killed ${n}`)),
      cafe.callAll(refundCall(order, { amount: 500 }, `second ${n}`)),
    ]);
    line.onceAnswered = async () => {
      await stripe.client.refunds.create({ payment_intent: order.payment.intentId, amount: 300 });
    };
    const writes = inTurn(['lost', 'applied'] as const, { call, n });
    const run = await cafe.run('deliverOutbox', [], { fault: { call, kind: 'kill after', writes } });
    await settle(2);
    const after = await show(order);
    expect(after.payment.refunded).toBe(2 * 333 + 451 + 14 + 500 + 300);
    await assertBooked(after);
    expect((await bookOf(after)).map(({ amount }) => amount).sort()).toEqual([1131, 300, 500]);
    return run;
  }));

test('a refund that the bank returns is told, though another of the same size was made in between, until it is made again', async () => {
  const order = await paid([2, 2, 2], 0);
  await cafe.callAll(refundCall(order, { amount: 400 }, 'first of a size'));
  await settle(1);
  await cafe.callAll(refundCall(order, { amount: 400 }, 'second of a size'));
  await settle(1);
  const [first] = (await bookOf(order)).filter(({ metadata }) => metadata?.refundId === 'R-1');
  await stripe.settle(first?.id ?? '', 'failed');
  await stripe.settled();
  const refundError = 'The refund failed: expired_or_canceled_card.';
  expect(await show(order)).toMatchObject({
    payment: { refunded: 400, refundError },
    refunds: [
      { id: 'R-1', status: 'failed', error: refundError },
      { id: 'R-2', status: 'succeeded', error: null },
    ],
  });
  await cafe.callAll(refundCall(order, { amount: 300 }, 'most of it again'));
  await settle(1);
  expect((await show(order)).payment).toMatchObject({ refunded: 700, refundError });
  await stripe.client.refunds.create({ payment_intent: order.payment.intentId, amount: 100 });
  await stripe.settled();
  expect((await show(order)).payment).toMatchObject({ refunded: 800, refundError: null });
});

test('a piece that a failed refund has brought back does not come back again with the next', async () => {
  const order = await paid([3, 1, 1], 0);
  const stock = () => Number(cafe.rows('Menu').find(({ id }) => id === items[0]?.id)?.stock);
  const before = stock();
  const again = async (name: string, quantity: number) => {
    await cafe.callAll(refundCall(order, { lines: [{ line: 0, quantity }] }, name));
    await settle(2);
    return stock() - before;
  };
  const fail = async (id: string) => {
    const made = (await bookOf(order)).find(({ metadata }) => metadata?.refundId === id);
    await stripe.settle(made?.id ?? '', 'failed');
    await stripe.settled();
  };
  expect(await again('one piece', 1)).toBe(1);
  await fail('R-1');
  expect(await again('the same piece', 1)).toBe(1);
  await fail('R-2');
  expect(await again('the piece and another', 2)).toBe(2);
  expect(await again('the last one', 1)).toBe(3);
  expect((await show(order)).refunds.map(({ lines }) => lines)).toEqual(
    [1, 1, 2, 1].map((quantity) => [{ line: 0, quantity }]),
  );
});

test('pieces of lines are in stock again, each once', async () => {
  await settle();
  const orders: Order[] = [];
  for (const { id } of cafe.rows('Orders').filter((one) => one.id))
    orders.push(await show({ id: String(id) }));
  for (const [at, { id, stock }] of items.entries()) {
    if (stock === null) continue;
    const sold = orders.flatMap((order) => order.items).filter(({ menuItemId }) => menuItemId === id);
    const back = orders
      .flatMap(({ refunds }) => refunds)
      .filter(({ status }) => status === 'succeeded')
      .flatMap(({ lines }) => lines)
      .filter((one) => one.line === at);
    const count = (all: { quantity: number }[]) => all.reduce((sum, { quantity }) => sum + quantity, 0);
    const row = cafe.rows('Menu').find((one) => one.id === id);
    expect(row).toMatchObject({ stock: STOCK - count(sold) + count(back), held: '{}' });
  }
});

test('a refund that comes back later counts no longer, and may be asked for again', async () => {
  const order = (await cafe.order([{ menuItemId: items[1]?.id }], { tip: 10 })).body as Order;
  await stripe.payWith(order.payment.intentId, 'pm_card_refundFail');
  await stripe.settled();
  await cafe.callAll(refundCall(order, { amount: 700 }, 'will fail'));
  await settle();
  await stripe.settle((await bookOf(order))[0]?.id ?? '');
  await stripe.settled();
  const failed = await show(order);
  expect(failed).toMatchObject({
    payment: { refunded: 0, refundError: 'The refund failed: expired_or_canceled_card.' },
    refunds: [{ status: 'failed', amount: 700 }],
  });
  expect((await cafe.get(order.id)).refunds).toEqual([]);
  const [{ status }] = await cafe.callAll(refundCall(order, {}, 'all of it'));
  expect(status).toBe(201);
  await settle();
  const after = await show(order);
  expect(after).toMatchObject({
    payment: { refunded: 1_267 },
    refunds: [{}, { status: 'succeeded', tip: 10 }],
  });
});

test('a refund whose answer was lost a day ago is looked up and not asked for again', async () => {
  const order = await paid([1, 1, 1], 0);
  await settle(1);
  const posts = () =>
    line.calls.filter(({ path, body }) => path === '/v1/refunds' && body.includes(order.id)).length;
  await cafe.callAll(refundCall(order, { amount: 100 }, 'lost'));
  line.trouble = 'lost';
  await cafe.timerAfter(2 * MINUTE);
  expect([posts(), (await bookOf(order)).length]).toEqual([1, 1]);
  line.outage = { status: 500, body: '{"error": {"message": "Down."}}' };
  await cafe.timerAfter(25 * 60 * MINUTE);
  await settle(2);
  expect(posts()).toBe(1);
  await assertBooked(await show(order));
});

test('a cancelled order gives back what is left of it', async () => {
  const order = await paid([1, 1, 1], 50);
  await cafe.callAll(refundCall(order, { lines: [{ line: 1 }] }, 'wine'));
  await cafe.move(order.id, { status: 'cancelled', reason: 'Closed.' }, cafe.api.tokens.key);
  await settle();
  const after = await show(order);
  expect(after.payment.refunded).toBe(order.total);
  expect(after.refunds).toMatchObject([{ lines: [{ line: 1, quantity: 1 }] }, { by: 'payment' }]);
  assertShares(after);
  const [told] = await cafe.callAll(refundCall(order, { amount: 1 }, 'one more'));
  expect(told).toMatchObject({ status: 409, body: { error: { code: 'nothing_to_refund' } } });
});

test.each([
  [{ lines: [{ line: 3 }] }, 422, 'lines.0.line'],
  [{ lines: [{ line: 0 }, { line: 0 }] }, 422, 'lines.1.line'],
  [{ lines: [{ line: 0, quantity: 2 }] }, 409, 'lines.0'],
  [{ lines: [{ line: 0 }], amount: 400 }, 409, 'amount'],
  [{ amount: 100_000 }, 409, 'amount'],
  [{ amount: 0 }, 422, 'amount'],
  [{ amount: 5, reason: ' ' }, 422, 'reason'],
])('%j is refused with %d', async (body, status, param) => {
  const order = await paid([1, 1, 1], 0);
  const [told] = await cafe.callAll(refundCall(order, body, `refused ${JSON.stringify(body)}`));
  expect(told).toMatchObject({ status, body: { error: { param } } });
  expect((await show(order)).refunds).toEqual([]);
});

test('without an Idempotency-Key a refund is refused, so that none is repeated by chance', async () => {
  const order = await paid([1, 1, 1], 0);
  const [endpoint, asked] = refundCall(order, { amount: 5 }, '');
  const told = await cafe.callAll(
    [endpoint, { ...asked, headers: {} }],
    [endpoint, { ...asked, headers: {} }],
  );
  for (const { status, body } of told)
    expect([status, body]).toMatchObject([
      400,
      { error: { code: 'idempotency_key_missing', param: 'idempotency-key' } },
    ]);
  expect((await show(order)).refunds).toEqual([]);
});
