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

test('an intent of an earlier start is unknown to the next one', async () => {
  const before = await start(state, READY);
  const { id } = await clientOf(before.urls.stripe ?? '').paymentIntents.create({
    amount: 5,
    currency: 'eur',
  });
  await end(lastStarted());
  const { urls } = await start(state, READY);
  await expect(clientOf(urls.stripe ?? '').paymentIntents.retrieve(id)).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await end(lastStarted());
});

test('--no-stripe leaves it out', async () => {
  const { urls } = await start(state, READY, '--no-stripe');
  expect(urls.stripe).toBeUndefined();
});
