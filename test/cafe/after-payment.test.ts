/** Changes of an order once it is there: refunds of a part, what of it is done, what is taken off it. */
import type { Call } from '../harness/api';
import { testLong } from '../harness/extent';
import { startStripe, type TestStripe } from '../harness/stripe';
import { KEYS, PUBLIC, sign, TwilioServer } from '../leads/twilio-server';
import { type Cafe, type Item, startCafe } from './cafe';

const MINUTE = 60_000;

interface Order extends Item {
  version: number;
  payment: { intentId: string; clientSecret: string };
}

let cafe: Cafe;
let stripe: TestStripe;
/** The last one is not paid for. */
let orders: Order[];
beforeAll(async () => {
  cafe = await startCafe();
  stripe = await startStripe(undefined, { now: () => cafe.now() });
  cafe.api.enter(stripe.properties);
  await cafe.items([
    { name: 'Coffee', price: 350, category: 'Bar' },
    { name: 'Bun', price: 255, stock: 6 },
  ]);
  orders = await order({ email: 'ada@example.com' }, [{}, {}, {}]);
  await pay(orders.slice(0, 2));
});
afterAll(async () => {
  await stripe.close();
  await cafe.close();
});

/** Places orders of three coffees and two buns, in one execution. */
async function order(customer: object, all: readonly object[]): Promise<Order[]> {
  const items = [
    { menuItemId: 'I-1', quantity: 3 },
    { menuItemId: 'I-2', quantity: 2 },
  ];
  const body = { cafeId: 'C-1', items, tip: 100, customer };
  const told = await cafe.callAll(
    ...all.map((others): Call => ['POST /v1/orders', { body: { ...body, ...others } }]),
  );
  return told.map((one) => one.body as Order);
}

async function pay(drafts: readonly Order[]): Promise<void> {
  for (const { payment } of drafts) await stripe.pay(payment.intentId);
  await cafe.timerAfter(2 * MINUTE);
}

test('one of three coffees and a bun go back once, with their share of tip and tax, and the bun into stock', async () => {
  const [order] = orders as [Order];
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
    [
      refund,
      {
        ...asked,
        headers: { 'idempotency-key': 'both-buns' },
        body: { lines: [{ line: 1, quantity: 2 }], reason: 'Both.' },
      },
    ],
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
  expect([first.status, first.body]).toMatchObject([201, { ...expected, byName: 'Manager' }]);
  expect(again).toMatchObject({ status: 201, body: first.body as object });
  expect(tooMany).toMatchObject({
    status: 409,
    body: { error: { code: 'refund_too_large', param: 'lines.0' } },
  });
  await cafe.timerAfter(2 * MINUTE);
  const intent = await stripe.client.paymentIntents.retrieve(order.payment.intentId);
  expect(intent.receipt_email).toBe('ada@example.com');
  const made = await stripe.client.refunds.list({ payment_intent: order.payment.intentId });
  expect(made.data).toMatchObject([{ amount: 644 }]);
  const shown = {
    payment: { paid: 1_660, refunded: 644 },
    refunds: [{ ...expected, status: 'succeeded', by: 'cafe' }],
  };
  const seen = await cafe.get(order.id);
  expect(seen).toMatchObject(shown);
  expect(JSON.stringify(seen)).not.toContain('byName');
  expect(cafe.rows('Menu')).toMatchObject([{}, { stock: 1 }]);
});

test('pieces are taken off until an order is accepted, and refunded; lines are ticked off and an order is hurried', async () => {
  const [, order] = orders as [Order, Order];
  const change = (body: object, token = cafe.api.tokens.staff): Call => [
    `PATCH /v1/orders/${order.id}`,
    { token, body },
  ];
  const told = await cafe.callAll(
    change({
      removed: [{ line: 1 }],
      reason: 'No buns left.',
      note: 'Call me',
      pickupAt: '2026-12-01T12:00:00Z',
    }),
    change({ removed: [{ line: 1 }], reason: 'No buns left.' }),
    change({ removed: [{ line: 0 }], reason: 'Nothing left.' }),
    change({ status: 'accepted', items: [{ line: 0, isDone: true }], isHurried: true }),
    change({ items: [{ line: 0, isDone: true }], isHurried: true }),
    change({ items: [{ line: 0, isDone: false }], isHurried: false }),
    change({ note: 'Too late' }),
    change({ items: [{ line: 2, isDone: true }] }),
  );
  const [first, , , done, again, open] = told.map(({ body }) => body);
  const bodies = told.map(({ status, body }) => [status, body]);
  const since = expect.stringMatching(/Z$/);
  expect(bodies).toMatchObject([
    [200, { items: [{ category: 'Bar', removed: 0, doneAt: null }, { removed: 2 }], note: 'Call me' }],
    [200, { items: [{ removed: 0 }, { removed: 2 }], refunds: [{ id: 'R-1' }] }],
    [409, { error: { code: 'wrong_status', param: 'removed' } }],
    [200, { status: 'accepted', items: [{ doneAt: since }, { doneAt: null }], hurriedAt: since }],
    [200, {}],
    [200, { items: [{ doneAt: null }, {}], hurriedAt: null }],
    [409, { error: { code: 'wrong_status', param: 'note' } }],
    [422, { error: { param: 'items.0.line' } }],
  ]);
  expect(first).toMatchObject({
    pickupAt: '2026-12-01T12:00:00.000Z',
    refunds: [{ amount: 543, tip: 33, reason: 'No buns left.', lines: [{ line: 1, quantity: 2 }] }],
  });
  expect(again).toEqual(done);
  expect((open as Order).version).toBe((done as Order).version + 1);
  expect(cafe.rows('Orders')).toContainEqual(
    expect.objectContaining({ id: order.id, summary: '3 x Coffee' }),
  );
});

