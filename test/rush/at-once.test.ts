/** What thirty callers get who come at the same time, in modelled time. */

import { extent, testLong } from '../harness/extent';
import { measureThroughput } from '../harness/throughput';
import { Receiver } from '../pushes/push-receiver';
import { type FullCafe, ROWS, startFullCafe } from './full-cafe';

const AT_ONCE = 30;
const TIMES = extent({ usual: 36, long: 75 });
/** Until the last ones are answered fewer are at work, which weighs more where they are few. */
const ORDERS_A_MINUTE = extent({ usual: 340, long: 400 });

/** `items` is missing where it was refused. */
interface Order {
  id: string;
  items?: { quantity: number }[];
}

describe(`thirty callers at once, with ${ROWS} orders and as many leads`, () => {
  let full: FullCafe;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = new Receiver(() => full.cafe.now());
    full = await startFullCafe(receiver);
  });
  afterAll(async () => {
    await full.cafe.close();
    await receiver.close();
  });

  const order = (item: object, cafeId = 'C-1') => ({ body: { cafeId, items: [item] } });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

  test(`create ${ORDERS_A_MINUTE} orders a minute, each within 6 s`, async () => {
    const { cafe } = full;
    const created = await measureThroughput({ times: TIMES, atOnce: AT_ONCE }, () =>
      cafe.execute('POST /v1/orders', order({ menuItemId: 'I-1' })),
    );
    expect(created.statuses).toEqual({ 201: TIMES });
    expect(new Set(created.bodies<Order>().map(({ id }) => id)).size).toBe(TIMES);
    expect(created.perMinute).toBeGreaterThanOrEqual(ORDERS_A_MINUTE);
    expect(created.waited(0.95)).toBeLessThanOrEqual(6_000);
  });

  testLong(
    'create 160 orders of limited pieces a minute, each within 13 s, and every piece is accounted for',
    async () => {
      const { cafe } = full;
      const stock = 2 * TIMES - 40;
      const { id } = await cafe.item({ name: 'Bun', price: 200, stock }, 'C-2');
      await cafe.call('GET /v1/cafes/C-2/menu');
      const created = await measureThroughput({ times: TIMES, atOnce: AT_ONCE }, (index) =>
        cafe.execute('POST /v1/orders', order({ menuItemId: id, quantity: 1 + (index % 3) }, 'C-2')),
      );
      const { 201: drafts = 0, 409: refused = 0, ...others } = created.statuses;
      expect([drafts + refused, others]).toEqual([TIMES, {}]);
      expect(refused).toBeGreaterThan(0);
      const pieces = created
        .bodies<Order>()
        .flatMap(({ items = [] }) => items.map(({ quantity }) => quantity));
      const item = cafe.rows('Menu').find((row) => row.id === id);
      const held = Object.values<number>(JSON.parse(String(item?.held)));
      expect(held.sort()).toEqual(pieces.sort());
      expect(sum(held) + Number(item?.stock)).toBe(stock);
      expect(created.perMinute).toBeGreaterThanOrEqual(160);
      expect(created.waited(0.95)).toBeLessThanOrEqual(13_000);
    },
  );

  testLong.each([
    [260, 'leads', (index: number) => `PATCH /v1/leads/${full.leadId(index)}`, { notes: 'called' }],
    [
      260,
      'orders that nobody listens to',
      (index: number) => `PATCH /v1/orders/${full.orderId(index)}`,
      { status: 'accepted' },
    ],
    [
      180,
      'orders with an endpoint',
      (index: number) => `PATCH /v1/orders/${full.pushedOrderId(index)}`,
      { status: 'accepted' },
    ],
  ])('change %d %s a minute', async (rate, _, endpointOf, body) => {
    const { cafe } = full;
    const changed = await measureThroughput({ times: TIMES, atOnce: AT_ONCE }, (index) =>
      cafe.execute(endpointOf(index), { token: cafe.api.tokens.admin, body }),
    );
    expect(changed.statuses).toEqual({ 200: TIMES });
    expect(changed.perMinute).toBeGreaterThanOrEqual(rate);
  });
});
