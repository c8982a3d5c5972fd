/** Whatever happens to money at Stripe: the order says it to the cent, its owner is told, and nothing is tried for ever. */

import { MISSED_EVENTS } from '../../src/cafe/settlement/missed-events';
import { type Call, GATEWAY, logInAll } from '../harness/api';
import { IS_SQL } from '../harness/engine';
import { IS_LONG, spread, testLong } from '../harness/extent';
import { toSignedRequest } from '../harness/payment-events';
import { startStripe, type TestStripe } from '../harness/stripe';
import { type Cafe, type Item, startCafe } from './cafe';
import { Line } from './stripe/line';
import { Receiver } from './stripe/receiver';

const MINUTE = 60_000;
/** A retry comes within the time. */
const QUIET = 65 * MINUTE;
const DOWN = { status: 500, body: '{"error": {"message": "Down."}}' };
const NO_KEY = { status: 401, body: '{"error": {"message": "Expired API Key provided."}}' };

interface Order {
  id: string;
  status: string;
  total: number;
  payment: {
    intentId: string;
    paid: number;
    refunded: number;
    error: string | null;
    refundError: string | null;
    dispute: string | null;
  };
}

/** Tells the cafe nothing: the tests bring each event, when and as often as they say. */
const receiver = new Receiver();
let cafe: Cafe;
let stripe: TestStripe;
let line: Line;
let bun: Item;
beforeAll(async () => {
  cafe = await startCafe();
  await cafe.later(MINUTE);
  stripe = await startStripe(await receiver.listen(), { now: () => cafe.now() });
  line = new Line(stripe.url);
  cafe.api.enter({ ...stripe.properties, stripeAddress: await line.listen() });
  bun = await cafe.item({ name: 'Bun', price: 525, stock: 500 });
});
afterAll(async () => {
  await cafe.close();
  await line.close();
  await stripe.close();
  await receiver.close();
});
beforeEach(async () => {
  // A session lasts twelve hours.
  if (IS_LONG) await logInAll(cafe.api);
  // Maintenance has run, and asks Stripe nothing for hours.
  if (!IS_SQL) cached().set(MISSED, { value: '1', expires: cafe.now() + 360 * MINUTE });
  line.outage = undefined;
  line.trouble = undefined;
  await eventsSoFar();
});

const cached = () => cafe.api.services.caches.open('script', cafe.api.scripts.api.id);
const MISSED = `housekeeping.${MISSED_EVENTS.name}`;

const TWO_BUNS = () => [{ menuItemId: bun.id, quantity: 2 }];
async function place(): Promise<Order> {
  const { body } = await cafe.order(TWO_BUNS());
  return body as Order;
}

/** What has happened at Stripe so far, and the cafe has not been told of. */
async function eventsSoFar(...kinds: string[]): Promise<string[]> {
  await stripe.settled();
  const all = receiver.received.splice(0).map(({ payload }) => payload);
  return kinds.length === 0 ? all : all.filter((one) => kinds.includes(JSON.parse(one).type as string));
}

async function tell(events: readonly string[]): Promise<void> {
  if (events.length === 0) return;
  const told = await cafe.callAll(
    ...events.map((event): Call => ['POST /webhooks/payments', toSignedRequest(event, cafe.now())]),
  );
  for (const { status, body } of told) expect([status, body]).toEqual([200, { received: true }]);
}
const tellAll = async () => tell(await eventsSoFar());

/** As its cafe sees it. */
const show = async ({ id }: Order) => (await cafe.get(id, cafe.api.tokens.staff)) as unknown as Order;

/** The same by its row, where an empty cell is nothing. */
function look({ id }: Order) {
  const row = cafe.rows('Orders').find((one) => one.id === id) ?? {};
  const { status, paid, refunded, paymentError, refundError, dispute } = row;
  return {
    status,
    history: JSON.parse(String(row.history)) as object[],
    payment: {
      ...{ paid: Number(paid), refunded: Number(refunded) },
      ...{ error: paymentError || null, refundError: refundError || null, dispute: dispute || null },
    },
  };
}

async function paid(method = 'pm_card_visa'): Promise<Order> {
  const order = await place();
  await stripe.payWith(order.payment.intentId, method);
  await tellAll();
  assertPaid(order);
  return order;
}
function assertPaid(order: Order): void {
  expect(look(order)).toMatchObject({ status: 'placed', payment: { paid: 1_050, refunded: 0 } });
}

