import { GATEWAY, type Told } from '../harness/api';
import { type Cafe, type Item, startCafe } from './cafe';

/** The next step that a counter takes of its own accord. */
const FORWARD = ['accepted', 'preparing', 'ready', 'completed'];
const OPEN = 'placed,accepted,preparing,ready';

/** A program behind the counter, which knows of the API what the document says. */
class PointOfSale {
  /** Its own book, by order. */
  readonly orders = new Map<string, Item>();
  readonly statuses: number[] = [];
  private readonly cafe: Cafe;
  private etag = '';

  constructor(cafe: Cafe) {
    this.cafe = cafe;
  }

  ask(method: string, path: string, asked: object = {}): Promise<Told> {
    return this.cafe.api.call(GATEWAY, method, path, { token: this.cafe.api.tokens.staff, ...asked });
  }

  /** All pages, by the links between them. */
  async listAll(path: string): Promise<Item[]> {
    const { body, headers = {} } = await this.ask('GET', ...toAsked(path));
    const [, next] = /<([^>]+)>; rel="next"/.exec(headers.link ?? '') ?? [];
    const { data } = body as { data: Item[] };
    return next ? [...data, ...(await this.listAll(next))] : data;
  }

  async poll(): Promise<void> {
    const headers = this.etag === '' ? {} : { 'if-none-match': this.etag };
    const told = await this.ask('GET', '/v1/cafes/C-1/orders', {
      query: { status: OPEN, pageSize: '100' },
      headers,
    });
    this.statuses.push(told.status ?? 0);
    if (told.status === 304) return;
    this.etag = told.headers?.etag ?? '';
    for (const order of (told.body as { data: Item[] }).data) this.orders.set(order.id, order);
  }

  /** Each open order one step on. */
  async work(): Promise<void> {
    for (const order of this.orders.values()) {
      const status = (order.nextStatuses as string[]).find((next) => FORWARD.includes(next));
      if (status === undefined || order.status === 'completed') continue;
      const headers = { 'if-match': `"v${order.version}"` };
      const { body } = await this.ask('PATCH', `/v1/orders/${order.id}`, { body: { status }, headers });
      this.orders.set(order.id, body as Item);
    }
  }
}

function toAsked(path: string): [string, { query: string }] {
  const [pathname = '', query = ''] = path.split('?');
  return [pathname, { query }];
}

let cafe: Cafe;
let till: PointOfSale;
beforeAll(async () => {
  cafe = await startCafe();
  till = new PointOfSale(cafe);
  await cafe.items([
    { name: 'Tea', price: 300 },
    { name: 'Bun', price: 200, stock: 50 },
  ]);
});
afterAll(() => cafe.close());

test('a point of sale that polls has every order as the cafe has it, and brings it to its end', async () => {
  for (let round = 0; round < 2; round++) {
    await cafe.placed([{ menuItemId: round % 2 ? 'I-1' : 'I-2', quantity: round + 1 }]);
    await till.poll();
    if (round === 0) await till.poll();
    await till.work();
  }
  for (let round = 0; round < 3; round++) {
    await till.poll();
    await till.work();
  }
  expect(new Set(till.statuses)).toEqual(new Set([200, 304]));
  expect(till.orders.size).toBe(2);
  const listed = await till.listAll('/v1/cafes/C-1/orders?pageSize=1');
  expect(listed.map(({ id }) => id)).toEqual([...till.orders.keys()].reverse());
  for (const order of listed) {
    expect(order).toMatchObject({ status: 'completed', nextStatuses: ['ready'] });
    expect(order).toEqual(till.orders.get(order.id));
  }
});

test('it finds with since what others have changed', async () => {
  const since = new Date(cafe.now()).toISOString();
  const [first] = till.orders.keys();
  await cafe.later(1_000);
  await cafe.edit('Orders', first ?? '', 'status', 'ready');
  const changed = await till.listAll(`/v1/cafes/C-1/orders?since=${since}`);
  expect(changed).toMatchObject([{ id: first, status: 'ready' }]);
});

test('its figures of the day are those of the manager, and its CSV has a line for each order', async () => {
  const { body } = await cafe.call('GET /v1/cafes/C-1/takings', { token: cafe.api.tokens.manager });
  expect(body).toMatchObject({ orders: 0, sum: 0, testOrders: 2 });
  const { text, headers } = await till.ask('GET', '/v1/cafes/C-1/orders', { query: { format: 'csv' } });
  expect(headers?.['content-type']).toMatch(/^text\/csv/);
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  const total = (lines[0] ?? '').split(',').indexOf('total');
  const totals = lines.slice(1).map((line) => Number(line.split(',')[total]));
  expect(totals.reduce((sum, one) => sum + one, 0)).toBeCloseTo(2 + 6, 2);
});

test('it pauses the cafe, and customers are told at once', async () => {
  const path = '/v1/cafes/C-1';
  const { headers = {} } = await till.ask('GET', path);
  const ifMatch = { 'if-match': headers.etag ?? '' };
  const paused = await till.ask('PATCH', path, { body: { isPaused: true }, headers: ifMatch });
  expect(paused).toMatchObject({ status: 200, body: { isPaused: true, isOpen: false } });
  expect((await cafe.order([{ menuItemId: 'I-1' }])).status).toBe(409);
  const again = await till.ask('PATCH', path, { body: { isPaused: false }, headers: ifMatch });
  expect(again.status).toBe(412);
  expect((await till.ask('PATCH', path, { body: { isPaused: false } })).status).toBe(200);
  expect((await cafe.order([{ menuItemId: 'I-1' }])).status).toBe(201);
});
