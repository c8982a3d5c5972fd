import { describeLong, spread } from '../harness/extent';
import { type Cafe, type Item, startCafe } from './cafe';
import { fill } from './fill';

const TAKINGS = 'GET /v1/cafes/C-1/takings';
const HOUR = 3_600_000;

const manager = (cafe: Cafe) => cafe.api.tokens.manager;
const ask = (cafe: Cafe, query: Record<string, string> = {}, token = manager(cafe)) =>
  cafe.call(TAKINGS, { token, query });
const takings = async (cafe: Cafe, query: Record<string, string> = {}) =>
  (await ask(cafe, query)).body as Item;

/** An order that is paid for with real money, as far as its row says. */
async function sold(cafe: Cafe, items: object[], others: object = {}): Promise<string> {
  const { status, body } = await cafe.order(items, others);
  expect(status).toBe(201);
  const { id } = body as Item;
  await cafe.edit('Orders', id, 'isTest', 'FALSE');
  await cafe.later(121_000);
  expect(await cafe.get(id)).toMatchObject({ status: 'placed' });
  return id;
}

/** Once nothing is paid or refunded any more: only Stripe has such payments. */
async function ofStripe(cafe: Cafe, ids: readonly string[]): Promise<void> {
  for (const id of ids) await cafe.edit('Orders', id, 'intentId', `pi_${id}`);
}

/** From Sunday 22:30 in Berlin on, which is ahead of UTC by an hour. */
describe('the takings of a cafe', () => {
  let cafe: Cafe;
  beforeAll(async () => {
    cafe = await startCafe(undefined, '2026-11-22T21:30:00Z');
    await cafe.item({ name: 'Tea', price: 300 });
    await cafe.item({ name: 'Bun', price: 200 });
    const first = await sold(cafe, [{ menuItemId: 'I-1', quantity: 2 }, { menuItemId: 'I-2' }], { tip: 50 });
    const cancelled = await sold(cafe, [{ menuItemId: 'I-2', quantity: 3 }]);
    await cafe.move(cancelled, { status: 'cancelled', reason: 'No buns.' });
    // Neither a draft that nobody pays for nor a test is money.
    const { id } = await cafe.placed([{ menuItemId: 'I-1' }]);
    // As a release left it that told tests by their payment alone.
    await cafe.edit('Orders', id, 'isTest', '');
    await cafe.order([{ menuItemId: 'I-1' }]);
    await cafe.later(2 * HOUR);
    await cafe.call('PATCH /v1/menu/I-1', { token: manager(cafe), body: { name: 'Green tea', price: 400 } });
    await ofStripe(cafe, [first, cancelled, await sold(cafe, [{ menuItemId: 'I-1' }])]);
  });
  afterAll(() => cafe.close());

  const SUNDAY = {
    from: '2026-11-22',
    to: '2026-11-22',
    currency: 'EUR',
    orders: 2,
    sum: 850 + 600,
    tips: 50,
    // 7 percent in 8.00 and in 6.00.
    includedTax: 52 + 39,
    refunds: 600,
    net: 850,
    items: [
      { menuItemId: 'I-2', name: 'Bun', quantity: 4, amount: 800 },
      { menuItemId: 'I-1', name: 'Tea', quantity: 2, amount: 600 },
    ],
    otherCurrencies: [],
  };

  test('are those of today where no day is named', async () => {
    expect(await takings(cafe)).toMatchObject({
      from: '2026-11-23',
      to: '2026-11-23',
      orders: 1,
      sum: 400,
      refunds: 0,
      net: 400,
      items: [{ menuItemId: 'I-1', name: 'Green tea', quantity: 1, amount: 400 }],
    });
  });

  test('are of days of the cafe, by the time at which an order was placed', async () => {
    const days = { from: '2026-11-22', to: '2026-11-22' };
    const { testOrders, ...sunday } = await takings(cafe, days);
    expect(sunday).toEqual(SUNDAY);
    expect(testOrders).toBe(2);
    expect(await takings(cafe, { ...days, to: '2026-11-23' })).toMatchObject({
      orders: 3,
      sum: 1_850,
      items: [
        { menuItemId: 'I-1', name: 'Green tea', quantity: 3, amount: 1_000 },
        { menuItemId: 'I-2', quantity: 4 },
      ],
    });
    expect(await takings(cafe, { from: '2026-11-20', to: '2026-11-21' })).toMatchObject({
      orders: 0,
      sum: 0,
      items: [],
      testOrders: 0,
    });
  });

  test('have what was sold in another currency before apart', async () => {
    await cafe.edit('Cafes', 'C-1', 'currency', 'CHF');
    await cafe.later(3_000);
    expect(await takings(cafe, { from: '2026-11-22' })).toMatchObject({
      currency: 'CHF',
      orders: 0,
      sum: 0,
      otherCurrencies: ['EUR'],
    });
    expect(await takings(cafe, { from: '2026-11-22', to: '2026-11-22', currency: 'EUR' })).toMatchObject(
      SUNDAY,
    );
    await cafe.edit('Cafes', 'C-1', 'currency', 'EUR');
    await cafe.later(3_000);
  });

  test('are for the manager of the cafe', async () => {
    const { admin, staff, agent } = cafe.api.tokens;
    const statuses = [];
    for (const token of [admin, staff, agent]) statuses.push((await ask(cafe, {}, token)).status);
    expect(statuses).toEqual([200, 403, 403]);
    expect((await cafe.call(TAKINGS)).status).toBe(401);
    expect((await cafe.call('GET /v1/cafes/C-2/takings', { token: manager(cafe) })).status).toBe(403);
    expect((await cafe.call('GET /v1/cafes/C-9/takings', { token: admin })).status).toBe(404);
  });

  test.each(
    spread<[object, string]>(
      [
        [{ from: '2026-02-30' }, 'from'],
        [{ from: '2026-11-23', to: '2026-11-22' }, 'to'],
        [{ from: '2025-01-01', to: '2026-11-22' }, 'to'],
        [{ currency: 'euro' }, 'currency'],
        [{ day: '2026-11-22' }, 'day'],
      ],
      2,
    ),
  )('refuse %j', async (query, param) => {
    expect(await ask(cafe, query as unknown as Record<string, string>)).toMatchObject({
      status: 422,
      body: { error: { param } },
    });
  });

  test('are read once a minute', async () => {
    const query = { from: '2026-11-19', to: '2026-11-22' };
    await ask(cafe, query);
    await ask(cafe, query);
    expect(cafe.calls('spreadsheet.')).toEqual([]);
  });
});