async function cancel(order: Order): Promise<void> {
  const { status } = await cafe.move(order.id, { status: 'cancelled', reason: 'Closed.' });
  expect(status).toBe(200);
}

const refundsOf = async ({ payment }: Order) =>
  (await stripe.client.refunds.list({ payment_intent: payment.intentId })).data;

/** What Stripe has kept of the payment, in cents, less what it has given back. */
async function keptOf({ payment }: Order): Promise<number> {
  const expand = ['latest_charge'];
  const { amount_received, latest_charge } = await stripe.client.paymentIntents.retrieve(payment.intentId, {
    expand,
  });
  const charge = latest_charge as { amount_refunded: number } | null;
  return amount_received - (charge?.amount_refunded ?? 0);
}

/** The order and Stripe agree to the cent, and no job is left. */
async function assertSettled(order: Order): Promise<void> {
  // Over SQL time goes by in steps of ten minutes: what the last one has left is still to come, and comes once.
  if (IS_SQL) await cafe.later(QUIET);
  const { payment } = look(order);
  expect(payment.paid - payment.refunded).toBe(await keptOf(order));
  expect(cafe.rows('Outbox').filter(({ id }) => id !== '')).toEqual([]);
  if (IS_LONG && !IS_SQL) await assertQuiet();
}

/** The timer asks Stripe nothing. */
async function assertQuiet(): Promise<void> {
  const before = line.calls.length;
  await cafe.later(QUIET);
  expect(line.calls.length).toBe(before);
}

const stock = () => cafe.rows('Menu').find(({ id }) => id === bun.id)?.stock;

const NOT_DELIVERED = 'Stripe has not delivered events of refunds or disputes to the webhook';

testLong('events that have reached the webhook are not told as missing', async () => {
  const refunded = await paid();
  await stripe.client.refunds.create({ payment_intent: refunded.payment.intentId, amount: 50 });
  const disputed = await place();
  await stripe.payWith(disputed.payment.intentId, 'pm_card_createDispute');
  await tellAll();
  await cafe.later(361 * MINUTE);
  await cafe.run('showHealth', [], { kind: 'menu' });
  expect(JSON.stringify(cafe.rows('Health'))).not.toContain(NOT_DELIVERED);
});

test('a card that is declined: the order says why, and another card pays', async () => {
  const order = await place();
  await stripe.decline(order.payment.intentId);
  await tellAll();
  expect(await show(order)).toMatchObject({
    status: 'draft',
    payment: { paid: 0, error: 'Your card was declined.' },
  });
  await stripe.pay(order.payment.intentId);
  await tellAll();
  expect(look(order)).toMatchObject({ status: 'placed', payment: { paid: 1_050, error: null } });
  await cafe.timerAfter(2 * MINUTE);
  await assertSettled(order);
});

test('a customer who never authenticates: the order and the payment are cancelled, and the stock is back', async () => {
  const before = stock();
  const order = await place();
  await stripe.payWith(order.payment.intentId, 'pm_card_authenticationRequired');
  await tellAll();
  expect(look(order)).toMatchObject({ status: 'draft', payment: { paid: 0 } });
  await cafe.timerAfter(8 * MINUTE);
  expect(look(order)).toMatchObject({ status: 'cancelled', payment: { paid: 0 } });
  await expect(stripe.pay(order.payment.intentId)).rejects.toThrow('its status is canceled');
  expect(stock()).toBe(before);
  await assertSettled(order);
});

testLong('a bank debit that fails in the end: nothing was paid, and the order ends', async () => {
  const order = await place();
  await stripe.payWith(order.payment.intentId, 'pm_failed_de');
  await cafe.later(3 * MINUTE);
  expect(look(order)).toMatchObject({ status: 'draft' });
  await stripe.settle(order.payment.intentId);
  await tellAll();
  expect(look(order)).toMatchObject({ payment: { paid: 0, error: 'The payment failed at the bank.' } });
  await cafe.later(20 * MINUTE);
  expect(look(order)).toMatchObject({ status: 'cancelled', payment: { paid: 0, refunded: 0 } });
  await assertSettled(order);
});

