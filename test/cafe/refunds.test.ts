/** Refunds of a part, by a Stripe on this machine that tells the cafe nothing but what a test brings. */
import { startStripe, type TestStripe } from '../harness/stripe';
import { type Cafe, type Item, startCafe } from './cafe';

const MINUTE = 60_000;

let cafe: Cafe;
let stripe: TestStripe;
let items: Item[];
beforeAll(async () => {
  cafe = await startCafe();
  stripe = await startStripe(`${cafe.api.urls.home}/webhooks/payments`, { now: () => cafe.now() });
  cafe.api.enter(stripe.properties);
  items = await cafe.items([
    { name: 'Coffee', price: 350 },
    { name: 'Bun', price: 255, stock: 5 },
  ]);
});
afterAll(async () => {
  await stripe.close();
  await cafe.close();
});

test('one of three coffees and a bun go back once, with their share of tip and tax, and the bun into stock', async () => {
  const lines = [
    { menuItemId: items[0]?.id, quantity: 3 },
    { menuItemId: items[1]?.id, quantity: 2 },
  ];
  const order = (await cafe.order(lines, { tip: 100 })).body as Item & { payment: { intentId: string } };
  await stripe.pay(order.payment.intentId);
  await stripe.settled();
  const asked = {
    token: cafe.api.tokens.manager,
    body: {
      lines: [
        { line: 0, quantity: 1 },
        { line: 1, quantity: 1 },
      ],
      reason: 'Cold.',
    },
    headers: { 'idempotency-key': 'cold-coffee' },
  };
  const refund = `POST /v1/orders/${order.id}/refunds`;
  const [first, again, tooMany] = await cafe.callAll(
    [refund, asked],
    [refund, asked],
    [refund, { ...asked, headers: {}, body: { lines: [{ line: 1, quantity: 2 }], reason: 'Both.' } }],
  );
  // 605 of 1,560 is 38.78 % of a tip of 100; 7 % are in 605.
  const expected = {
    ...{
      id: 'R-1',
      status: 'pending',
      amount: 644,
      tip: 39,
      reason: 'Cold.',
      by: expect.stringMatching(/^U-/),
    },
    taxes: [{ percent: 7, amount: 605, includedTax: 40 }],
    lines: asked.body.lines,
  };
  expect([first.status, first.body]).toMatchObject([201, expected]);
  expect(again).toMatchObject({ status: 201, body: first.body as object });
  expect(tooMany).toMatchObject({
    status: 409,
    body: { error: { code: 'refund_too_large', param: 'lines.0' } },
  });
  await cafe.later(2 * MINUTE);
  const made = await stripe.client.refunds.list({ payment_intent: order.payment.intentId });
  expect(made.data).toMatchObject([{ amount: 644 }]);
  const shown = {
    payment: { paid: 1_660, refunded: 644 },
    refunds: [{ ...expected, status: 'succeeded', by: 'cafe' }],
  };
  expect(await cafe.get(order.id)).toMatchObject(shown);
  expect(cafe.rows('Menu')).toMatchObject([{}, { stock: 4, held: '{}' }]);
});
