/** Payments by Stripe: what our provider does, as Stripe's own client sees it. */
import type { Charge, Intent } from '../../src/cafe/payments/provider';
import { spread } from '../harness/extent';
import { startStripe, type TestStripe } from '../harness/stripe';
import { Line, type Trouble } from './stripe/line';
import { type Payments, type Step, startPayments } from './stripe/own-script';
import { Receiver } from './stripe/receiver';

const CHARGE = { orderId: 'O-1-0123456789abcdefghijkl', amount: 1250, currency: 'EUR' };

const receiver = new Receiver();
let stripe: TestStripe;
let line: Line;
let payments: Payments;
beforeAll(async () => {
  stripe = await startStripe(await receiver.listen());
  line = new Line(stripe.url);
  const stripeAddress = await line.listen();
  payments = await startPayments();
  const charges = Array.from({ length: 14 }, toCharge);
  const [, ...intents] = await payments.runAll<[unknown, ...Intent[]]>(
    ['enter', { ...stripe.properties, stripeAddress }],
    ...charges.map((charge): Step => ['pay', 'create', charge]),
  );
  ready = intents.map((intent, at) => toAsked(intent, charges[at] as Charge));
});
afterAll(async () => {
  await payments.close();
  await line.close();
  await stripe.close();
  await receiver.close();
});

/** Failures of one test are none of the next. */
afterEach(() => payments.later(60_000));

let orders = 0;
function toCharge(): Charge {
  orders += 1;
  return { ...CHARGE, orderId: `O-${orders}-test` };
}
const toAsked = (intent: Intent, charge: Charge) => ({ intent, asked: { ...charge, intentId: intent.id } });
/** Orders that no test has had, with their intents. */
let ready: ReturnType<typeof toAsked>[];
const ask = () => ready.pop() as (typeof ready)[number];
const intentsOf = async (orderId: string) =>
  (await stripe.client.paymentIntents.list({ limit: 100 })).data.filter(
    ({ metadata }) => metadata.orderId === orderId,
  );
const refundsOf = async (payment_intent: string) =>
  (await stripe.client.refunds.list({ payment_intent })).data;

test('an order has an intent at Stripe with its amount, its currency and its id', async () => {
  const charge = toCharge();
  const intent = await payments.create(charge);
  expect(intent).toEqual({
    id: expect.stringMatching(/^pi_/),
    clientSecret: expect.stringMatching(`^${intent.id}_secret_`),
    status: 'open',
    received: 0,
    currency: 'EUR',
  });
  expect(await stripe.client.paymentIntents.retrieve(intent.id)).toMatchObject({
    amount: 1250,
    currency: 'eur',
    status: 'requires_payment_method',
    client_secret: intent.clientSecret,
    metadata: { orderId: charge.orderId },
  });
  // Which version of the API it means; the ways to pay are left to the account.
  const { headers, body } = line.calls.at(-1) ?? { headers: {}, body: '' };
  expect(headers).toMatchObject({
    'stripe-version': expect.stringMatching(/^\d{4}-\d\d-\d\d\.\w+$/),
    'idempotency-key': expect.stringContaining(charge.orderId),
  });
  expect(new URLSearchParams(body).get('automatic_payment_methods[enabled]')).toBe('true');
});

test('an intent that is created twice is one', async () => {
  const { intent, asked } = ask();
  expect(await payments.create(asked)).toEqual(intent);
  expect(await intentsOf(asked.orderId)).toHaveLength(1);
});

test('an intent that was paid has succeeded, with what came in', async () => {
  const { intent, asked } = ask();
  expect(await payments.retrieve(asked)).toEqual(intent);
  await stripe.pay(intent.id);
  expect(await payments.retrieve(asked)).toEqual({ ...intent, status: 'succeeded', received: 1250 });
});

test('a card that is declined leaves the intent open', async () => {
  const { intent, asked } = ask();
  expect(await stripe.decline(intent.id)).toBe('Your card was declined.');
  expect(await payments.retrieve(asked)).toEqual(intent);
  await stripe.pay(intent.id);
  expect(await payments.retrieve(asked)).toMatchObject({ status: 'succeeded' });
});

test('an intent is cancelled, once or twice, and cannot be paid any more', async () => {
  const { intent, asked } = ask();
  const step: Step = ['pay', 'cancel', asked];
  const cancelled = { ...intent, status: 'cancelled' };
  expect(await payments.runAll(step, step)).toMatchObject([cancelled, cancelled]);
  expect((await stripe.client.paymentIntents.retrieve(intent.id)).status).toBe('canceled');
  await expect(stripe.pay(intent.id)).rejects.toThrow('cannot be confirmed, since its status is canceled');
});

