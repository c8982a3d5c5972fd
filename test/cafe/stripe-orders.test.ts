/** Orders that are paid by Stripe on this machine: from the first call to the money back, over HTTP. */

import { GATEWAY } from '../harness/api';
import { spread, testLong } from '../harness/extent';
import { startStripe, type TestStripe } from '../harness/stripe';
import { type Cafe, startCafe } from './cafe';

const MINUTE = 60_000;

interface Order {
  id: string;
  status: string;
  total: number;
  payment: { intentId: string; paid: number; refunded: number; error: string | null; clientSecret?: string };
}

let cafe: Cafe;
let stripe: TestStripe;
const now = () => cafe.api.scheduler.now();
beforeAll(async () => {
  cafe = await startCafe();
  stripe = await startStripe(`${cafe.api.urls.home}/webhooks/payments`, { now });
  cafe.api.enter(stripe.properties);
  await cafe.item({ name: 'Espresso', price: 250 });
});
afterAll(async () => {
  await stripe.close();
  await cafe.close();
});

async function place(): Promise<Order> {
  const { status, body } = await cafe.order([{ menuItemId: 'I-1', quantity: 2 }]);
  expect(status).toBe(201);
  return body as Order;
}
/** Its row, where an empty cell is nothing, once all that has happened at Stripe has been told. */
async function look({ id }: Order) {
  await stripe.settled();
  const row = cafe.rows('Orders').find((one) => one.id === id) ?? {};
  return {
    status: row.status,
    payment: {
      ...{ paid: Number(row.paid), refunded: Number(row.refunded) },
      error: row.paymentError || null,
    },
    history: JSON.parse(String(row.history)) as object[],
  };
}
const intentOf = ({ payment }: Order) => stripe.client.paymentIntents.retrieve(payment.intentId);
const refundsOf = async ({ payment }: Order) =>
  (await stripe.client.refunds.list({ payment_intent: payment.intentId })).data;

test('a draft has an intent for its total, which its customer can pay', async () => {
  const order = await place();
  expect(order.status).toBe('draft');
  expect(await intentOf(order)).toMatchObject({
    amount: 500,
    currency: 'eur',
    client_secret: order.payment.clientSecret,
    metadata: { orderId: order.id },
  });
});

test('an order is placed as soon as it is paid', async () => {
  const order = await place();
  await stripe.pay(order.payment.intentId);
  await look(order);
  const shown = await cafe.get(order.id, cafe.api.tokens.staff);
  expect(shown).toMatchObject({ status: 'placed', payment: { paid: 500, refunded: 0 } });
});

testLong('a declined card leaves a draft that says why, and another card places it', async () => {
  const order = await place();
  await stripe.decline(order.payment.intentId);
  expect(await look(order)).toMatchObject({
    status: 'draft',
    payment: { paid: 0, error: 'Your card was declined.' },
  });
  await stripe.pay(order.payment.intentId);
  expect(await look(order)).toMatchObject({ status: 'placed', payment: { paid: 500, error: null } });
});

testLong('an order that the cafe cancels is paid back, once', async () => {
  const order = await place();
  await stripe.pay(order.payment.intentId);
  await look(order);
  expect((await cafe.move(order.id, { status: 'cancelled', reason: 'Sold out.' })).status).toBe(200);
  await cafe.later(10 * MINUTE);
  expect(await refundsOf(order)).toMatchObject([{ amount: 500, currency: 'eur' }]);
  expect(await look(order)).toMatchObject({ status: 'cancelled', payment: { paid: 500, refunded: 500 } });
});

testLong('an unpaid draft is cancelled here and at Stripe', async () => {
  const order = await place();
  await cafe.later(13 * MINUTE);
  expect(await look(order)).toMatchObject({ status: 'draft' });
  await cafe.later(7 * MINUTE);
  expect((await intentOf(order)).status).toBe('canceled');
  expect(await look(order)).toMatchObject({ status: 'cancelled', payment: { paid: 0 } });
});

testLong('an event that is lost costs only time', async () => {
  const silent = await startStripe(undefined, { now });
  cafe.api.enter(silent.properties);
  const order = await place();
  await silent.pay(order.payment.intentId);
  expect(await look(order)).toMatchObject({ status: 'draft' });
  await cafe.later(12 * MINUTE);
  expect(await look(order)).toMatchObject({ status: 'placed', payment: { paid: 500 } });
  cafe.api.enter(stripe.properties);
  await silent.close();
});

testLong('money of another amount places nothing and is given back', async () => {
  const order = await place();
  await stripe.client.paymentIntents.update(order.payment.intentId, { amount: 499 });
  await stripe.pay(order.payment.intentId);
  expect(await look(order)).toMatchObject({ status: 'cancelled', payment: { paid: 499 } });
  await cafe.later(10 * MINUTE);
  expect(await refundsOf(order)).toMatchObject([{ amount: 499 }]);
  const { payment, history } = await look(order);
  expect(payment).toMatchObject({ refunded: 499 });
  expect(history.pop()).toMatchObject({ reason: 'The payment was 4.99 EUR instead of 5.00 EUR.' });
});

testLong('money that comes after the cafe has cancelled is given back', async () => {
  const order = await place();
  await cafe.move(order.id, { status: 'cancelled', reason: 'Closed.' });
  await stripe.pay(order.payment.intentId);
  await cafe.later(10 * MINUTE);
  expect(await refundsOf(order)).toMatchObject([{ amount: 500 }]);
  expect(await look(order)).toMatchObject({ status: 'cancelled', payment: { paid: 500, refunded: 500 } });
});

