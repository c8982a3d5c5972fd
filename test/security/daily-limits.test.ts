/** What strangers can use up of an account that both scripts share; the figures are those that the security page states. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DAILY } from '../../runtime/account/plan';
import { toSourceFile } from '../../runtime/execution/script';
import { type Cafe, startCafe } from '../cafe/cafe';
import { describeLong, spread, testLong } from '../harness/extent';
import { type Desk, ROOT, startTracking } from '../harness/local';
import { compose } from '../harness/mail';
import { startStripe } from '../harness/stripe';
import { saying } from '../harness/words';

const [PAGE, COST] = ['docs/security.md', 'docs/cost.md'].map((file) =>
  readFileSync(path.join(ROOT, file), 'utf8'),
) as [string, string];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ORDERS = 20;
/** When the timer comes, and how many orders it finds, makes no more of a difference than this part. */
const ABOUT = 0.2;

/** The numbers of the one line that reads so, `#` standing for each of them. */
function stated(words: string): number[] {
  const pattern = words.replace(/[()]/g, '\\$&').replaceAll('#', '([\\d.,]+)');
  const [found, ...others] = [...PAGE.matchAll(new RegExp(`^- \\[${pattern}\\]`, 'gm'))];
  expect([words, found !== undefined, others]).toEqual([words, true, []]);
  return (found?.slice(1) ?? []).map((number) => Number(number.replaceAll(',', '')));
}

const KINDS = ['propertyOperations', 'urlfetch', 'triggerMs'] as const;
type Used = Record<(typeof KINDS)[number], number>;

/** How far the first is from the second, as a part of it. */
const difference = (one = 0, other: number) => Math.abs(one - other) / other;

/** So many use up what a free account has in a day. */
const toOrders = (kind: (typeof KINDS)[number], used: Used) =>
  Math.floor(DAILY[kind].consumer / Math.max(used[kind], 1e-9));

/** What the account has used more after this than before. */
async function usedBy({ api }: Cafe, work: () => Promise<unknown>): Promise<Used> {
  const read = () => KINDS.map((kind) => api.services.quotas.used(kind));
  const before = read();
  await work();
  const after = read();
  return Object.fromEntries(KINDS.map((kind, at) => [kind, (after[at] ?? 0) - (before[at] ?? 0)])) as Used;
}

/** When an order is placed, without and with an Idempotency-Key. */
interface Placing {
  without: Used;
  withKey: Used;
}

interface Measured {
  placing: Placing;
  /** Of each order until nothing is left to be done for it, above what an hour without orders takes. */
  inAll: Used;
  /** In an hour without orders. */
  idle: Used;
}

async function place(cafe: Cafe, key?: string): Promise<void> {
  const headers = key ? { 'idempotency-key': key } : {};
  const { status } = await cafe.order([{ menuItemId: 'I-1' }], {}, headers);
  expect(status).toBe(201);
}

/** The tabs and caches are filled by the first orders, before anything is counted. */
async function measurePlacing(cafe: Cafe, pause: number): Promise<Placing> {
  await cafe.item({ name: 'Latte', price: 380 });
  await place(cafe);
  await place(cafe, 'the-key-of-the-first-order');
  await cafe.later(pause);
  const without = await usedBy(cafe, () => place(cafe));
  return { without, withKey: await usedBy(cafe, () => place(cafe, 'the-key-of-the-second-order')) };
}

async function measure(cafe: Cafe): Promise<Measured> {
  const placing = await measurePlacing(cafe, HOUR);
  await cafe.later(HOUR);
  const idle = await usedBy(cafe, () => cafe.later(HOUR));
  const busy = await usedBy(cafe, async () => {
    for (let order = 0; order < ORDERS; order++) await place(cafe);
    await cafe.later(HOUR);
  });
  const each = KINDS.map((kind) => [kind, (busy[kind] - idle[kind]) / ORDERS]);
  return { placing, idle, inAll: Object.fromEntries(each) as Used };
}

/** In test mode, and with Stripe. */
async function measureBoth<M>(how: (cafe: Cafe) => Promise<M>): Promise<[offline: M, stripeConnected: M]> {
  const cafe = await startCafe();
  const offline = await how(cafe);
  await cafe.close();
  const [connected, stripe] = [await startCafe(), await startStripe()];
  connected.api.enter(stripe.properties);
  const stripeConnected = await how(connected);
  await connected.close();
  await stripe.close();
  return [offline, stripeConnected];
}

test('orders take the operations on properties that the page states, as they are placed', async () => {
  const [allowance, orders, each, ordersWithKey, eachWithKey] = stated(
    'all # operations on properties: #, at # each as they are placed; #, at # each, with an Idempotency-Key',
  );
  expect(allowance).toBe(DAILY.propertyOperations.consumer);
  for (const { without, withKey } of await measureBoth((cafe) => measurePlacing(cafe, 2 * MINUTE))) {
    expect([without, withKey].map((used) => used.propertyOperations)).toEqual([each, eachWithKey]);
    expect([orders, ordersWithKey]).toEqual([
      toOrders('propertyOperations', without),
      toOrders('propertyOperations', withKey),
    ]);
  }
});

