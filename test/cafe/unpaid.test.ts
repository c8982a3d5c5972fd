/** Orders that nobody pays for: how many there may be, and what becomes of their rows. */
import type { Call } from '../harness/api';
import { testLong } from '../harness/extent';
import { longestHold } from '../harness/holds';
import { toPayload, toSignedRequest } from '../harness/payment-events';
import { startStripe, type TestStripe } from '../harness/stripe';
import { type Cafe, startCafe } from './cafe';
import { fill } from './fill';
import { Line } from './stripe/line';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let cafe: Cafe;
let stripe: TestStripe;
let line: Line;
async function start(): Promise<void> {
  cafe = await startCafe();
  stripe = await startStripe(undefined, { now: () => cafe.now() });
  line = new Line(stripe.url);
  cafe.api.enter({ ...stripe.properties, stripeAddress: await line.listen() });
  await cafe.item({ name: 'Bun', price: 200, stock: 50 });
}
async function end(): Promise<void> {
  await cafe.close();
  await line.close();
  await stripe.close();
}

interface Draft {
  id: string;
  intentId: string;
}

const place = () => cafe.order([{ menuItemId: 'I-1' }]);
async function placedAll(count: number): Promise<Draft[]> {
  const orders = await cafe.orderAll(...Array(count).fill([{ menuItemId: 'I-1' }]));
  return orders.map(({ id, payment }) => ({ id, intentId: (payment as { intentId: string }).intentId }));
}
async function placed(): Promise<Draft> {
  const [order] = await placedAll(1);
  return order as Draft;
}
/** Its event. */
function toPaid({ id, intentId }: Draft): Call {
  const event = toPayload({ orderId: id, intentId, amount: 200 });
  return ['POST /webhooks/payments', toSignedRequest(event, cafe.now())];
}
async function pay(draft: Draft): Promise<void> {
  await stripe.pay(draft.intentId);
  expect((await cafe.call(...toPaid(draft))).status).toBe(200);
}
const ids = () => cafe.rows('Orders').flatMap(({ id }) => (id ? [id] : []));

describe('a cafe with room for three unpaid orders', () => {
  let drafts: Draft[];
  beforeAll(async () => {
    await start();
    await cafe.edit('Cafes', 'C-1', 'maxDrafts', '3');
    await cafe.later(3_000);
    drafts = await placedAll(3);
  });
  afterAll(end);

  test('refuses the fourth at once, before anything is held, written or asked', async () => {
    const { status, body, headers } = await place();
    expect([status, body]).toMatchObject([503, { error: { code: 'too_many_drafts', retryAfter: 60 } }]);
    expect(headers?.['retry-after']).toBe('60');
    for (const service of ['urlFetch', 'lock', 'spreadsheet.setValues', 'properties.', 'cache.put'])
      expect([service, cafe.calls(service)]).toEqual([service, []]);
    expect(cafe.rows('Menu')[0]).toMatchObject({ stock: 47 });
    await cafe.run('showHealth', [], { kind: 'menu' });
    expect(JSON.stringify(cafe.rows('Health'))).toContain('C-1 refuses new orders: 3 unpaid ones are open.');
  });

  testLong('counts its rows where the cache has lost the count', async () => {
    cafe.api.services.caches.open('script', cafe.api.scripts.api.id).delete('open drafts');
    await cafe.later(2 * MINUTE);
    expect((await place()).status).toBe(503);
  });

  test('keeps no other cafe from its orders, and takes the next as soon as one is paid for, or once they have expired', async () => {
    const { admin: token } = cafe.api.tokens;
    const order = (id: string, menuItemId: string): Call => [
      'POST /v1/orders',
      { body: { cafeId: id, items: [{ menuItemId }] } },
    ];
    for (const draft of drafts.slice(0, 1)) await pay(draft);
    const told = await cafe.callAll(
      order('C-1', 'I-1'),
      order('C-1', 'I-1'),
      ['POST /v1/cafes/C-2/menu', { token, body: { name: 'Tea', price: 300 } }],
      order('C-2', 'I-2'),
    );
    expect(told.map(({ status }) => status)).toEqual([201, 503, 201, 201]);
    await cafe.timerAfter(8 * MINUTE);
    expect((await place()).status).toBe(201);
  });
});