testLong('an order whose intent Stripe no longer has is cancelled', async () => {
  const other = await startStripe(undefined, { now });
  const order = await place();
  cafe.api.enter(other.properties);
  await cafe.later(40 * MINUTE);
  expect(await look(order)).toMatchObject({ status: 'cancelled', payment: { paid: 0 } });
  cafe.api.enter(stripe.properties);
  await other.close();
});

describe('the webhook', () => {
  /** Tells the cafe nothing: the tests bring each event. */
  let silent: TestStripe;
  /** Each test takes one. */
  let drafts: Order[];
  beforeAll(async () => {
    silent = await startStripe(undefined, { now });
    cafe.api.enter(silent.properties);
    const orders = Array<object[]>(12).fill([{ menuItemId: 'I-1', quantity: 2 }]);
    drafts = (await cafe.orderAll(...orders)) as unknown as Order[];
  });
  afterAll(() => silent.close());

  /** An event as Stripe signs it, unless it is told to have been signed otherwise. */
  function tell(event: object, { secret = silent.properties.stripeWebhookSecret ?? '', age = 0 } = {}) {
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(now() / 1000) - age;
    const header = silent.client.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return cafe.api.call(GATEWAY, 'POST', '/webhooks/payments', {
      body: payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
    });
  }
  async function paid() {
    const order = drafts.pop() as Order;
    const intent = await silent.client.paymentIntents.retrieve(order.payment.intentId);
    const object = { ...intent, status: 'succeeded', amount_received: 500 };
    return { order, event: { id: `evt_${order.id}`, type: 'payment_intent.succeeded', data: { object } } };
  }

  test("accepts what Stripe's own package signs, and applies it once", async () => {
    const { order, event } = await paid();
    for (let times = 0; times < 2; times++) expect((await tell(event)).status).toBe(200);
    expect(await look(order)).toMatchObject({ status: 'placed', payment: { paid: 500 } });
    expect((await look(order)).history).toHaveLength(2);
  });

  test('accepts the previous secret, too', async () => {
    const { order, event } = await paid();
    cafe.api.enter({ stripeWebhookSecretBefore: 'whsec_before' });
    expect((await tell(event, { secret: 'whsec_before' })).status).toBe(200);
    expect(await look(order)).toMatchObject({ status: 'placed' });
  });

  test('accepts events in any order', async () => {
    const { order, event } = await paid();
    const failed = {
      ...event,
      id: `${event.id}_failed`,
      type: 'payment_intent.payment_failed',
      data: { object: { ...event.data.object, last_payment_error: { message: 'Declined.' } } },
    };
    const cancelled = { ...event, id: `${event.id}_cancelled`, type: 'payment_intent.canceled' };
    for (const one of [event, failed, cancelled]) expect((await tell(one)).status).toBe(200);
    expect(await look(order)).toMatchObject({ status: 'placed', payment: { paid: 500, error: null } });
  });

  test.each(
    spread<[string, { type?: string; orderId?: string | undefined }]>(
      [
        ['of a kind that is unknown', { type: 'customer.created' }],
        ['of an order that there is not', { orderId: 'O-999-nobody' }],
        ['of no order', { orderId: undefined }],
      ],
      2,
    ),
  )(
    'accepts events %s, and changes nothing',
    async (_, { type, orderId }: { type?: string; orderId?: string | undefined }) => {
      const { order, event } = await paid();
      const object = { ...event.data.object, metadata: type ? { orderId: order.id } : { orderId } };
      const before = cafe.api.sheets();
      expect((await tell({ ...event, ...(type ? { type } : {}), data: { object } })).status).toBe(200);
      expect(cafe.api.sheets()).toEqual(before);
    },
  );

  test.each(
    spread<[string, object]>(
      [
        ['another amount', { amount_received: 1, amount: 1 }],
        ['another currency', { currency: 'usd' }],
      ],
      1,
    ),
  )('does not place an order for money of %s', async (_, other) => {
    const { order, event } = await paid();
    const object = { ...event.data.object, ...other };
    expect((await tell({ ...event, data: { object } })).status).toBe(200);
    expect(await look(order)).toMatchObject({ status: 'cancelled' });
  });

  test.each(
    spread<[string, object]>(
      [
        ['by somebody else', { secret: 'whsec_other' }],
        ['too long ago', { age: 301 }],
        ['for later', { age: -310 }],
      ],
      2,
    ),
  )('refuses what was signed %s, and changes nothing', async (_, own) => {
    const { order, event } = await paid();
    expect((await tell(event, own)).status).toBe(401);
    expect(await look(order)).toMatchObject({ status: 'draft', payment: { paid: 0 } });
  });

  testLong(
    'that tells first of a draft that the timer is cancelling says what the timer would have said',
    async () => {
      // Between two runs of the timer.
      await cafe.later(MINUTE / 2);
      const { order, event } = await paid();
      await cafe.later(15 * MINUTE + 1_000);
      const object = { ...event.data.object, status: 'canceled', amount_received: 0 };
      expect((await tell({ ...event, type: 'payment_intent.canceled', data: { object } })).status).toBe(200);
      const { history } = await look(order);
      const reason = 'The order was not paid within 15 minutes.';
      expect(history.at(-1)).toMatchObject({ status: 'cancelled', by: 'timer', reason });
    },
  );
});
