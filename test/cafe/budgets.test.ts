import type { Asked } from '../harness/api';
import { expectCost } from '../harness/cost-page';
import { extent } from '../harness/extent';
import { longestHold } from '../harness/holds';
import { type Cafe, startCafe } from './cafe';
import { fill } from './fill';

const ORDERS = extent({ usual: 1_000, long: 100_000 });
const MIDDLE = 0.7 * ORDERS;
const MINUTE = 60_000;
const ITEMS = 200;
const MENU = 'GET /v1/cafes/C-1/menu';
const LIST = 'GET /v1/cafes/C-1/orders';
const OPEN = { status: 'placed,accepted,preparing,ready' };
const ACCEPTED = { status: 'accepted' };

/** Design section 7: calls, and modelled ms with the start of the execution. Payments are offline, which saves a fetch of 160 ms and
 * costs a signal of 60; a move writes its push before itself. */
describe(`the cafe with ${ORDERS} orders and ${ITEMS} menu items`, () => {
  let cafe: Cafe;
  let token: string;
  let middle: string;
  beforeAll(async () => {
    cafe = await startCafe();
    token = cafe.api.tokens.staff;
    await cafe.items([
      { name: 'Tea', price: 300, description: 'x'.repeat(200) },
      { name: 'Bun', price: 200, stock: 100_000 },
    ]);
    fill(cafe, 'Menu', { last: ITEMS, idOf: (number) => `I-${number}` });
    const { id } = await cafe.placed([{ menuItemId: 'I-1' }]);
    const tail = id.slice('O-1'.length);
    middle = `O-${MIDDLE}${tail}`;
    fill(cafe, 'Orders', { last: ORDERS, idOf: (number) => `O-${number}${tail}` });
    cafe.forget('counter Orders');
    // What is known of people, rows and counters is made once.
    await cafe.callAll(
      ['GET /v1/auth/session', { token: cafe.api.tokens.manager }],
      ['POST /v1/orders', { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] } }],
      [`PATCH /v1/orders/${middle}`, { token, body: { status: 'accepted' } }],
    );
    await cafe.timerAfter(2 * MINUTE);
  });
  afterAll(() => cafe.close());

  async function ask(endpoint: string, asked: Asked = {}) {
    const path = endpoint
      .replace(':id', middle)
      .replace(':next', middle.replace(`O-${MIDDLE}`, `O-${MIDDLE + 1}`));
    const ended = await cafe.execute(path, asked);
    expect(ended.error).toBeUndefined();
    const { status } = JSON.parse((ended.returned as { content: string }).content) as { status: number };
    const reads = ended.count('spreadsheet.getValues') + ended.count('spreadsheet.find');
    return { status, ms: ended.elapsed, reads, writes: ended.count('spreadsheet.setValues') };
  }

  const order = (menuItemId: string, headers = {}): Asked => ({
    body: { cafeId: 'C-1', items: [{ menuItemId, quantity: 2 }] },
    headers,
  });
  const KEY = { 'idempotency-key': 'a-key-of-this-customer' };

  /** The name of its figure, a request, its reads and its writes. */
  test.each<[string, string, () => Asked, number, number]>([
    ['POST /v1/orders', 'POST /v1/orders', () => order('I-1'), 2, 1],
    ['POST /v1/orders, one item with limited stock', 'POST /v1/orders', () => order('I-2'), 4, 2],
    ['with an Idempotency-Key, on the first day', 'POST /v1/orders', () => order('I-1', KEY), 4, 1],
    ['the same again', 'POST /v1/orders', () => order('I-1', KEY), 2, 0],
    ['GET /v1/orders/:id', 'GET /v1/orders/:id', () => ({}), 2, 0],
    ['PATCH /v1/orders/:id', 'PATCH /v1/orders/:id', () => ({ token, body: { status: 'preparing' } }), 2, 1],
    ['GET /v1/cafes', 'GET /v1/cafes', () => ({ token }), 1, 0],
    ['GET /v1/cafes, again within five minutes', 'GET /v1/cafes', () => ({ token }), 0, 0],
    [MENU, MENU, () => ({}), 2, 0],
    [`${MENU}, again`, MENU, () => ({}), 0, 0],
    [
      'PATCH /v1/menu/:id',
      'PATCH /v1/menu/I-100',
      () => ({ token, body: { availability: 'sold_out' } }),
      3,
      1,
    ],
    [
      'PATCH /v1/menu/:id',
      'PATCH /v1/menu/I-101',
      () => ({ token: cafe.api.tokens.manager, body: { price: 320 } }),
      3,
      1,
    ],
    [`${LIST}, where nothing is known of the tab`, LIST, () => ({ token }), 5, 0],
    [LIST, LIST, () => ({ token }), 3, 0],
    [`${LIST} of some statuses, after one was moved`, LIST, () => ({ token, query: OPEN }), 5, 0],
    [
      `${LIST} of some statuses, a hundred`,
      LIST,
      () => ({ token, query: { ...OPEN, pageSize: '100' } }),
      4,
      0,
    ],
    [
      'PATCH /v1/orders/:id while tablets poll',
      'PATCH /v1/orders/:next',
      () => ({ token, body: ACCEPTED }),
      2,
      1,
    ],
    ['POST /v1/orders while tablets poll', 'POST /v1/orders', () => order('I-1'), 2, 1],
  ])(
    '%s: its reads, writes, and the time that its page states',
    async (row, endpoint, asked, reads, writes) => {
      const ended = await ask(endpoint, asked());
      expect(ended.status).toBeLessThan(300);
      expect(ended.reads).toBeLessThanOrEqual(reads);
      expect(ended.writes).toBeLessThanOrEqual(writes);
      expectCost(row, ended.ms);
    },
  );

  /** How often the script's lock is taken, and for how long at most. */
  async function holds(endpoint: string, asked: Asked): Promise<[number, number]> {
    const ended = await cafe.execute(endpoint.replace(':id', middle), asked);
    return [ended.holds.filter(({ scope }) => scope === 'script').length, longestHold(ended)];
  }

  test('an order holds the lock once, for 140 ms at most', async () => {
    const [times, ms] = await holds('POST /v1/orders', order('I-1'));
    expect(times).toBe(1);
    expect(ms).toBeLessThanOrEqual(140);
  });

  test('a move holds the lock for 230 ms at most where nobody listens, for 330 with an endpoint', async () => {
    const [, silent] = await holds('PATCH /v1/orders/:id', { token, body: { status: 'ready' } });
    expect(silent).toBeLessThanOrEqual(230);
    expect(cafe.rows('Outbox').filter(({ targetId }) => targetId === middle)).toEqual([]);
    cafe.api.enter({ allowLocalPushes: 'yes' });
    const url = 'http://127.0.0.1:1/';
    const manager = cafe.api.tokens.manager;
    await cafe.call('POST /v1/cafes/C-1/push-endpoints', { token: manager, body: { url } });
    const [, pushed] = await holds('PATCH /v1/orders/:id', { token, body: { status: 'completed' } });
    expect(pushed).toBeLessThanOrEqual(330);
    expect(cafe.rows('Outbox').filter(({ targetId }) => targetId === middle)).toHaveLength(1);
  });
});

describe('a menu of three items', () => {
  let cafe: Cafe;
  beforeAll(async () => {
    cafe = await startCafe();
    await cafe.items(['Tea', 'Bun', 'Jam'].map((name) => ({ name, price: 300 })));
  });
  afterAll(() => cafe.close());

  test('costs their cells, not those of the empty rows below', async () => {
    const { calls } = await cafe.execute('GET /v1/cafes/C-1/menu', {});
    const reads = calls.filter(({ method }) => method === 'spreadsheet.getValues');
    expect(reads.length).toBeGreaterThan(0);
    expect(Math.max(...reads.map(({ cells }) => cells))).toBeLessThanOrEqual(100);
  });
});