test('a draft is cancelled with the secret of its payment, by its customer', async () => {
  const [, , order] = orders as [Order, Order, Order];
  const cancel = (clientSecret: string): Call => [
    `POST /v1/orders/${order.id}/cancel`,
    { body: { clientSecret } },
  ];
  const told = await cafe.callAll(
    cancel(`${order.payment.clientSecret}x`),
    cancel(order.payment.clientSecret),
    cancel(order.payment.clientSecret),
  );
  expect(told.map(({ status, body }) => [status, body])).toMatchObject([
    [403, { error: { code: 'forbidden', param: 'clientSecret' } }],
    [200, { status: 'cancelled', history: [{}, { by: 'customer', reason: 'Cancelled by the customer.' }] }],
    [409, { error: { code: 'wrong_status' } }],
  ]);
  await cafe.timerAfter(2 * MINUTE);
  expect((await stripe.client.paymentIntents.retrieve(order.payment.intentId)).status).toBe('canceled');
});

testLong(
  'a customer who has asked for it gets one text once the order is ready, also where the answer is lost',
  async () => {
    const twilio = new TwilioServer(() => cafe.now());
    cafe.api.enter({ ...KEYS, publicAddress: PUBLIC, twilioAddress: await twilio.listen() });
    const customer = { name: 'Ada', phone: '+15551230001' };
    await cafe.callAll(['PATCH /v1/menu/I-2', { token: cafe.api.tokens.key, body: { stock: 4 } }]);
    const [wanted, other] = (await order(customer, [{ textWhenReady: true }, {}])) as [Order, Order];
    await pay([wanted, other]);
    for (const { id } of [wanted, other]) await cafe.moveOn(id, ['accepted', 'preparing', 'ready']);
    twilio.trouble = 'lost';
    await cafe.later(4 * MINUTE);
    await cafe.moveOn(wanted.id, ['completed', 'ready']);
    await cafe.later(4 * MINUTE);
    const number = wanted.id.split('-').slice(0, 2).join('-');
    expect(twilio.sent).toMatchObject([
      { to: customer.phone, body: `Corner: your order ${number} is ready for pickup.` },
    ]);
    expect(JSON.stringify(twilio.sent)).not.toContain(wanted.id);
    const { status, body } = await cafe.order([{ menuItemId: 'I-1' }], { textWhenReady: true });
    expect([status, body]).toMatchObject([422, { error: { param: 'textWhenReady' } }]);
    await twilio.close();
  },
);

testLong(
  'a phone that asks for no more texts in its own words gets none until somebody has decided',
  async () => {
    const twilio = new TwilioServer(() => cafe.now());
    cafe.api.enter({ ...KEYS, publicAddress: PUBLIC, twilioAddress: await twilio.listen() });
    await cafe.callAll(['PATCH /v1/menu/I-2', { token: cafe.api.tokens.key, body: { stock: 6 } }]);
    const write = async (phone: string, body: string) => {
      const path = '/v1/messaging/webhook';
      const fields = { MessageSid: `SM${phone}`, From: phone, To: KEYS.twilioNumber, Body: body };
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': sign(PUBLIC + path, fields),
      };
      const [{ status }] = await cafe.callAll([
        `POST ${path}`,
        { body: new URLSearchParams(fields).toString(), headers },
      ]);
      expect(status).toBe(200);
      return String(cafe.rows('Leads').find((lead) => lead.phone === phone)?.id);
    };
    const phones = ['+15551230011', '+15551230012', '+15551230013'];
    const placed: Order[] = [];
    for (const phone of phones)
      placed.push(...(await order({ name: 'Ada', phone }, [{ textWhenReady: true }])));
    const leads = [
      await write(phones[0] ?? '', 'Please stop texting me'),
      await write(phones[1] ?? '', 'stop texting me'),
    ];
    await pay(placed);
    for (const { id } of placed) await cafe.moveOn(id, ['accepted', 'preparing', 'ready']);
    await cafe.later(3 * MINUTE);
    expect(twilio.sent.map(({ to }) => to)).toEqual([phones[2]]);
    const { key: token } = cafe.api.tokens;
    const told = await cafe.callAll(
      [`PATCH /v1/leads/${leads[0]}`, { token, body: { optOut: true } }],
      [`PATCH /v1/leads/${leads[1]}`, { token, body: { optOut: false } }],
    );
    expect(told.map(({ status }) => status)).toEqual([200, 200]);
    await cafe.later(4 * MINUTE);
    expect(twilio.sent.map(({ to }) => to).sort()).toEqual([phones[1], phones[2]]);
    expect(cafe.rows('Outbox').filter(({ kind }) => kind === 'ready text')).toEqual([]);
    await twilio.close();
  },
);
