/** Stripe on this machine, where production code meets it: as Stripe's own client and curl see it. */
import Stripe from 'stripe';
import { clientOf, startStripe, type TestStripe } from '../harness/stripe';
import { Receiver } from './stripe/receiver';

const receiver = new Receiver();
let stripe: TestStripe;
beforeAll(async () => {
  stripe = await startStripe(await receiver.listen());
});
afterAll(async () => {
  await stripe.close();
  await receiver.close();
});

const CHARGE = { amount: 700, currency: 'usd' };
const create = (own: object = {}, idempotencyKey?: string) =>
  stripe.client.paymentIntents.create({ ...CHARGE, ...own }, idempotencyKey ? { idempotencyKey } : {});
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Stripe.errors.StripeError) => error,
  );

/** What a developer types. */
function curl(path: string, fields: Record<string, string>, key = stripe.properties.stripeSecretKey) {
  return fetch(stripe.url + path, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    body: new URLSearchParams(fields),
  });
}

test('an intent is paid by curl', async () => {
  const { id } = await create();
  const answer = await curl(`/v1/payment_intents/${id}/confirm`, { payment_method: 'pm_card_visa' });
  expect([answer.status, await answer.json()]).toMatchObject([200, { id, status: 'succeeded' }]);
  expect(await stripe.client.paymentIntents.retrieve(id)).toMatchObject({ amount_received: 700 });
});

test('a declined card is a card error with why, and the intent tells of it until it is paid', async () => {
  const { id } = await create();
  const declined = await failure(
    stripe.client.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    }),
  );
  expect(declined).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(declined).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    payment_intent: { id, status: 'requires_payment_method' },
  });
  const error = { code: 'card_declined', message: 'Your card has insufficient funds.' };
  expect(await stripe.client.paymentIntents.retrieve(id)).toMatchObject({ last_payment_error: error });
  await stripe.pay(id);
  expect(await stripe.client.paymentIntents.retrieve(id)).toMatchObject({ last_payment_error: null });
});

test('a card is not even declined where there is nothing to pay any more', async () => {
  const { id } = await create();
  await stripe.client.paymentIntents.cancel(id);
  expect(await stripe.decline(id)).toContain('cannot be confirmed, since its status is canceled');
});

describe('an Idempotency-Key', () => {
  test('has the first answer again, in whichever order the fields come', async () => {
    const first = await create({ metadata: { a: '1' } }, 'key-1');
    const again = await stripe.client.paymentIntents.create(
      { metadata: { a: '1' }, currency: 'usd', amount: 700 },
      { idempotencyKey: 'key-1' },
    );
    expect(again).toEqual(first);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  });

  test('belongs to what it was used for first', async () => {
    const { id } = await create({}, 'key-2');
    for (const other of [
      create({ amount: 701 }, 'key-2'),
      stripe.client.paymentIntents.cancel(id, {}, { idempotencyKey: 'key-2' }),
    ]) {
      const error = await failure(other);
      expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
      expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining("'key-2'") });
    }
  });

  test('makes one of two calls at once; the other gets its answer, or is told to come again', async () => {
    const both = await Promise.allSettled([create({}, 'key-3'), create({}, 'key-3')]);
    const failed = both.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(failed.filter((code) => code !== 'idempotency_key_in_use')).toEqual([]);
    const made = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    expect(new Set(made).size).toBe(1);
  });

  test('keeps a declined card, and nothing that was refused before it was tried', async () => {
    expect(await failure(create({ amount: 0.5 }, 'key-4'))).toMatchObject({
      param: undefined,
      statusCode: 400,
    });
    const { id } = await create({}, 'key-4');
    const confirm = (payment_method: string) =>
      failure(stripe.client.paymentIntents.confirm(id, { payment_method }, { idempotencyKey: 'key-5' }));
    await confirm('pm_card_visa_chargeDeclined');
    expect(await confirm('pm_card_visa_chargeDeclined')).toMatchObject({
      statusCode: 402,
      headers: { 'idempotent-replayed': 'true' },
    });
  });
});

