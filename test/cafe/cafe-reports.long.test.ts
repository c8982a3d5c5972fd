import type { Call } from '../harness/api';
import { type Cafe, type Item, startCafe } from './cafe';

const MINUTE = 60_000;

interface Report {
  answer: string;
  currency: string;
  totals: Record<string, number | null>;
  before: Record<string, number | null>;
  data: ({ label: string } & Record<string, number | string | null>)[];
}

/** From Saturday 10:30 in Berlin on, which is ahead of UTC by an hour. */
describe('the reports of a cafe', () => {
  let cafe: Cafe;
  const ask =
    (token: string) =>
    (id: string, query: Record<string, string> = {}) =>
      cafe.call(`GET /v1/reports/${id}`, { token, query: { cafeId: 'C-1', ...query } });
  const read = async (id: string, query: Record<string, string> = {}) =>
    (await ask(cafe.api.tokens.manager)(id, query)).body as Report;

  beforeAll(async () => {
    cafe = await startCafe(undefined, '2026-11-21T09:30:00Z');
    await cafe.items([
      { name: 'Tea', price: 300 },
      { name: 'Bun', price: 200 },
      { name: 'Cake', price: 400, availability: 'sold_out' },
      { name: 'Pie', price: 400, stock: 0 },
      { name: 'Old pie', price: 400, availability: 'hidden' },
    ]);
    const token = cafe.api.tokens.manager;
    const place = async (items: object[], others: object = {}) => {
      const call: Call = ['POST /v1/orders', { body: { cafeId: 'C-1', items, ...others } }];
      const told = await cafe.callAll(call);
      await cafe.timerAfter(2 * MINUTE);
      return told.map(({ body }) => (body as Item).id).join();
    };
    const advance = async (id: string, ...statuses: string[]) => {
      for (const status of statuses) await cafe.call(`PATCH /v1/orders/${id}`, { token, body: { status } });
    };
    const first = await place([{ menuItemId: 'I-1' }]);
    const quick = await place([{ menuItemId: 'I-1', quantity: 2 }, { menuItemId: 'I-2' }], { tip: 50 });
    await advance(quick, 'accepted', 'preparing', 'ready');
    const slow = await place([{ menuItemId: 'I-2', quantity: 2 }]);
    await place([{ menuItemId: 'I-1' }]);
    await cafe.later(18 * MINUTE);
    await advance(slow, 'accepted', 'preparing', 'ready');
    cafe.stopTimers();
    // The first one is of a week before.
    const [{ history = '' } = {}] = cafe.rows('Orders');
    await cafe.paste('Orders', [[first, 'history', String(history).replace(/2026-11-21/g, '2026-11-14')]]);
    // As if these had been paid for with real money; the last one is a test.
    await cafe.paste(
      'Orders',
      [first, quick, slow].map((id): [string, string, string] => [id, 'isTest', 'FALSE']),
    );
    cafe.api.enter({ testMode: 'no' });
  });
  afterAll(() => cafe.close());

  test('say what was taken by day and hour, against the week before', async () => {
    const byDay = await read('takings');
    expect(byDay.totals).toEqual({ net: 1_250, orders: 2, average: 625, refunds: 0 });
    expect(byDay.before).toEqual({ net: 300, orders: 1, average: 300, refunds: 0 });
    expect(byDay.answer).toBe(
      '12.50 EUR from 2 orders, 1 more than in the 7 days before; 6.25 EUR each on average.',
    );
    expect(byDay.data).toHaveLength(7);
    expect(byDay.data[6]).toEqual({ label: '2026-11-21', net: 1_250, orders: 2, average: 625, refunds: 0 });
    const byHour = await read('takings', { by: 'hour', from: '2026-11-14', to: '2026-11-21' });
    expect(byHour.data.filter(({ orders }) => orders)).toEqual([
      { label: '10', net: 1_550, orders: 3, average: 516.6667, refunds: 0 },
    ]);
  });

  test('say what sells, the most money first', async () => {
    const { data, answer } = await read('sold-items');
    expect(data).toEqual([
      { label: 'Bun', amount: 600, pieces: 3 },
      { label: 'Tea', amount: 600, pieces: 2 },
    ]);
    expect(answer).toBe('5 pieces; most of it Bun, 6.00 EUR.');
    expect((await read('sold-items', { by: 'hour' })).answer).toBe(answer);
  });

  test('say how long orders take, and how many are late', async () => {
    const { totals, answer } = await read('time-to-ready', { by: 'day' });
    expect(totals.late).toBe(0.5);
    expect(answer).toMatch(
      /^Half took at most \d+ minutes, nine in ten at most \d+ minutes\. 50 % were late\.$/,
    );
  });

  test('say what was sold out and how long, hidden items left out', async () => {
    const { data, totals } = await read('sold-out');
    expect(data.map(({ label }) => label)).toEqual(['Cake', 'Pie']);
    expect(data[0]?.minutes).toBeGreaterThan(20);
    expect(totals.minutes).toBeGreaterThan(40);
  });

  test('are for managers of the cafe and admins, and need a cafe', async () => {
    const { manager, staff, admin } = cafe.api.tokens;
    const told = [
      await ask(manager)('takings', { cafeId: 'C-2' }),
      await ask(staff)('takings'),
      await ask(admin)('takings', { cafeId: 'C-9' }),
      await cafe.call('GET /v1/reports/takings', { token: manager }),
    ];
    expect(told.map(({ status }) => status)).toEqual([403, 403, 404, 422]);
  });

  test('are of the test orders alone while no real money moves', async () => {
    cafe.api.enter({ testMode: 'yes' });
    expect((await read('takings')).totals).toEqual({ net: 300, orders: 1, average: 300, refunds: 0 });
    expect((await read('sold-items')).data).toEqual([{ label: 'Tea', amount: 300, pieces: 1 }]);
    cafe.api.enter({ testMode: 'no' });
  });

  test('come as CSV', async () => {
    const { text } = await ask(cafe.api.tokens.manager)('sold-items', { format: 'csv' });
    expect(text).toBe('label,amount,pieces\r\nBun,600,3\r\nTea,600,2\r\n');
  });
});