describeLong('orders that strangers place and never pay for', () => {
  let offline: Measured;
  let stripeConnected: Measured;
  beforeAll(async () => {
    [offline, stripeConnected] = await measureBoth(measure);
  });

  test('take as many operations on properties when a desk has been open for an hour', () => {
    const [, , each] = stated(
      'all # operations on properties: #, at # each as they are placed; #, at # each, with an Idempotency-Key',
    );
    for (const { placing } of [offline, stripeConnected])
      expect(placing.without.propertyOperations).toBe(each);
  });

  test('take the operations on properties that the page states, until nothing is left to be done', () => {
    const [unconnected, connected] = stated(
      'the same until they are done: about # in test mode, # with Stripe',
    );
    expect(difference(unconnected, toOrders('propertyOperations', offline.inAll))).toBeLessThan(ABOUT);
    expect(difference(connected, toOrders('propertyOperations', stripeConnected.inAll))).toBeLessThan(ABOUT);
  });

  test('take the calls to other servers that the page states', () => {
    const [allowance, orders, each = 0] = stated(
      'all # calls to other servers: at most # with Stripe, at # or more each',
    );
    expect(allowance).toBe(DAILY.urlfetch.consumer);
    expect(orders).toBe(DAILY.urlfetch.consumer / each);
    // One more or less is a question of the second in which the timer comes.
    expect(stripeConnected.inAll.urlfetch).toBeGreaterThanOrEqual(each);
    expect(stripeConnected.inAll.urlfetch).toBeLessThan(each + 2);
    expect(offline.inAll.urlfetch).toBe(0);
  });

  test('take the minutes of timers that the page states', () => {
    const [minutes, unconnected, connected] = stated(
      'all # minutes of timers: about # in test mode, # with Stripe',
    );
    expect((minutes ?? 0) * MINUTE).toBe(DAILY.triggerMs.consumer);
    expect(difference(unconnected, toOrders('triggerMs', offline.inAll))).toBeLessThan(ABOUT);
    expect(difference(connected, toOrders('triggerMs', stripeConnected.inAll))).toBeLessThan(ABOUT);
  });

  test('come on top of what the timer takes without any, as the page on costs states', () => {
    const [, minutes] = /The timer of the API takes (\d+) minutes of the same day/.exec(COST) ?? [];
    expect(difference(Number(minutes), (24 * offline.idle.triggerMs) / MINUTE)).toBeLessThan(0.1);
  });
});

test('once the operations on properties are used up no order is taken, and menus are still read', async () => {
  const cafe = await startCafe();
  const { id: menuItemId } = await cafe.item({ name: 'Latte', price: 380 });
  const order = async () => {
    const { status, body } = await cafe.order([{ menuItemId }]);
    return [status, body];
  };
  expect(await order()).toMatchObject([201, {}]);
  const { quotas } = cafe.api.services;
  quotas.use('propertyOperations', quotas.left('propertyOperations'));
  expect(await order()).toMatchObject([503, { error: { code: 'unavailable', retryAfter: 60 } }]);
  expect((await cafe.call('GET /v1/cafes/C-1/menu')).status).toBe(200);
  expect(cafe.rows('Orders')).toHaveLength(1);
  await cafe.close();
});

describe('where both scripts are in one account', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await startTracking();
  });
  afterEach(() => desk.close());

  test.each(spread(['triggerMs', 'propertyOperations'] as const, 1))(
    'without %s no mail is taken in until the day is over, and then all of it',
    async (kind) => {
      const { quotas } = desk.local.services;
      await desk.advance(5 * MINUTE);
      quotas.use(kind, quotas.left(kind));
      await desk.deliver(await compose());
      await desk.advance(2 * HOUR);
      expect(desk.rows('Messages')).toEqual([]);
      await desk.advance(22 * HOUR + 10 * MINUTE);
      expect(desk.rows('Messages')).toHaveLength(1);
    },
  );

  testLong('thirty executions of the api leave none for the desk', async () => {
    const { api, desk: own } = desk.local.scripts;
    const code = toSourceFile('Code.js', 'function doGet() { Utilities.sleep(10000); }');
    const busy = { ...api, files: new Map(api.files).set(code.name, code) };
    const requests = Array.from({ length: 30 }, () => desk.local.run(busy, 'doGet', [], { kind: 'web app' }));
    const { error } = await desk.local.run(own, 'checkMail');
    expect(error?.message).toEqual(saying('too many scripts running simultaneously'));
    await Promise.all(requests);
    expect((await desk.local.run(own, 'checkMail')).error).toBeUndefined();
  });
});