test('a bank debit that comes after the order has ended is given back', async () => {
  const order = await place();
  await stripe.payWith(order.payment.intentId, 'pm_success_de');
  await cancel(order);
  await cafe.timerAfter(3 * MINUTE);
  await stripe.settle(order.payment.intentId);
  await tellAll();
  for (let runs = 0; runs < 2; runs++) await cafe.timerAfter(8 * MINUTE);
  expect(await refundsOf(order)).toMatchObject([{ amount: 1_050 }]);
  expect(look(order)).toMatchObject({ status: 'cancelled', payment: { paid: 1_050, refunded: 1_050 } });
  await assertSettled(order);
});

testLong(
  'a bank debit that takes its time: the order ends within the hour, and the money goes back when it comes',
  async () => {
    const before = stock();
    const order = await place();
    await stripe.payWith(order.payment.intentId, 'pm_success_de');
    await cafe.later(8 * MINUTE);
    expect(look(order)).toMatchObject({ status: 'draft' });
    await cafe.later(52 * MINUTE);
    expect(look(order)).toMatchObject({ status: 'cancelled', payment: { paid: 0 } });
    expect(stock()).toBe(before);
    await cafe.later(2 * 60 * MINUTE);
    await stripe.settle(order.payment.intentId);
    await tellAll();
    await cafe.later(65 * MINUTE);
    expect(look(order)).toMatchObject({
      status: 'cancelled',
      payment: { paid: 1_050, refunded: 1_050 },
    });
    await assertSettled(order);
  },
);

test.each(
  spread<[object, string]>(
    [
      [{ amount: 1_049 }, '10.49 EUR'],
      [{ currency: 'usd' }, '10.50 USD'],
    ],
    1,
  ),
)('a payment of %j places nothing, and is given back', async (other, received) => {
  const order = await place();
  await stripe.client.paymentIntents.update(order.payment.intentId, other);
  await stripe.pay(order.payment.intentId);
  await tellAll();
  await cafe.timerAfter(3 * MINUTE);
  expect(look(order)).toMatchObject({
    status: 'cancelled',
    history: [{}, { reason: `The payment was ${received} instead of 10.50 EUR.` }],
  });
  expect(await keptOf(order)).toBe(0);
  await assertSettled(order);
});