describe('a refund', () => {
  const refund = (payment_intent: string, amount?: number) =>
    stripe.client.refunds.create({ payment_intent, ...(amount === undefined ? {} : { amount }) });

  test('is found again, alone and among those of its intent', async () => {
    const { id } = await create();
    await stripe.pay(id);
    const given = await refund(id, 200);
    expect(given).toMatchObject({ object: 'refund', amount: 200, status: 'succeeded', payment_intent: id });
    expect(await stripe.client.refunds.retrieve(given.id)).toMatchObject({ id: given.id });
    expect((await stripe.client.refunds.list({ payment_intent: id })).data).toHaveLength(1);
    const { latest_charge } = await stripe.client.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(latest_charge).toMatchObject({ id: given.charge, amount_refunded: 200, refunded: false });
  });

  test('is never more than what came in', async () => {
    const { id } = await create();
    expect(await failure(refund(id))).toMatchObject({ statusCode: 400 });
    await stripe.pay(id);
    for (const amount of [701, 0, -1])
      expect(await failure(refund(id, amount))).toMatchObject({ statusCode: 400 });
    await refund(id);
    expect(await failure(refund(id))).toMatchObject({ code: 'charge_already_refunded' });
  });

  test('that there is not is not found', async () => {
    for (const work of [stripe.client.refunds.retrieve('re_none'), refund('pi_none')])
      expect(await failure(work)).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });
});

test('another key, or none, is refused', async () => {
  expect(await failure(clientOf(stripe.url, 'sk_test_x').paymentIntents.create(CHARGE))).toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  );
  expect((await fetch(`${stripe.url}/v1/payment_intents`)).status).toBe(401);
});

test('what it does not have is said', async () => {
  expect(await failure(stripe.client.customers.create({}))).toMatchObject({
    statusCode: 404,
    message: 'Unrecognized request URL (POST: /v1/customers).',
  });
});

test('is asked by the name of this machine alone', async () => {
  const { port } = new URL(stripe.url);
  expect((await fetch(`http://localhost:${port}/v1/payment_intents`)).status).toBe(401);
  expect((await fetch(`${stripe.url}/`, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
});

describe('events', () => {
  const kinds = () => receiver.received.map(({ payload }) => (JSON.parse(payload) as Stripe.Event).type);
  beforeEach(async () => {
    await stripe.settled();
    receiver.received.length = 0;
  });

  test('tell of everything that happens, in no certain order', async () => {
    const { id } = await create();
    await stripe.decline(id);
    await stripe.pay(id);
    await stripe.client.refunds.create({ payment_intent: id });
    await stripe.settled();
    expect(kinds().sort()).toEqual([
      'charge.refunded',
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'refund.created',
    ]);
  });

  test('are sent eight at once, so that a slow answer holds up no other', async () => {
    let answer = () => {};
    receiver.answersAfter = new Promise((resolve) => {
      answer = resolve;
    });
    for (let n = 0; n < 10; n++) await create();
    await receiver.has(8);
    expect(kinds()).toHaveLength(8);
    answer();
    await stripe.settled();
    expect(kinds()).toHaveLength(10);
  });

  test('that are not taken are told again as the same, and given up in the end', async () => {
    const trouble = jest.spyOn(console, 'error').mockImplementation();
    receiver.answers.push(503, 301);
    await create();
    await receiver.has(2);
    await stripe.settled();
    const [first, second] = receiver.received.map(({ payload }) => payload);
    expect(second).toEqual(first);
    expect(trouble.mock.calls).toEqual([
      [
        expect.stringMatching(
          /payment_intent\.created could not be delivered: .* returned 503\. Next attempt in 0\.01 s\.$/,
        ),
      ],
      [
        expect.stringMatching(
          /payment_intent\.created could not be delivered: .* returned 301\. No further attempts will be made\.$/,
        ),
      ],
    ]);
    trouble.mockRestore();
  });
});