describeLong('with 100,000 orders', () => {
  let cafe: Cafe;
  beforeAll(async () => {
    cafe = await startCafe();
    await cafe.item({ name: 'Tea', price: 300 });
    const id = await sold(cafe, [{ menuItemId: 'I-1', quantity: 2 }], { tip: 1 });
    await ofStripe(cafe, [id]);
    const tail = id.slice('O-1'.length);
    // What is known of the tabs is read once.
    await measure({ from: '2026-11-20', to: '2026-11-20' });
    fill(cafe, 'Orders', { last: 100_000, idOf: (number) => `O-${number}${tail}` });
    // Two weeks before all others.
    const { grid } = cafe.api.services.spreadsheets.books
      .get(cafe.api.scripts.api.spreadsheetId)
      .findByName('Orders') as { grid: { rows: { values: unknown[] }[] } };
    for (const { values } of grid.rows.slice(2, 99_702))
      values.forEach((value, at) => {
        // A date is a serial number, of days.
        if (typeof value === 'number' && value > 40_000) values[at] = value - 14;
        if (typeof value === 'string') values[at] = value.replace(/2026-11-21T/g, '2026-11-07T');
      });
  });
  afterAll(() => cafe.close());

  async function measure(query: Record<string, string>) {
    const ended = await cafe.execute(TAKINGS, { token: manager(cafe), query });
    const { body } = JSON.parse((ended.returned as { content: string }).content) as { body: string };
    return { body: JSON.parse(body), reads: ended.count('spreadsheet.'), ms: ended.elapsed };
  }

  test('those of a day are exact, in a fixed number of reads', async () => {
    const { body, reads, ms } = await measure({ from: '2026-11-21', to: '2026-11-21' });
    expect(body).toMatchObject({ orders: 300, sum: 180_300, tips: 300, net: 180_300 });
    expect(reads).toBeLessThanOrEqual(5);
    expect(ms).toBeLessThanOrEqual(6_500);
  });

  test('those of a year take less than half a minute', async () => {
    const { body, reads, ms } = await measure({ from: '2026-01-01', to: '2026-12-31' });
    expect(body).toMatchObject({ orders: 100_000, sum: 60_100_000 });
    expect(reads).toBeLessThanOrEqual(75);
    expect(ms).toBeLessThanOrEqual(30_000);
  });
});
