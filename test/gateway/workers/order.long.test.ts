/** A cafe whose gateway is a Worker: from the page of the customer to an order that is paid. */
import { randomUUID } from 'node:crypto';
import { toLoopback } from '../../../runtime/listen';
import { type Cafe, startCafe } from '../../cafe/cafe';
import { startStripe, type TestStripe } from '../../harness/stripe';
import { type StartedWorker, startWorker } from './worker';

let cafe: Cafe;
let worker: StartedWorker;
let stripe: TestStripe;
beforeAll(async () => {
  cafe = await startCafe();
  worker = await startWorker({ webApp: toLoopback(cafe.api.urls.api), seats: 25 });
  const now = () => cafe.api.scheduler.now();
  stripe = await startStripe(new URL('/webhooks/payments', worker.url).href, { now });
  cafe.api.enter(stripe.properties);
  await cafe.item({ name: 'Espresso', price: 250 });
});
afterAll(async () => {
  await stripe.close();
  await worker.close();
  await cafe.close();
});

const ask = (at: string, init: RequestInit = {}) => fetch(new URL(at, worker.url), init);

test('an order is placed as soon as Stripe has told the Worker that it is paid', async () => {
  const menu = await (await ask('/v1/cafes/C-1/menu')).json();
  expect(JSON.stringify(menu)).toContain('Espresso');
  const placed = await ask('/v1/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ cafeId: 'C-1', items: [{ menuItemId: 'I-1', quantity: 2 }] }),
  });
  const order = await placed.json();
  expect(order).toMatchObject({ status: 'draft', total: 500 });
  await stripe.pay(order.payment.intentId);
  await stripe.settled();
  expect(await (await ask(`/v1/orders/${order.id}`)).json()).toMatchObject({ status: 'placed' });
  const asStaff = { headers: { authorization: `Bearer ${cafe.api.tokens.staff}` } };
  const shown = await ask(`/v1/orders/${order.id}`, asStaff);
  expect(await shown.json()).toMatchObject({ status: 'placed', payment: { paid: 500, refunded: 0 } });
});

test('an event that nobody has signed is refused', async () => {
  const forged = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect((await ask('/webhooks/payments', forged)).status).toBe(401);
});

test.each([
  ['/staff', 'text/html', 'Sheetdesk staff'],
  ['/o/O-1-abc', 'text/html', '<title>'],
  ['/docs', 'text/html', 'Sheetdesk API'],
  ['/openapi.json', 'application/json', '"openapi"'],
])('%s is there', async (at, type, text) => {
  const answer = await ask(at);
  expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  expect(await answer.text()).toContain(text);
});
