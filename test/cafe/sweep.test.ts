import type { Row, Value } from '../../runtime/spreadsheet/attributes';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { describeLong, testLong } from '../harness/extent';
import { longestHold } from '../harness/holds';
import { type PushDesk, startPushDesk } from '../pushes/push-desk';
import { Receiver } from '../pushes/push-receiver';
import type { Step } from '../pushes/push-script';
import { type Cafe, type Item, startCafe } from './cafe';
import { fill } from './fill';

const MINUTE = 60_000;
const ORDER = 'O-1-0123456789abcdefghijkl';
const ALL_ORDERS = 100_000;
const ORDERS = 100;
/** Placed, and moved four times. */
const VERSIONS = [2, 3, 4, 5, 6];
const MOVES = ['accepted', 'preparing', 'ready', 'completed'];

/** Modelled ms, the start of the execution included. */
describeLong(`the timer after ${ORDERS} orders of ${ALL_ORDERS} that nothing has been pushed of`, () => {
  let cafe: Cafe;
  let receiver: Receiver;
  let tail: string;
  let item: Item;
  const idOf = (number: number) => `O-${number}${tail}`;
  const recent = Array.from({ length: ORDERS }, (_, index) => ALL_ORDERS - index);

  beforeAll(async () => {
    cafe = await startCafe();
    receiver = new Receiver(() => cafe.now());
    cafe.api.enter({ allowLocalPushes: 'yes' });
    item = await cafe.item({ name: 'Bun', price: 200, stock: 1_000 });
    await cafe.call('POST /v1/cafes/C-1/push-endpoints', {
      token: cafe.api.tokens.manager,
      body: { url: `${await receiver.listen()}/till` },
    });
    const { id } = await cafe.placed([{ menuItemId: item.id }]);
    tail = id.slice('O-1'.length);
    await cafe.moveOn(id, MOVES);
    fill(cafe, 'Orders', { last: ALL_ORDERS, idOf });
    // Maintenance has its turn, and every job so far.
    await cafe.later(11 * MINUTE);
    await cafe.call('POST /webhooks/orders', { token: cafe.api.tokens.staff, body: { orderId: id } });
    receiver.received.length = 0;
    queuePushes();
    holdPieces();
  });
  afterAll(async () => {
    await cafe.close();
    await receiver.close();
  });

  const sheet = (tab: string) =>
    cafe.api.services.spreadsheets.books.get(cafe.api.scripts.api.spreadsheetId).findByName(tab) as Sheet;
  const jobs = () => cafe.rows('Outbox').filter(({ id }) => id !== '');

  /** In the place of the one job that is there. */
  function queuePushes(): void {
    const { grid } = sheet('Outbox');
    const template = grid.row(grid.lastRow) as Row;
    const [, kind = '', , , ...others] = template.values;
    const rows = recent.flatMap((number) => {
      const id = idOf(number);
      return VERSIONS.map((version): Value[] => [`evt_${id}_${version}`, kind, id, version, ...others]);
    });
    const first = grid.lastRow - 1;
    for (const [index, values] of rows.entries())
      grid.rows[first + index] = { values, attributes: template.attributes };
    grid.maxRows = Math.max(grid.maxRows, first + rows.length + 100);
  }

  /** One piece for each of the orders. */
  function holdPieces(): void {
    const held = Object.fromEntries(recent.map((number) => [idOf(number), 1]));
    const at = Object.keys(cafe.rows('Menu')[0] ?? {}).indexOf('held');
    const row = cafe.rows('Menu').findIndex(({ id }) => id === item.id) + 1;
    (sheet('Menu').grid.rows[row] as Row).values[at] = JSON.stringify(held);
  }

  test('pushes everything in 0.4 s an order, and holds the lock for two seconds at most', async () => {
    expect(jobs()).toHaveLength(ORDERS * VERSIONS.length);
    const ended = await cafe.run('deliverOutbox', []);
    expect(ended.error).toBeUndefined();
    expect(jobs()).toEqual([]);
    const events = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([events.length, new Set(events).size]).toEqual([500, 500]);
    expect(cafe.rows('Menu').find(({ id }) => id === item.id)).toMatchObject({ held: '{}' });
    expect(ended.elapsed / ORDERS).toBeLessThanOrEqual(400);
    // One for each batch of a hundred pushes, and a few before the first.
    expect(ended.calls.filter(({ method }) => method === 'cache.getAll').length).toBeLessThanOrEqual(10);
    expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
  });
});

describe('a sweep', () => {
  let desk: PushDesk;
  beforeEach(async () => {
    desk = await startPushDesk();
  });
  afterEach(() => desk.close());

  const toChange = (id: string): Step => ['changeOrder', id, 'x', { isPushedNow: false }];
  const attempted = () => new Set(desk.rows('Deliveries').map(({ endpointId }) => endpointId));

  test('pushes to endpoints that work before it calls one that is failing', async () => {
    const orders = Array.from({ length: 4 }, (_, index) => `O-${index + 1}-0123456789abcdefghijkl`);
    await desk.addEndpoints('/broken', '/till');
    desk.receiver.behaviours.set('/broken', { status: 500 });
    await desk.runAll(...orders.map((id): Step => ['addOrder', id]), toChange(orders[0] as string), [
      'deliver',
    ]);
    desk.receiver.received.length = 0;
    await desk.runAll(...orders.map(toChange));
    await desk.deliverAfter(MINUTE);
    // The retry of the first change, and what is new.
    const paths = desk.receiver.received.map(({ path }) => path);
    expect(paths).toEqual([...Array(4).fill('/till'), ...Array(5).fill('/broken')]);
  });

  test('changes the row of an endpoint once, however many pushes fail', async () => {
    const { version } = await desk.addEndpoint('/broken');
    desk.receiver.behaviours.set('/broken', { status: 500 });
    await desk.runAll(['addOrder', ORDER], ...Array<Step>(5).fill(toChange(ORDER)), ['deliver']);
    expect(desk.rows('Deliveries')).toHaveLength(5);
    expect(desk.rows('Push endpoints')).toMatchObject([{ version: version + 1 }]);
  });

  testLong('ends by 270 s whatever waits, and the next ones go on', async () => {
    const dead = Array.from({ length: 1_100 }, (_, index) => `P-${index + 1}`);
    await desk.addEndpoint('/till');
    await desk.run('addOrder', ORDER);
    await desk.run('addEndpoints', dead, 'http://127.0.0.1:1/');
    await desk.runAll(toChange(ORDER));
    const first = await desk.execute('deliver');
    expect(first.elapsed).toBeLessThan(270_000);
    expect(longestHold(first)).toBeLessThanOrEqual(2_000);
    expect(attempted().size).toBeGreaterThan(500);
    expect(attempted().size).toBeLessThan(dead.length);
    expect(desk.rows('Outbox')).toHaveLength(dead.length);
    for (let run = 0; run < 3 && attempted().size < dead.length; run++) {
      const { elapsed } = await desk.deliverAfter(MINUTE);
      expect(elapsed).toBeLessThan(270_000);
    }
    expect(attempted().size).toBe(dead.length);
  });
});
