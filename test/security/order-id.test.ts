import { type Cafe, type Item, startCafe } from '../cafe/cafe';
import type { Call } from '../harness/api';

describe("somebody who knows a customer's order id and nothing else", () => {
  let cafe: Cafe;
  let order: Item;
  beforeAll(async () => {
    cafe = await startCafe();
    const { id } = await cafe.item({ name: 'Latte', price: 380 });
    const customer = { name: 'Ann', phone: '+15551230001', email: 'ann@example.com' };
    const { body } = await cafe.order([{ menuItemId: id }], { customer });
    order = body as Item;
  });
  afterAll(() => cafe.close());

  test('sees how the order stands, and neither its customer nor the means to pay for it', async () => {
    const { clientSecret } = order.payment as { clientSecret: string };
    const seen = JSON.stringify(await cafe.get(order.id));
    expect(clientSecret.length).toBeGreaterThan(8);
    for (const hidden of [clientSecret, 'Ann', '+15551230001', 'ann@example.com'])
      expect(seen).not.toContain(hidden);
    expect(seen).toContain('"status":"draft"');
  });

  test('cannot move it, nor have it pushed again', async () => {
    const told = await cafe.callAll(
      [`PATCH /v1/orders/${order.id}`, { body: { status: 'cancelled', reason: 'Not I.' } }],
      ['POST /webhooks/orders', { body: { orderId: order.id } }],
      [`GET /v1/orders/${order.id}`],
    );
    expect(told).toMatchObject([{ status: 401 }, { status: 401 }, { body: { status: 'draft', version: 1 } }]);
  });

  test('finds no other order by it', async () => {
    const others = ['O-1', 'O-2', order.id.replace(/^O-1/, 'O-2'), order.id.slice(0, -1), `${order.id}0`];
    const told = await cafe.callAll(...others.map((id): Call => [`GET /v1/orders/${id}`]));
    expect(told.map(({ status }) => status)).toEqual(others.map(() => 404));
  });
});
