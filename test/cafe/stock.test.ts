import { extent, testLong } from '../harness/extent';
import { toPayload, toSignedRequest } from '../harness/payment-events';
import { startStripe, type TestStripe } from '../harness/stripe';
import { type Cafe, type Item, startCafe } from './cafe';
import { Receiver } from './stripe/receiver';

const PIECES = extent({ usual: 3, long: 10 });

describe('limited stock', () => {
  let cafe: Cafe;
  let stripe: TestStripe;
  const receiver = new Receiver();
  beforeAll(async () => {
    cafe = await startCafe();
    stripe = await startStripe(await receiver.listen());
  });
  afterAll(async () => {
    await stripe.close();
    await receiver.close();
    await cafe.close();
  });

  const row = ({ id }: Item) => cafe.rows('Menu').find((one) => one.id === id);
  const held = (item: Item) => JSON.parse(String(row(item)?.held || '{}')) as Record<string, number>;

  test('goes to as many of simultaneous buyers as there are pieces, and the others get 409', async () => {
    const cake = await cafe.item({ name: 'Cake', price: 400, stock: PIECES });
    const buyers = Array.from({ length: 3 * PIECES }, () => cafe.order([{ menuItemId: cake.id }]));
    const told = await Promise.all(buyers);
    const sold = told.filter(({ status }) => status === 201);
    const refused = told.filter(({ status }) => status === 409);
    expect([sold.length, refused.length]).toEqual([PIECES, 2 * PIECES]);
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

  test('comes back when a draft is not paid for within five minutes', async () => {
    cafe.api.enter(stripe.properties);
    const bun = await cafe.item({ name: 'Bun', price: 200, stock: 5 });
    const { id } = (await cafe.order([{ menuItemId: bun.id, quantity: 2 }])).body as Item;
    expect(row(bun)).toMatchObject({ stock: 3 });
    await cafe.later(4 * 60_000);
    expect(cafe.rows('Orders').find((one) => one.id === id)).toMatchObject({ status: 'draft' });
    await cafe.later(3 * 60_000);
    const order = await cafe.get(id);
    expect(order).toMatchObject({ status: 'cancelled', payment: { paid: 0, refunded: 0 } });
    expect((order.history as object[]).pop()).toMatchObject({
      by: 'timer',
      reason: 'The order was not paid within 5 minutes.',
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

  testLong('is gone, too, where the order is cancelled right after its payment', async () => {
    cafe.api.enter(stripe.properties);
    const tart = await cafe.item({ name: 'Tart', price: 200, stock: 5 });
    const { id: orderId, payment } = (await cafe.order([{ menuItemId: tart.id, quantity: 2 }])).body as Item;
    const { intentId } = payment as { intentId: string };
    await stripe.pay(intentId);
    const paid = toPayload({ orderId, intentId, amount: 400 });
    await cafe.call('POST /webhooks/payments', toSignedRequest(paid, cafe.now()));
    await cafe.move(orderId, { status: 'cancelled', reason: 'It fell.' });
    await cafe.later(20 * 60_000);
    expect(await cafe.get(orderId)).toMatchObject({ payment: { paid: 400, refunded: 400 } });
    expect([row(tart)?.stock, held(tart)]).toEqual([3, {}]);
    cafe.api.enter({ stripeSecretKey: '' });
  });

  test('is free again at once where another line of the order has just run out', async () => {
    const [cups, plates] = (await cafe.items([
      { name: 'Cup', price: 200, stock: 3 },
      { name: 'Plate', price: 200, stock: 1 },
    ])) as [Item, Item];
    const both = [cups, plates].map(({ id }) => ({ menuItemId: id }));
    const told = await Promise.all(Array.from({ length: 3 }, () => cafe.order(both)));
    expect(told.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect([row(cups)?.stock, row(plates)?.stock]).toEqual([2, 0]);
    expect(Object.keys(held(cups)).sort()).toEqual(Object.keys(held(plates)).sort());
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
