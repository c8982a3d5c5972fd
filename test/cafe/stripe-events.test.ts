/** What Stripe's events mean for an order: those of Stripe on this machine, and what could come besides. */

import type Stripe from 'stripe';
import type { Intent } from '../../src/cafe/payments/provider';
import { startStripe, type TestStripe } from '../harness/stripe';
import { type Payments, type Step, startPayments } from './stripe/own-script';
import { Receiver } from './stripe/receiver';
import type { Read } from './stripe/script';

const receiver = new Receiver();
let stripe: TestStripe;
let payments: Payments;
/** Orders that no test has had. */
let orders: (typeof CHARGE & { intentId: string })[];
beforeAll(async () => {
  stripe = await startStripe(await receiver.listen());
  payments = await startPayments();
  const charges = Array.from({ length: 8 }, (_, at) => ({ ...CHARGE, orderId: `O-${at}-test` }));
  const [, ...intents] = await payments.runAll<[unknown, ...Intent[]]>(
    ['enter', stripe.properties],
    ...charges.map((charge): Step => ['pay', 'create', charge]),
  );
  orders = intents.map(({ id: intentId }, at) => ({ ...(charges[at] as typeof CHARGE), intentId }));
});
afterAll(async () => {
  await payments.close();
  await stripe.close();
  await receiver.close();
});
beforeEach(async () => {
  await stripe.settled();
  receiver.received.length = 0;
});

const readAll = (payloads: readonly string[]) => payments.run<Read[]>('readAll', payloads);
const CHARGE = { orderId: 'O-1-test', amount: 1250, currency: 'EUR' };
const MONEY = { amount: 1250, currency: 'EUR' };

const ask = () => orders.pop() as (typeof orders)[number];

/** What all events so far are taken for; each is what it says to be to Stripe's own package. */
async function eventsSoFar() {
  return (await eventsAnd()).news;
}
/** The same, and what steps in the same execution return. */
async function eventsAnd(...steps: readonly Step[]) {
  await stripe.settled();
  const secret = stripe.properties.stripeWebhookSecret ?? '';
  const events = receiver.received.map(({ payload, header }) =>
    stripe.client.webhooks.constructEvent(payload, header, secret),
  );
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const [all, ...returned] = await payments.runAll<[Read[], ...unknown[]]>(
    ['readAll', receiver.received.map(({ payload }) => payload)],
    ...steps,
  );
  const news = all.flatMap((read, at) =>
    read.news ? [{ ...read.news, isItsId: read.news.eventId === events[at]?.id }] : [],
  );
  return { news, returned };
}
const told = (orderId: string, intentId: string) => ({
  eventId: expect.stringMatching(/^evt_/),
  isItsId: true,
  orderId,
  intentId,
});

test('a successful payment has the amount received', async () => {
  const { orderId, intentId } = ask();
  await stripe.pay(intentId);
  expect(await eventsSoFar()).toEqual([{ ...told(orderId, intentId), type: 'succeeded', ...MONEY }]);
});

test('a failed payment has the reason, and nothing was received', async () => {
  const { orderId, intentId } = ask();
  await stripe.decline(intentId);
  expect(await eventsSoFar()).toEqual([
    {
      ...told(orderId, intentId),
      type: 'failed',
      amount: 0,
      currency: 'EUR',
      error: 'Your card was declined.',
    },
  ]);
});

test('a cancelled intent is an event', async () => {
  const { orderId, intentId, ...charge } = ask();
  await payments.cancel({ orderId, intentId, ...charge });
  expect(await eventsSoFar()).toEqual([
    { ...told(orderId, intentId), type: 'cancelled', amount: 0, currency: 'EUR' },
  ]);
});

test('a refund, of a part too, is a reason to ask what has gone back', async () => {
  const { orderId, intentId } = ask();
  await stripe.pay(intentId);
  await stripe.client.refunds.create({ payment_intent: intentId, amount: 250 });
  const { news, returned } = await eventsAnd(['refundsOf', intentId]);
  expect(news.filter((one) => !('amount' in one))).toEqual([told(orderId, intentId)]);
  expect(returned).toMatchObject([{ orderId, refunded: 250 }]);
});

test('amounts are in minor units of the currency', async () => {
  const orderId = 'O-9-test';
  const { id } = await payments.create({ orderId, currency: 'ISK', amount: 900 });
  await stripe.pay(id);
  await stripe.client.refunds.create({ payment_intent: id });
  const { news, returned } = await eventsAnd(['refundsOf', id]);
  expect(news).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'succeeded', amount: 900, currency: 'ISK' })]),
  );
  expect(returned).toMatchObject([{ orderId, refunded: 900 }]);
});

test('a refund that the bank returns is a reason to ask, whoever has made it', async () => {
  const { orderId, intentId } = ask();
  await stripe.payWith(intentId, 'pm_card_refundFail');
  const { id } = await stripe.client.refunds.create({ payment_intent: intentId });
  await stripe.settled();
  receiver.received.length = 0;
  await stripe.settle(id);
  const { news, returned } = await eventsAnd(['refundsOf', intentId]);
  // refund.failed, refund.updated and charge.refund.updated, none of which names the order.
  expect(news).toEqual(Array(3).fill({ ...told('', intentId), orderId: undefined }));
  const error = 'The refund failed: expired_or_canceled_card.';
  expect(returned).toMatchObject([{ orderId, refunded: 0, made: [{ error }] }]);
});