test('there is room for 200 unless the owner has said otherwise', async () => {
  await start();
  const entries = cafe.api.services.caches.open('script', cafe.api.scripts.api.id);
  const set = (count: number) =>
    entries.set('open drafts', { value: JSON.stringify({ 'C-1': count }), expires: cafe.now() + MINUTE });
  set(199);
  expect((await place()).status).toBe(201);
  set(200);
  expect((await place()).status).toBe(503);
  await end();
});

describe('the row of an order', () => {
  beforeEach(start);
  afterEach(end);

  /** As if it had been placed so many hours ago. */
  async function age(hours: number, ...orders: { id: string }[]): Promise<void> {
    const at = new Date(cafe.now() - hours * HOUR).toISOString().slice(0, 16).replace('T', ' ');
    await cafe.paste(
      'Orders',
      orders.map(({ id }) => [id, 'createdAt', at]),
    );
  }

  /** The timer looks for old rows every few hours, and in its next run where Google has emptied the cache. */
  async function maintain(): Promise<void> {
    const { services, scripts } = cafe.api;
    services.caches.open('script', scripts.api.id).clear();
    await cafe.later(2 * MINUTE);
  }

  test('that was never paid for is gone within a day, and every other stays', async () => {
    const [unpaid, paid, refunded, last] = (await placedAll(4)) as [Draft, Draft, Draft, Draft];
    for (const { intentId } of [paid, refunded]) await stripe.pay(intentId);
    const [first, second] = await cafe.callAll(toPaid(paid), toPaid(refunded), [
      `PATCH /v1/orders/${refunded.id}`,
      { token: cafe.api.tokens.staff, body: { status: 'cancelled', reason: 'Closed.' } },
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    await cafe.timerAfter(10 * MINUTE);
    await age(10, unpaid, paid, refunded, last);
    await maintain();
    expect(ids()).toEqual([unpaid.id, paid.id, refunded.id, last.id]);
    await age(17, unpaid, paid, refunded, last);
    await maintain();
    expect(ids()).toEqual([paid.id, refunded.id]);
    expect(cafe.rows('Orders')[1]).toMatchObject({ paid: 200, refunded: 200 });
    const { id } = await placed();
    expect(ids()).toEqual([paid.id, refunded.id, id]);
  });

  testLong('that has an Idempotency-Key stays for a day, in which the same request finds it', async () => {
    const again = () =>
      cafe.order([{ menuItemId: 'I-1' }], {}, { 'idempotency-key': 'a-key-of-this-customer' });
    const { id } = (await again()).body as { id: string };
    await cafe.later(10 * MINUTE);
    await age(17, { id });
    await maintain();
    expect([(await again()).body, ids()]).toMatchObject([{ id }, [id]]);
    await age(24, { id });
    await maintain();
    expect(ids()).toEqual([]);
  });

  testLong('stays until its payment is cancelled at Stripe', async () => {
    const draft = await placed();
    line.outage = { status: 401, body: '{"error": {"message": "Expired API Key provided."}}' };
    await cafe.later(10 * MINUTE);
    await age(30, draft);
    await maintain();
    expect(await cafe.get(draft.id)).toMatchObject({ status: 'cancelled' });
    line.outage = undefined;
    await cafe.later(HOUR);
    await maintain();
    expect((await stripe.client.paymentIntents.retrieve(draft.intentId)).status).toBe('canceled');
    expect(ids()).toEqual([]);
  });

  testLong(
    'goes with eighty others that lie scattered, and no hold of the lock takes two seconds',
    async () => {
      const [unpaid, paid] = [await placed(), await placed()];
      await pay(paid);
      await cafe.later(10 * MINUTE);
      await age(22, unpaid, paid);
      const tail = unpaid.id.slice('O-1'.length);
      for (let number = 3; number <= 160; number++)
        fill(cafe, 'Orders', {
          last: number,
          idOf: (n) => `O-${n}${tail}`,
          template: number % 2 === 0 ? 3 : 2,
        });
      const before = cafe.api.executions.length;
      await maintain();
      expect(cafe.rows('Orders').map(({ status }) => status)).toEqual(Array(80).fill('placed'));
      expect(longestHold(...cafe.api.executions.slice(before))).toBeLessThan(2_000);
    },
  );
});