describe('a refund', () => {
  const health = ({ id }: Order) => cafe.health(id);

  test('that Stripe refuses is asked for once, stands with the order for the cafe alone, and is red until it has seen to it', async () => {
    const order = await paid('pm_card_createDispute');
    const asked = line.calls.length;
    await cancel(order);
    await cafe.timerAfter(3 * MINUTE);
    const refusal = expect.stringMatching(/^Stripe returned 400 \(charge_disputed\): Charge ch_/);
    expect(line.calls.slice(asked).filter(({ path }) => path === '/v1/refunds')).toHaveLength(1);
    const [forStaff, forAnybody] = await cafe.callAll(
      [`GET /v1/orders/${order.id}`, { token: cafe.api.tokens.staff }],
      [`GET /v1/orders/${order.id}`],
    );
    expect(forStaff.body).toMatchObject({
      status: 'cancelled',
      payment: { paid: 1_050, refunded: 0, refundError: refusal },
    });
    const { payment } = forAnybody.body as Order;
    expect(payment).toMatchObject({ paid: 1_050, refunded: 0, refundError: null, dispute: null });
    await assertSettled(order);
    const told = await health(order);
    expect(told).toMatchObject({
      state: 'Problem',
      text: expect.stringContaining(`${order.id} was not refunded: `),
    });
    await cafe.paste('Orders', [
      [order.id, 'refundError', ''],
      [order.id, 'dispute', ''],
    ]);
    expect(await health(order)).toBeUndefined();
  });

  test('that comes back later is taken off again, is red, and is not tried again', async () => {
    const order = await paid('pm_card_refundFail');
    await cancel(order);
    await cafe.timerAfter(3 * MINUTE);
    await tellAll();
    expect(look(order)).toMatchObject({ payment: { refunded: 1_050, refundError: null } });
    await cafe.timerAfter(3 * MINUTE);
    await stripe.settle((await refundsOf(order))[0]?.id ?? '');
    await tellAll();
    const refundError = 'The refund failed: expired_or_canceled_card.';
    expect(look(order)).toMatchObject({ payment: { paid: 1_050, refunded: 0, refundError } });
    expect(await health(order)).toMatchObject({
      state: 'Problem',
      text: expect.stringContaining(refundError),
    });
    await assertSettled(order);
    expect(await refundsOf(order)).toHaveLength(1);
  });

  testLong('that comes back, and is made again at the dashboard, is settled', async () => {
    const order = await paid('pm_card_refundFail');
    await cancel(order);
    await cafe.later(3 * MINUTE);
    await stripe.settle((await refundsOf(order))[0]?.id ?? '');
    await tellAll();
    await stripe.client.refunds.create({ payment_intent: order.payment.intentId, amount: 50 });
    await tellAll();
    expect(look(order)).toMatchObject({
      payment: { refunded: 50, refundError: 'The refund failed: expired_or_canceled_card.' },
    });
    await stripe.client.refunds.create({ payment_intent: order.payment.intentId });
    await tellAll();
    expect(look(order)).toMatchObject({ payment: { refunded: 1_050, refundError: null } });
    expect(await health(order)).toBeUndefined();
    await assertSettled(order);
  });

  testLong(
    'of a part that fails once a newer one has gone through leaves no customer short unseen',
    async () => {
      const order = await paid('pm_card_pendingRefund');
      await stripe.client.refunds.create({ payment_intent: order.payment.intentId, amount: 100 });
      await tellAll();
      await cancel(order);
      await cafe.later(3 * MINUTE);
      const [newer, older] = await refundsOf(order);
      await stripe.settle(newer?.id ?? '', 'succeeded');
      await stripe.settle(older?.id ?? '', 'failed');
      await tellAll();
      const refundError = 'The refund failed: expired_or_canceled_card.';
      expect(look(order)).toMatchObject({ payment: { paid: 1_050, refunded: 950, refundError } });
      expect(await health(order)).toMatchObject({ state: 'Problem' });
      await assertSettled(order);
    },
  );

  testLong.each<[string, string, number, string | null]>([
    ['succeeds', 'succeeded', 1_050, null],
    ['fails', 'failed', 0, 'The refund failed: expired_or_canceled_card.'],
    ['is cancelled at the dashboard', 'canceled', 0, 'The refund was canceled.'],
  ])(
    'that is pending counts as made; when it %s, so does what it says',
    async (_, outcome, refunded, refundError) => {
      const order = await paid('pm_card_pendingRefund');
      await cancel(order);
      await cafe.later(3 * MINUTE);
      expect(look(order)).toMatchObject({ payment: { refunded: 1_050, refundError: null } });
      await stripe.settle((await refundsOf(order))[0]?.id ?? '', outcome);
      await tellAll();
      expect(look(order)).toMatchObject({ payment: { refunded, refundError } });
      await assertSettled(order);
    },
  );

  test('of a part, made at the dashboard, counts, and cancelling gives back the rest', async () => {
    const order = await paid();
    await stripe.client.refunds.create({ payment_intent: order.payment.intentId, amount: 333 });
    await tellAll();
    expect(look(order)).toMatchObject({ status: 'placed', payment: { paid: 1_050, refunded: 333 } });
    await cancel(order);
    await cafe.timerAfter(3 * MINUTE);
    expect((await refundsOf(order)).map(({ amount }) => amount)).toEqual([717, 333]);
    expect(look(order)).toMatchObject({ payment: { paid: 1_050, refunded: 1_050 } });
    await assertSettled(order);
  });

  testLong('whose events come in any order, each twice, ends as it is at Stripe', async () => {
    for (const order of permutations(['charge.refunded', 'refund.failed', 'refund.updated'])) {
      const placed = await paid('pm_card_refundFail');
      await stripe.client.refunds.create({ payment_intent: placed.payment.intentId, amount: 200 });
      await stripe.settle((await refundsOf(placed))[0]?.id ?? '');
      const events = await eventsSoFar(...order);
      const kindOf = (event: string) => order.indexOf(JSON.parse(event).type as string);
      const sorted = [...events].sort((one, other) => kindOf(one) - kindOf(other));
      await tell([...sorted, ...sorted]);
      expect([order, look(placed).payment]).toMatchObject([
        order,
        { paid: 1_050, refunded: 0, refundError: 'The refund failed: expired_or_canceled_card.' },
      ]);
    }
  });

  testLong('whose events come at once ends as it is at Stripe', async () => {
    const order = await paid('pm_card_refundFail');
    await stripe.client.refunds.create({ payment_intent: order.payment.intentId });
    await stripe.settle((await refundsOf(order))[0]?.id ?? '');
    const events = await eventsSoFar('charge.refunded', 'refund.failed', 'refund.updated');
    await Promise.all(events.map((event) => tell([event])));
    expect(look(order).payment).toMatchObject({ refunded: 0, refundError: expect.any(String) });
    await assertSettled(order);
  });

  testLong('that fails between what Stripe was asked and what is written is asked about again', async () => {
    const order = await paid('pm_card_refundFail');
    await stripe.client.refunds.create({ payment_intent: order.payment.intentId });
    const [refunded = ''] = await eventsSoFar('charge.refunded');
    line.onceAnswered = async () => {
      await stripe.settle((await refundsOf(order))[0]?.id ?? '');
      await cafe.move(order.id, { status: 'accepted' });
    };
    await tell([refunded]);
    expect(look(order).payment).toMatchObject({ refunded: 0, refundError: expect.any(String) });
  });

  test('whose event cannot be asked about, for Stripe is down, is told again by Stripe', async () => {
    const order = await paid();
    await stripe.client.refunds.create({ payment_intent: order.payment.intentId });
    const [event = ''] = await eventsSoFar('charge.refunded');
    line.outage = DOWN;
    const asked = toSignedRequest(event, cafe.now());
    expect(await cafe.api.call(GATEWAY, 'POST', '/webhooks/payments', asked)).toMatchObject({
      status: 503,
      body: { error: { code: 'payments_unavailable' } },
    });
    expect(look(order).payment).toMatchObject({ refunded: 0 });
    line.outage = undefined;
    await tell([event]);
    expect(look(order).payment).toMatchObject({ refunded: 1_050 });
  });

  test('whose event comes takes one call of Stripe, outside of every lock', async () => {
    const order = await paid();
    await stripe.client.refunds.create({ payment_intent: order.payment.intentId });
    await tell(await eventsSoFar('charge.refunded'));
    const calls = cafe.calls('').filter((name) => /^(urlFetch|lock)\./.test(name));
    expect(calls).toEqual(['urlFetch.fetch', 'lock.try', 'lock.release']);
  });

  testLong('whose event is about nothing that the cafe has is left alone', async () => {
    const { id } = await stripe.client.paymentIntents.create({
      ...{ amount: 700, currency: 'eur', payment_method: 'pm_card_createDispute', confirm: true },
    });
    await stripe.settled();
    const before = JSON.stringify(cafe.api.sheets());
    await tellAll();
    expect(id).toMatch(/^pi_/);
    expect(JSON.stringify(cafe.api.sheets())).toBe(before);
  });

  test('while Stripe is down is made later, once, though the answer to the first request is lost', async () => {
    const order = await paid();
    line.trouble = 'lost';
    line.onceAnswered = async () => {
      line.outage = DOWN;
    };
    await cancel(order);
    for (let runs = 0; runs < 2; runs++) await cafe.timerAfter(4 * MINUTE);
    expect(look(order)).toMatchObject({ payment: { refunded: 0, refundError: null } });
    line.outage = undefined;
    await cafe.timerAfter(12 * MINUTE);
    expect(await refundsOf(order)).toMatchObject([{ amount: 1_050 }]);
    expect(look(order)).toMatchObject({ payment: { refunded: 1_050, refundError: null } });
    await assertSettled(order);
  });

  testLong('with a key that was revoked waits for another one, and Health says so', async () => {
    const order = await paid();
    line.outage = NO_KEY;
    await cancel(order);
    await cafe.later(20 * MINUTE);
    expect(look(order)).toMatchObject({ payment: { refunded: 0, refundError: null } });
    expect(await cafe.health('Stripe')).toMatchObject({
      state: 'Problem',
      text: expect.stringContaining('Stripe has refused the credentials for '),
    });
    line.outage = undefined;
    await cafe.later(35 * MINUTE);
    expect(look(order)).toMatchObject({ payment: { refunded: 1_050 } });
    await assertSettled(order);
  });
});

