import type { Call } from '../harness/api';
import { describeLong } from '../harness/extent';
import { type Cafe, type Item, startCafe } from './cafe';
import { fill } from './fill';

const TAKINGS = 'GET /v1/cafes/C-1/takings';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const manager = (cafe: Cafe) => cafe.api.tokens.manager;
const ask = (cafe: Cafe, query: Record<string, string> = {}) =>
  cafe.call(TAKINGS, { token: manager(cafe), query });

/** As if these orders had been paid for with real money, once nothing is paid or refunded any more. */
const toReal = (...ids: readonly string[]) =>
  ids.map((id): [string, string, string] => [id, 'isTest', 'FALSE']);

/** From Sunday 22:30 in Berlin on, which is ahead of UTC by an hour. */
describe('the takings of a cafe', () => {
  let cafe: Cafe;
  beforeAll(async () => {
    cafe = await startCafe(undefined, '2026-11-22T21:30:00Z');
    await cafe.items([
      { name: 'Tea', price: 300 },
      { name: 'Bun', price: 200 },
    ]);
    const order = (items: object[], others: object = {}): Call => [
      'POST /v1/orders',
      { body: { cafeId: 'C-1', items, ...others } },
    ];
    const told = await cafe.callAll(
      order([{ menuItemId: 'I-1', quantity: 2 }, { menuItemId: 'I-2' }], { tip: 50 }),
      order([{ menuItemId: 'I-2', quantity: 3 }]),
      // A test is no money.
      order([{ menuItemId: 'I-1' }]),
    );
    const [first = '', cancelled = ''] = told.map(({ body }) => (body as Item).id);
    await cafe.timerAfter(2 * MINUTE);
    await cafe.callAll(
      [
        `PATCH /v1/orders/${cancelled}`,
        { token: manager(cafe), body: { status: 'cancelled', reason: 'No buns.' } },
      ],
      order([{ menuItemId: 'I-1' }]),
    );
    await cafe.timerAfter(2 * MINUTE);
    cafe.stopTimers();
    await cafe.later(2 * HOUR);
    const [, monday] = await cafe.callAll(
      ['PATCH /v1/menu/I-1', { token: manager(cafe), body: { name: 'Green tea', price: 400 } }],
      order([{ menuItemId: 'I-1' }]),
    );
    const { id } = monday.body as Item;
    await cafe.timerAfter(2 * MINUTE);
    expect(cafe.rows('Orders').map(({ status }) => status)).toEqual([
      ...['placed', 'cancelled', 'placed', 'placed', 'placed'],
    ]);
    await cafe.paste('Orders', toReal(first, cancelled, id));
  });
  afterAll(() => cafe.close());

  const askAll = async (...queries: readonly Record<string, string>[]) => {
    const told = await cafe.callAll(
      ...queries.map((query): Call => [TAKINGS, { token: manager(cafe), query }]),
    );
    return told.map(({ body }) => body);
  };

  const SUNDAY = {
    from: '2026-11-22',
    to: '2026-11-22',
    currency: 'EUR',
    orders: 2,
    sum: 850 + 600,
    tips: 50,
    // 7 percent in 8.00 and in 6.00.
    includedTax: 52 + 39,
    taxes: [{ percent: 7, name: '', amount: 1_400, includedTax: 91 }],
    refundedTaxes: [],
    refunds: 600,
    net: 850,
    items: [
      { menuItemId: 'I-2', name: 'Bun', quantity: 4, amount: 800 },
      { menuItemId: 'I-1', name: 'Tea', quantity: 2, amount: 600 },
    ],
    otherCurrencies: [],
  };

  test('are those of today where no day is named', async () => {
    expect((await ask(cafe)).body).toMatchObject({
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
    const [sunday, both, none] = await askAll(
      days,
      { ...days, to: '2026-11-23' },
      { from: '2026-11-20', to: '2026-11-21' },
    );
    expect(sunday).toEqual({ ...SUNDAY, testOrders: 2 });
    expect(both).toMatchObject({
      orders: 3,
      sum: 1_850,
      items: [
        { menuItemId: 'I-1', name: 'Green tea', quantity: 3, amount: 1_000 },
        { menuItemId: 'I-2', quantity: 4 },
      ],
    });
    expect(none).toMatchObject({ orders: 0, sum: 0, items: [], testOrders: 0 });
  });

  test('are for the manager of the cafe', async () => {
    const { admin, staff, agent, manager: own } = cafe.api.tokens;
    const told = await cafe.callAll(
      [TAKINGS, { token: admin }],
      [TAKINGS, { token: staff }],
      [TAKINGS, { token: agent }],
      [TAKINGS],
      ['GET /v1/cafes/C-2/takings', { token: own }],
      ['GET /v1/cafes/C-9/takings', { token: admin }],
    );
    expect(told.map(({ status }) => status)).toEqual([200, 403, 403, 401, 403, 404]);
  });

  test('refuse what is no range, no currency or no parameter', async () => {
    const cells: readonly [Record<string, string>, string][] = [
      [{ from: '2026-02-30' }, 'from'],
      [{ from: '2026-11-23', to: '2026-11-22' }, 'to'],
      [{ from: '2025-01-01', to: '2026-11-22' }, 'to'],
      [{ currency: 'euro' }, 'currency'],
      [{ day: '2026-11-22' }, 'day'],
    ];
    const refused = await askAll(...cells.map(([query]) => query));
    expect(refused).toMatchObject(cells.map(([, param]) => ({ error: { status: 422, param } })));
  });

  test('are read once a minute', async () => {
    const query = { from: '2026-11-19', to: '2026-11-22' };
    await ask(cafe, query);
    await ask(cafe, query);
    expect(cafe.calls('spreadsheet.')).toEqual([]);
  });

  test('have what was sold in another currency before apart', async () => {
    await cafe.edit('Cafes', 'C-1', 'currency', 'CHF');
    await cafe.later(3_000);
    const [francs, euros] = await askAll(
      { from: '2026-11-22' },
      { from: '2026-11-22', to: '2026-11-22', currency: 'EUR' },
    );
    expect(francs).toMatchObject({ currency: 'CHF', orders: 0, sum: 0, otherCurrencies: ['EUR'] });
    expect(euros).toMatchObject(SUNDAY);
  });
});

describeLong('with 100,000 orders', () => {
  let cafe: Cafe;
  beforeAll(async () => {
    cafe = await startCafe();
    await cafe.item({ name: 'Tea', price: 300 });
    const { body } = await cafe.order([{ menuItemId: 'I-1', quantity: 2 }], { tip: 1 });
    const { id } = body as Item;
    await cafe.later(121_000);
    await cafe.paste('Orders', toReal(id));
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
