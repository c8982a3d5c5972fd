/** The day's quota of operations on properties is one for all scripts of an account. */
import { type Cafe, startCafe } from '../cafe/cafe';
import type { Asked } from '../harness/api';
import { toPayload, toSignedRequest } from '../harness/payment-events';
import { startStripe, type TestStripe } from '../harness/stripe';

let cafe: Cafe;
let stripe: TestStripe;
let menuItemId: string;
beforeAll(async () => {
  cafe = await startCafe();
  stripe = await startStripe(undefined, { now: () => cafe.now() });
  menuItemId = (await cafe.item({ name: 'Latte', price: 380 })).id;
});
afterAll(async () => {
  await stripe.close();
  await cafe.close();
});

/** In the second request: the first fills the caches. */
async function operations(endpoint: string, asked: Asked): Promise<number> {
  for (let request = 0; request < 2; request++) {
    const { returned } = await cafe.execute(endpoint, asked);
    expect(JSON.parse((returned as { content: string }).content)).toMatchObject({ status: 201 });
  }
  return cafe.calls('properties.').length;
}

test('a lead takes two', async () => {
  const body = { name: 'Ann', phone: '+15551230001' };
  expect(await operations('POST /v1/leads', { token: cafe.api.tokens.agent, body })).toBe(2);
});

test('an order takes two, with Stripe and without', async () => {
  const asked = { body: { cafeId: 'C-1', items: [{ menuItemId }] } };
  expect(await operations('POST /v1/orders', asked)).toBe(2);
  cafe.api.enter(stripe.properties);
  expect(await operations('POST /v1/orders', asked)).toBe(2);
});

test('a payment event takes none for its signature, whose secrets may have been renewed a moment ago', async () => {
  cafe.api.enter(stripe.properties);
  const tell = (secret?: string) => {
    const event = toPayload({ orderId: 'O-1-nobody', intentId: 'pi_1', amount: 1 });
    return cafe.call('POST /webhooks/payments', toSignedRequest(event, cafe.now(), secret));
  };
  expect(await tell('whsec_new')).toMatchObject({ status: 401 });
  expect(await tell('whsec_new')).toMatchObject({ status: 401 });
  expect(cafe.calls('properties.')).toEqual([]);
  await cafe.run('renewStripeSecret', [], { kind: 'menu', answers: [{ text: 'whsec_new' }] });
  for (const secret of ['whsec_new', undefined]) expect(await tell(secret)).toMatchObject({ status: 200 });
});