test.each(
  spread(
    [
      ['losing_evidence', 'lost'],
      ['winning_evidence', 'won'],
    ],
    1,
  ),
)('a dispute is noted and red while it is open; by %s it is %s', async (words, verdict) => {
  const order = await paid('pm_card_createDispute');
  expect(look(order)).toMatchObject({ status: 'placed', payment: { dispute: 'needs_response' } });
  expect(await cafe.health(order.id)).toMatchObject({
    state: 'Problem',
    text: `The customer disputes the payment of ${order.id} (needs_response). Respond in Stripe before the deadline.`,
  });
  const [dispute] = (await stripe.client.disputes.list({ payment_intent: order.payment.intentId })).data;
  await stripe.client.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: words } });
  await tell((await eventsSoFar()).reverse());
  expect(look(order)).toMatchObject({ payment: { dispute: verdict, paid: 1_050 } });
  expect((await cafe.health(order.id))?.state).toBe(verdict === 'lost' ? 'Problem' : undefined);
  await assertSettled(order);
});

test('events that are lost, all of them: the payment is found, and so is what has gone back by the cafe', async () => {
  const order = await place();
  await stripe.pay(order.payment.intentId);
  await cafe.timerAfter(4 * MINUTE);
  expect(look(order)).toMatchObject({ status: 'placed', payment: { paid: 1_050 } });
  await cancel(order);
  await cafe.timerAfter(3 * MINUTE);
  expect(look(order)).toMatchObject({ status: 'cancelled', payment: { paid: 1_050, refunded: 1_050 } });
  await assertSettled(order);
});

