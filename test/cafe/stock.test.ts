import type { Call } from '../harness/api';
import { extent, testLong } from '../harness/extent';
import { toPayload, toSignedRequest } from '../harness/payment-events';
import { startStripe, type TestStripe } from '../harness/stripe';
import { type Cafe, type Item, startCafe } from './cafe';
import { Receiver } from './stripe/receiver';

const MINUTE = 60_000;
const PIECES = extent({ usual: 2, long: 10 });

describe('limited stock', () => {
  let cafe: Cafe;
  let stripe: TestStripe;
  const receiver = new Receiver();
  let items: Item[];
  beforeAll(async () => {
    cafe = await startCafe();
    items = await cafe.items([
      { name: 'Cake', price: 400, stock: PIECES },
      ...['Bun', 'Pie', 'Roll'].map((name) => ({ name, price: 200, stock: 5 })),
      { name: 'Cup', price: 200, stock: 3 },
      { name: 'Plate', price: 200, stock: 1 },
    ]);
    stripe = await startStripe(await receiver.listen());
  });
  afterAll(async () => {
    await stripe.close();
    await receiver.close();
    await cafe.close();
  });

  const called = (wanted: string) => items.find(({ name }) => name === wanted) as Item;
  const row = ({ id }: Item) => cafe.rows('Menu').find((one) => one.id === id);
  const held = (item: Item) => JSON.parse(String(row(item)?.held || '{}')) as Record<string, number>;

  test('goes to as many of simultaneous buyers as there are pieces, and the others get 409', async () => {
    const cake = called('Cake');
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
    const bun = called('Bun');
    const { id } = (await cafe.order([{ menuItemId: bun.id, quantity: 2 }])).body as Item;
    expect(row(bun)).toMatchObject({ stock: 3 });
    const order = () => cafe.rows('Orders').find((one) => one.id === id);
    await cafe.timerAfter(4 * MINUTE);
    expect(order()).toMatchObject({ status: 'draft' });
    await cafe.timerAfter(3 * MINUTE);
    expect(order()).toMatchObject({ status: 'cancelled', paid: 0, refunded: 0 });
    expect(JSON.parse(String(order()?.history)).pop()).toMatchObject({
      by: 'timer',
      reason: 'The order was not paid within 5 minutes.',
    });
    expect([row(bun)?.stock, held(bun)]).toEqual([5, {}]);
    const [intent] = (await stripe.client.paymentIntents.list()).data;
    expect(intent).toMatchObject({ status: 'canceled', metadata: { orderId: id } });
    cafe.api.enter({ stripeSecretKey: '' });
  });

  test('is gone for good once the order is paid for', async () => {
    const pie = called('Pie');
    const { id } = await cafe.placed([{ menuItemId: pie.id, quantity: 2 }]);
    expect([row(pie)?.stock, held(pie)]).toEqual([3, {}]);
    await cafe.move(id, { status: 'cancelled', reason: 'No more pie.' });
    await cafe.timerAfter(2 * MINUTE);
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
    await cafe.later(20 * MINUTE);
    expect(await cafe.get(orderId)).toMatchObject({ payment: { paid: 400, refunded: 400 } });
    expect([row(tart)?.stock, held(tart)]).toEqual([3, {}]);
    cafe.api.enter({ stripeSecretKey: '' });
  });

  test('is free again at once where another line of the order has just run out', async () => {
    const [cups, plates] = [called('Cup'), called('Plate')];
    const both = [cups, plates].map(({ id }) => ({ menuItemId: id }));
    const told = await Promise.all(Array.from({ length: 3 }, () => cafe.order(both)));
    expect(told.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect([row(cups)?.stock, row(plates)?.stock]).toEqual([2, 0]);
    expect(Object.keys(held(cups)).sort()).toEqual(Object.keys(held(plates)).sort());
  });

  test('comes back when the cafe cancels a draft', async () => {
    const roll = called('Roll');
    const order = (quantity: number): Call => [
      'POST /v1/orders',
      { body: { cafeId: 'C-1', items: [{ menuItemId: roll.id, quantity }] } },
    ];
    const [draft, refused] = await cafe.callAll(order(5), order(1));
    expect(refused.status).toBe(409);
    await cafe.move((draft.body as Item).id, { status: 'cancelled', reason: 'Closed.' });
    await cafe.timerAfter(2 * MINUTE);
    expect(row(roll)).toMatchObject({ stock: 5 });
  });
});
