/** What becomes of payments by Stripe's test payment methods on this machine, as Stripe's own client sees it. */

import type Stripe from 'stripe';
import { openStore } from '../../runtime/store';
import { spread } from '../harness/extent';
import { startStripe, type TestStripe } from '../harness/stripe';
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
beforeEach(async () => {
  await stripe.settled();
  receiver.received.length = 0;
});

const payWith = (payment_method: string) =>
  stripe.client.paymentIntents.create({ amount: 700, currency: 'eur', payment_method, confirm: true });
const chargeOf = async (id: string) => {
  const { latest_charge } = await stripe.client.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  return latest_charge as Stripe.Charge;
};
const kinds = async () => {
  await stripe.settled();
  return receiver.received.map(({ payload }) => (JSON.parse(payload) as Stripe.Event).type).sort();
};

test.each([
  ['pm_card_authenticationRequired', 'requires_action'],
  ['pm_card_threeDSecure2Required', 'requires_action'],
  ['pm_success_de', 'processing'],
])('a payment by %s is %s, and succeeds once it is settled', async (method, status) => {
  const { id, ...paid } = await payWith(method);
  expect(paid).toMatchObject({ status, amount_received: 0, latest_charge: null });
  expect(await stripe.settle(id)).toMatchObject({ status: 'succeeded', amount_received: 700 });
  expect(await kinds()).toEqual([
    'charge.succeeded',
    'payment_intent.created',
    `payment_intent.${status}`,
    'payment_intent.succeeded',
  ]);
});

test('a payment is confirmed once its events have been sent, for whoever looks at the order then', async () => {
  let answer = () => {};
  receiver.answersAfter = new Promise((resolve) => {
    answer = resolve;
  });
  const { id } = await stripe.client.paymentIntents.create({ amount: 700, currency: 'eur' });
  let isConfirmed = false;
  const paid = stripe.pay(id).then(() => {
    isConfirmed = true;
  });
  await receiver.has(3);
  expect((await stripe.client.paymentIntents.retrieve(id)).status).toBe('succeeded');
  expect(isConfirmed).toBe(false);
  answer();
  await paid;
  expect(await kinds()).toContain('payment_intent.succeeded');
});

test.each([
  ['pm_failed_de', undefined, 'payment_intent_payment_attempt_failed'],
  ['pm_card_authenticationRequired', 'failed', 'payment_intent_authentication_failure'],
])('a payment by %s that is settled as %s fails, and another card pays', async (method, outcome, code) => {
  const { id } = await payWith(method);
  expect(await stripe.settle(id, outcome)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code },
  });
  await stripe.pay(id);
  expect(await chargeOf(id)).toMatchObject({ amount: 700, amount_refunded: 0 });
});

test('the customer authenticates at the address that the intent names', async () => {
  const { id, next_action } = await payWith('pm_card_authenticationRequired');
  await fetch(next_action?.redirect_to_url?.url ?? '');
  expect((await stripe.client.paymentIntents.retrieve(id)).status).toBe('succeeded');
});

test('a payment that is being processed cannot be cancelled', async () => {
  const { id } = await payWith('pm_success_de');
  await expect(stripe.client.paymentIntents.cancel(id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
});

test('a payment method that there is not is said', async () => {
  await expect(payWith('cash')).rejects.toMatchObject({
    code: 'resource_missing',
    message: "No such PaymentMethod: 'cash'",
  });
});

test('a refund that fails later counts until then', async () => {
  const { id } = await payWith('pm_card_refundFail');
  const refund = await stripe.client.refunds.create({ payment_intent: id });
  expect(refund.status).toBe('succeeded');
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 700, refunded: true });
  await stripe.settle(refund.id);
  expect(await stripe.client.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false });
  expect((await kinds()).filter((kind) => kind.includes('refund'))).toEqual([
    'charge.refund.updated',
    'charge.refunded',
    'refund.created',
    'refund.failed',
    'refund.updated',
  ]);
});

test('a refund that is pending counts, and succeeds later', async () => {
  const { id } = await payWith('pm_card_pendingRefund');
  const refund = await stripe.client.refunds.create({ payment_intent: id, amount: 300 });
  expect(refund.status).toBe('pending');
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 300 });
  expect(await stripe.settle(refund.id)).toMatchObject({ status: 'succeeded' });
});

test.each(
  spread(
    [
      ['winning_evidence', 'won'],
      ['losing_evidence', 'lost'],
    ],
    1,
  ),
)('a dispute is decided by %s, and what is disputed is not refunded', async (words, status) => {
  const { id } = await payWith('pm_card_createDispute');
  const [dispute] = (await stripe.client.disputes.list({ payment_intent: id })).data;
  expect(dispute).toMatchObject({ status: 'needs_response', amount: 700 });
  expect(await chargeOf(id)).toMatchObject({ disputed: true });
  await expect(stripe.client.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
  const evidence = { uncategorized_text: words };
  expect(await stripe.client.disputes.update(dispute?.id ?? '', { evidence })).toMatchObject({ status });
  expect((await kinds()).filter((kind) => kind.startsWith('charge.dispute.'))).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    ...(status === 'won' ? ['charge.dispute.funds_reinstated'] : []),
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
  ]);
});

test('an inquiry withdraws no money, and what it is about may be refunded', async () => {
  const { id } = await payWith('pm_card_createDisputeInquiry');
  expect(await kinds()).not.toContain('charge.dispute.funds_withdrawn');
  expect(await stripe.client.refunds.create({ payment_intent: id })).toMatchObject({ amount: 700 });
});

test('events that were not accepted are sent by the next start', async () => {
  const store = openStore(':memory:');
  const trouble = jest.spyOn(console, 'error').mockImplementation();
  const nowhere = await startStripe('http://127.0.0.1:9/webhooks/payments', { store, pausesMs: [60_000] });
  await nowhere.client.paymentIntents.create({ amount: 700, currency: 'eur' });
  await nowhere.settled();
  await nowhere.close();
  trouble.mockRestore();
  const next = await startStripe(receiver.url(), { store });
  await next.settled();
  await next.close();
  expect(await kinds()).toEqual(['payment_intent.created']);
});