test('cancelling a paid intent returns it as succeeded and refunds nothing', async () => {
  const { intent, asked } = ask();
  await stripe.pay(intent.id);
  expect(await payments.cancel(asked)).toEqual({ ...intent, status: 'succeeded', received: 1250 });
  expect(await refundsOf(intent.id)).toEqual([]);
});

test('a refund returns everything, once, however often it is requested', async () => {
  const { intent, asked } = ask();
  await stripe.pay(intent.id);
  const step: Step = ['pay', 'refund', asked];
  const refunded = { orderId: asked.orderId, refunded: 1250 };
  expect(await payments.runAll(step, step)).toMatchObject([refunded, refunded]);
  expect(await refundsOf(intent.id)).toMatchObject([{ amount: 1250, currency: 'eur' }]);
});

test('a refund goes to the provider of the payment, whichever takes new orders', async () => {
  const { intent, asked } = ask();
  await stripe.pay(intent.id);
  expect(await payments.run('payBesideAnother', asked)).toMatchObject({
    created: { id: 'another_1' },
    refunds: { orderId: asked.orderId, refunded: 1250 },
  });
  expect(await refundsOf(intent.id)).toMatchObject([{ amount: 1250 }]);
});

test('a refund of what was refunded elsewhere before is done already', async () => {
  const { intent, asked } = ask();
  await stripe.pay(intent.id);
  await stripe.client.refunds.create({ payment_intent: intent.id });
  expect(await payments.refund(asked)).toMatchObject({ orderId: asked.orderId, refunded: 1250 });
  expect(await refundsOf(intent.id)).toHaveLength(1);
});

test('a refund returns the rest, with the total of all refunds', async () => {
  const { intent, asked } = ask();
  await stripe.pay(intent.id);
  await stripe.client.refunds.create({ payment_intent: intent.id, amount: 250 });
  expect(await payments.refund(asked)).toMatchObject({ orderId: asked.orderId, refunded: 1250 });
  expect((await refundsOf(intent.id)).map(({ amount }) => amount)).toEqual([1000, 250]);
});

test('a refund of what was never paid is refused for good', async () => {
  const { asked } = ask();
  await expect(payments.refund(asked)).rejects.toMatchObject({
    name: 'PaymentRefusedError',
    message: expect.stringContaining('does not have a successful charge to refund'),
  });
});

test("an unknown intent is refused for good, in Stripe's words", async () => {
  const unknown = { ...CHARGE, intentId: 'pi_unknown' };
  for (const what of ['retrieve', 'cancel', 'refund'] as const)
    await expect(payments[what](unknown)).rejects.toEqual(
      Object.assign(
        new Error(`Stripe returned 404 (resource_missing): No such payment_intent: 'pi_unknown'`),
        {
          name: 'PaymentRefusedError',
        },
      ),
    );
});

test('minor units are so many of the units that Stripe counts', async () => {
  const cells: readonly [string, number, number][] = [
    ['EUR', 1250, 1250],
    ['JPY', 1250, 1250],
    ['HUF', 1250, 1250],
    ['TWD', 1250, 1250],
    ['KWD', 1250, 1250],
    ['ISK', 1250, 125_000],
    ['UGX', 1250, 125_000],
    ['MGA', 1200, 12],
  ];
  const charges = cells.map(([currency, amount]) => ({ ...toCharge(), currency, amount }));
  const intents = await payments.runAll<Intent[]>(
    ...charges.map((charge): Step => ['pay', 'create', charge]),
  );
  for (const [at, [currency, amount, counted]] of cells.entries()) {
    const id = intents[at]?.id ?? '';
    const { amount: units } = await stripe.client.paymentIntents.retrieve(id);
    expect([currency, amount, units]).toEqual([currency, amount, counted]);
    await stripe.pay(id);
  }
  const asked = charges.map((charge, at) => ({ ...charge, intentId: intents[at]?.id }));
  const told = await payments.runAll(
    ...asked.flatMap((one): Step[] => ['retrieve', 'refund'].map((what) => ['pay', what, one])),
  );
  expect(told).toMatchObject(
    cells.flatMap(([currency, amount]) => [{ received: amount, currency }, { refunded: amount }]),
  );
});

test('a part of a coin that there is not is refused', async () => {
  await expect(payments.create({ ...toCharge(), currency: 'MGA', amount: 1250 })).rejects.toThrow(
    'Invalid integer: 12.5',
  );
});

