import { startStripe, type TestStripe } from '../harness/stripe';
import { type Cafe, type Item, startCafe } from './cafe';
import { Receiver } from './stripe/receiver';

describe('limited stock', () => {
  let cafe: Cafe;
  let stripe: TestStripe;
  const receiver = new Receiver();
  beforeAll(async () => {
    cafe = await startCafe();
    stripe = await startStripe(await receiver.listen());
  }, 30_000);
  afterAll(async () => {
    await stripe.close();
    await receiver.close();
    await cafe.close();
  });

  const row = ({ id }: Item) => cafe.rows('Menu').find((one) => one.id === id);
  const held = (item: Item) => JSON.parse(String(row(item)?.held || '{}')) as Record<string, number>;

  test('of ten pieces goes to ten of thirty buyers at once, and twenty are told', async () => {
    const cake = await cafe.item({ name: 'Cake', price: 400, stock: 10 });
    const buyers = Array.from({ length: 30 }, () => cafe.order([{ menuItemId: cake.id }]));
    const told = await Promise.all(buyers);
    const sold = told.filter(({ status }) => status === 201);
    const refused = told.filter(({ status }) => status === 409);
    expect([sold.length, refused.length]).toEqual([10, 20]);
    for (const { body } of refused)
      expect(body).toMatchObject({ error: { code: 'sold_out', param: /^items/ } });
    expect(row(cake)).toMatchObject({ stock: 0 });
    const ids = sold.map(({ body }) => (body as Item).id);
    expect(Object.keys(held(cake)).sort()).toEqual([...ids].sort());
    expect(
      cafe
        .rows('Orders')
        .map(({ id }) => id)
        .filter(Boolean)
        .sort(),
    ).toEqual([...ids].sort());
  });

  test('comes back when a draft is not paid for within fifteen minutes', async () => {
    cafe.api.enter(stripe.properties);
    const bun = await cafe.item({ name: 'Bun', price: 200, stock: 5 });
    const { id } = (await cafe.order([{ menuItemId: bun.id, quantity: 2 }])).body as Item;
    expect(row(bun)).toMatchObject({ stock: 3 });
    await cafe.later(13 * 60_000);
    expect(await cafe.get(id)).toMatchObject({ status: 'draft' });
    await cafe.later(4 * 60_000);
    const order = await cafe.get(id);
    expect(order).toMatchObject({ status: 'cancelled', payment: { paid: 0, refunded: 0 } });
    expect((order.history as object[]).pop()).toMatchObject({
      by: 'timer',
      reason: 'It was not paid for within 15 minutes.',
    });
    expect([row(bun)?.stock, held(bun)]).toEqual([5, {}]);
    const [intent] = (await stripe.client.paymentIntents.list()).data;
    expect(intent).toMatchObject({ status: 'canceled', metadata: { orderId: id } });
    cafe.api.enter({ stripeSecretKey: '' });
  });

  test('is gone for good once the order is paid for', async () => {
    const pie = await cafe.item({ name: 'Pie', price: 200, stock: 5 });
    const { id } = await cafe.placed([{ menuItemId: pie.id, quantity: 2 }]);
    expect([row(pie)?.stock, held(pie)]).toEqual([3, {}]);
    await cafe.move(id, { status: 'cancelled', reason: 'No more pie.' });
    await cafe.later(121_000);
    expect([row(pie)?.stock, held(pie)]).toEqual([3, {}]);
  });

  test('comes back when the cafe cancels a draft', async () => {
    const roll = await cafe.item({ name: 'Roll', price: 200, stock: 5 });
    const { id } = (await cafe.order([{ menuItemId: roll.id, quantity: 5 }])).body as Item;
    expect((await cafe.order([{ menuItemId: roll.id }])).status).toBe(409);
    await cafe.move(id, { status: 'cancelled', reason: 'Closed.' });
    await cafe.later(121_000);
    expect(row(roll)).toMatchObject({ stock: 5 });
  });
});
