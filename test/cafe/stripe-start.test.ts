/** `npm start` brings Stripe with it. */
import path from 'node:path';
import { testLong } from '../harness/extent';
import { end, endAll, folder, lastStarted, READY, start } from '../harness/started';
import { clientOf } from '../harness/stripe';

afterAll(endAll);

const state = path.join(folder, 'stripe');

test('npm start says where Stripe is; what was paid and refunded is there after the next start, as is the answer of an Idempotency-Key', async () => {
  const { stripe: address = '' } = (await start(state, READY)).urls;
  const before = clientOf(address);
  const pay = (client: typeof before) =>
    client.paymentIntents.create(
      { amount: 700, currency: 'eur', payment_method: 'pm_card_createDisputeInquiry', confirm: true },
      { idempotencyKey: 'order 1' },
    );
  const { id } = await pay(before);
  await before.refunds.create({ payment_intent: id, amount: 200 });
  expect(await end(lastStarted())).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
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

testLong('--no-stripe leaves it out', async () => {
  const { urls } = await start(state, READY, '--no-stripe');
  expect(urls.stripe).toBeUndefined();
});