describe('where the answer is lost', () => {
  test('an intent is created again, and there is one', async () => {
    line.trouble = 'lost';
    await expect(payments.create(CHARGE)).rejects.toThrow('Address unavailable');
    const intent = await payments.create(CHARGE);
    expect((await intentsOf(CHARGE.orderId)).map(({ id }) => id)).toEqual([intent.id]);
  });

  test('a refund is requested again, and is made once', async () => {
    const { intent, asked } = ask();
    await stripe.pay(intent.id);
    line.trouble = 'lost';
    await expect(payments.refund(asked)).rejects.toThrow('its address');
    expect(await payments.refund(asked)).toMatchObject({ orderId: asked.orderId, refunded: 1250 });
    expect(await refundsOf(intent.id)).toHaveLength(1);
  });

  test('a cancellation is requested again', async () => {
    const { asked } = ask();
    line.trouble = 'lost';
    await expect(payments.cancel(asked)).rejects.toThrow('its address');
    expect(await payments.cancel(asked)).toMatchObject({ status: 'cancelled' });
  });
});

describe('an answer other than success', () => {
  let asked: ReturnType<typeof ask>['asked'];
  beforeAll(async () => {
    ({ asked } = ask());
  });
  const fails = async (trouble: Trouble) => {
    line.trouble = trouble;
    return payments.retrieve(asked).then(
      () => undefined,
      (error: Error) => error,
    );
  };
  const error = (code: string) => JSON.stringify({ error: { code, message: 'No.' } });

  test.each(spread([401, 403], 1))('%d is about the key, which the owner can change', async (status) => {
    expect(await fails({ status, body: error('why') })).toMatchObject({
      name: 'CredentialsRefusedError',
      message: `Stripe returned ${status} (why): No.`,
    });
  });

  test.each(spread([408, 409, 424, 429, 500, 502, 503], 2))('%d may pass', async (status) => {
    expect(await fails({ status, body: error('why') })).toMatchObject({
      name: 'Error',
      message: `Stripe returned ${status} (why): No.`,
    });
  });

  test.each(spread([400, 402, 404, 405], 2))('%d is for good', async (status) => {
    expect(await fails({ status, body: error('why') })).toMatchObject({
      name: 'PaymentRefusedError',
      message: `Stripe returned ${status} (why): No.`,
    });
  });

  test('that is not JSON is quoted by its beginning', async () => {
    const page = `<html>${'Bad gateway. '.repeat(100)}`;
    const told = await fails({ status: 502, body: page });
    expect(told?.message).toBe(`Stripe returned 502: ${page.slice(0, 200)}`);
  });

  test('never contains the secret key', async () => {
    const { stripeSecretKey = '' } = stripe.properties;
    const body = JSON.stringify({ error: { message: `Invalid API Key provided: ${stripeSecretKey}` } });
    expect((await fails({ status: 401, body }))?.message).toBe(
      'Stripe returned 401: Invalid API Key provided: ***',
    );
  });
});

test('a success that is none of Stripe’s may pass, too', async () => {
  const { asked } = ask();
  line.trouble = { status: 200, body: '<html>Welcome to the airport</html>' };
  await expect(payments.retrieve(asked)).rejects.toMatchObject({
    name: expect.not.stringContaining('Refused'),
  });
});

test('another account’s key is no key here', async () => {
  const own = await startPayments();
  await own.run('enter', { ...stripe.properties, stripeSecretKey: 'sk_test_other' });
  await expect(own.create(CHARGE)).rejects.toMatchObject({
    name: 'CredentialsRefusedError',
    message: 'Stripe returned 401: Invalid API Key provided.',
  });
  await own.close();
});

test('without all keys a payment is refused, and in test mode simulated', async () => {
  const own = await startPayments();
  await own.run('enter', { stripeSecretKey: 'sk_test_alone' });
  await expect(own.create(CHARGE)).rejects.toMatchObject({
    name: 'NoProviderError',
    message: 'No payment provider is connected.',
  });
  await own.run('enter', { testMode: 'yes' });
  expect((await own.create(CHARGE)).id).toMatch(/^offline-/);
  await own.close();
});

test('without keys nothing is said of payments by Stripe, least of all that they came or went back', async () => {
  const own = await startPayments();
  for (const what of ['retrieve', 'cancel', 'refund'] as const)
    await expect(own[what]({ ...CHARGE, intentId: 'pi_1' })).rejects.toMatchObject({
      name: 'NoProviderError',
      message: 'The payment provider of this order is not connected.',
    });
  await own.close();
});
