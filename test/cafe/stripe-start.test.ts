/** `npm start` brings Stripe with it. */
import path from 'node:path';
import { end, endAll, folder, lastStarted, READY, start } from '../harness/started';
import { clientOf } from '../harness/stripe';

afterAll(endAll);

const state = path.join(folder, 'stripe');

test('npm start says where Stripe is, and it is there until the end', async () => {
  const { urls } = await start(state, READY);
  const { stripe: address = '' } = urls;
  const client = clientOf(address);
  const { id } = await client.paymentIntents.create({ amount: 500, currency: 'eur' });
  expect((await client.paymentIntents.retrieve(id)).status).toBe('requires_payment_method');
  expect(await end(lastStarted())).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
});

test('what was paid and refunded is there after the next start, as is the answer of an Idempotency-Key', async () => {
  const before = clientOf((await start(state, READY)).urls.stripe ?? '');
  const pay = (client: typeof before) =>
    client.paymentIntents.create(
      { amount: 700, currency: 'eur', payment_method: 'pm_card_createDisputeInquiry', confirm: true },
      { idempotencyKey: 'order 1' },
    );
  const { id } = await pay(before);
  await before.refunds.create({ payment_intent: id, amount: 200 });
  await end(lastStarted());
  const after = clientOf((await start(state, READY)).urls.stripe ?? '');
  expect(await pay(after)).toMatchObject({ id, status: 'succeeded' });
  const { latest_charge } = await after.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  expect(latest_charge).toMatchObject({ amount_refunded: 200, disputed: true });
  expect((await after.refunds.list({ payment_intent: id })).data).toMatchObject([{ amount: 200 }]);
  expect((await after.disputes.list({ payment_intent: id })).data).toMatchObject([
    { status: 'warning_needs_response' },
  ]);
  await end(lastStarted());
});

test('--no-stripe leaves it out', async () => {
  const { urls } = await start(state, READY, '--no-stripe');
  expect(urls.stripe).toBeUndefined();
});