/** After which the timer asks for events; in the usual tests the cache loses what it was to wait for. */
async function sixHours(): Promise<void> {
  if (IS_LONG) return cafe.later(361 * MINUTE);
  // What is younger than an hour may be on its way.
  const before = line.calls.length;
  await cafe.timerAfter(QUIET);
  expect(line.calls.length).toBe(before);
  cached().delete(MISSED);
  await cafe.timerAfter(2 * MINUTE);
}

test('events of refunds and disputes that never come are found within six hours, each applied once, and before then nobody is asked anything', async () => {
  const orders = await cafe.orderAll(TWO_BUNS(), TWO_BUNS(), TWO_BUNS());
  const [refunded, failed, disputed] = orders as unknown as [Order, Order, Order];
  await stripe.pay(refunded.payment.intentId);
  await stripe.payWith(failed.payment.intentId, 'pm_card_refundFail');
  await tellAll();
  for (const order of [refunded, failed]) assertPaid(order);
  await stripe.client.refunds.create({ payment_intent: refunded.payment.intentId, amount: 50 });
  await stripe.client.refunds.create({ payment_intent: failed.payment.intentId });
  await stripe.settle((await refundsOf(failed))[0]?.id ?? '');
  await stripe.payWith(disputed.payment.intentId, 'pm_card_createDispute');
  await stripe.settled();
  // The payment itself is found within minutes.
  await cafe.timerAfter(3 * MINUTE);
  await sixHours();
  expect(look(refunded)).toMatchObject({ payment: { paid: 1_050, refunded: 50 } });
  expect(look(failed)).toMatchObject({
    payment: { refunded: 0, refundError: 'The refund failed: expired_or_canceled_card.' },
  });
  expect(look(disputed)).toMatchObject({ status: 'placed', payment: { dispute: 'needs_response' } });
  expect(await cafe.health('Last errors')).toMatchObject({ state: 'Warning' });
  expect(JSON.stringify(cafe.rows('Health'))).toContain(NOT_DELIVERED);
  await cafe.paste('Orders', [
    [failed.id, 'refundError', ''],
    [disputed.id, 'dispute', ''],
  ]);
  const before = cafe.rows('Orders');
  if (IS_LONG) await sixHours();
  expect(cafe.rows('Orders')).toEqual(before);
});

testLong('a till hears of a refund, of one that comes back, and of a dispute', async () => {
  cafe.api.enter({ allowLocalPushes: 'yes' });
  const till = new Receiver();
  const url = await till.listen();
  const token = cafe.api.tokens.manager;
  await cafe.call('POST /v1/cafes/C-1/push-endpoints', { token, body: { url } });
  const order = await paid('pm_card_refundFail');
  await stripe.client.refunds.create({ payment_intent: order.payment.intentId });
  await tellAll();
  await stripe.settle((await refundsOf(order))[0]?.id ?? '');
  await tellAll();
  const heard = till.received.map(({ payload }) => (JSON.parse(payload) as { data: Order }).data.payment);
  expect(heard.map(({ refunded, refundError }) => [refunded, refundError])).toEqual([
    [0, null],
    [1_050, null],
    [0, 'The refund failed: expired_or_canceled_card.'],
  ]);
  await till.close();
});

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((one, at) =>
    permutations([...all.slice(0, at), ...all.slice(at + 1)]).map((others) => [one, ...others]),
  );
}