test('a refund that is pending, or succeeds in the end, is no news', async () => {
  const { intentId } = ask();
  await stripe.payWith(intentId, 'pm_card_pendingRefund');
  const { id } = await stripe.client.refunds.create({ payment_intent: intentId });
  await stripe.settled();
  receiver.received.length = 0;
  await stripe.settle(id);
  expect(await eventsSoFar()).toEqual([]);
  expect(receiver.received.length).toBeGreaterThan(0);
});

test('a dispute is a reason to ask how it stands', async () => {
  const { intentId } = ask();
  await stripe.payWith(intentId, 'pm_card_createDispute');
  const [dispute] = (await stripe.client.disputes.list({ payment_intent: intentId })).data;
  const { news, returned } = await eventsAnd(['disputeStatus', dispute?.id]);
  const one = { ...told('', intentId), orderId: undefined, disputeId: dispute?.id };
  expect(news.filter((own) => 'disputeId' in own)).toEqual([one, one]);
  expect(returned).toMatchObject(['needs_response']);
});

test('payments that are not for an order are ignored', async () => {
  const { id } = await stripe.client.paymentIntents.create({ amount: 500, currency: 'eur' });
  await stripe.pay(id);
  await stripe.client.refunds.create({ payment_intent: id });
  expect(await eventsSoFar()).toEqual([]);
  expect(receiver.received.length).toBeGreaterThan(3);
});

test('events of types that mean nothing here are ignored', async () => {
  const types = [
    'customer.created',
    'refund.created',
    'payment_intent.processing',
    'constructor',
    '__proto__',
  ];
  const read = await readAll(types.map((type) => event(type, {})));
  expect(read).toEqual(types.map(() => ({})));
});

test('what is no event is refused with a message', async () => {
  const cells: readonly [string, string, object][] = [
    ['nothing', '', { status: 400, code: 'malformed_json' }],
    ['words', 'paid!', { status: 400, code: 'malformed_json' }],
    ['half an event', '{"id":"evt_1","ty', { status: 400, code: 'malformed_json' }],
    ['null', 'null', { status: 422, code: 'invalid_request' }],
    ['a list', '[]', { status: 422, message: 'id is required.' }],
    ['no id', '{"type":"charge.refunded"}', { status: 422, message: 'id is required.' }],
    ['an empty id', '{"id":"","type":"charge.refunded"}', { status: 422 }],
    ['no kind', '{"id":"evt_1"}', { status: 422, message: 'type is required.' }],
    [
      'a kind that is none',
      '{"id":"evt_1","type":7}',
      { status: 422, message: 'type must be a string (got 7).' },
    ],
    ['nothing that it is about', event('payment_intent.succeeded', null), { status: 422 }],
    ['an intent without an amount', event('payment_intent.succeeded', { id: 'pi_1' }), { status: 422 }],
    ['a refund of a number', event('refund.failed', 5), { status: 422 }],
    ...[1e300, -1, 0.5].map((amount): [string, string, object] => [
      `an amount of ${amount}`,
      event('payment_intent.succeeded', {
        id: 'pi_1',
        currency: 'eur',
        amount_received: amount,
        metadata: {},
      }),
      { status: 422 },
    ]),
    ['a dispute without a state', event('charge.dispute.closed', { id: 'dp_1' }), { status: 422 }],
  ];
  const read = await readAll(cells.map(([, payload]) => payload));
  for (const [at, [what, , refused]] of cells.entries()) {
    expect([what, read[at]?.refused]).toMatchObject([what, refused]);
    expect(read[at]?.refused?.message).toMatch(/\w+.*\.$/);
  }
});

test('an intent of a newer version, with more fields, is read all the same', async () => {
  const { intentId, orderId } = ask();
  const intent = await stripe.client.paymentIntents.retrieve(intentId);
  const newer = {
    ...intent,
    status: 'succeeded',
    amount_received: 1250,
    hooks: {},
    amount_details: { tip: {} },
  };
  const [read] = await readAll([event('payment_intent.succeeded', newer)]);
  expect(read?.news).toMatchObject({ orderId, type: 'succeeded', ...MONEY });
});

test('names kinds of events that Stripe has', async () => {
  const { stripeSecretKey = '', stripeWebhookSecret = '' } = stripe.properties;
  const { shown } = await payments.click(
    [
      ['enter', { publicAddress: 'https://desk.example', stripeAddress: 'http://127.0.0.1:1' }],
      ['connectStripe'],
    ],
    { text: stripeSecretKey },
    { text: stripeWebhookSecret },
  );
  const kinds = /\(events (.*)\)/.exec(shown.at(-1) ?? '')?.[1]?.split(', ');
  const known: Stripe.Event.Type[] = [
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
    'charge.refunded',
    'charge.refund.updated',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ];
  expect(kinds).toEqual(known);
});

function event(type: string, object: unknown): string {
  return JSON.stringify({ id: 'evt_1', type, data: { object } });
}
