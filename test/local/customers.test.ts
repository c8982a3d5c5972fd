/** The customers of the demo cafe, on what `npm start` serves. */

import path from 'node:path';
import { Customers } from '../../local/customers';
import { type Local, startLocal } from '../../local/local';
import { seedApi, seedCafe } from '../../local/seed';
import type { Demo } from '../../local/world/cafe';
import { FreeScheduler } from '../../runtime/execution/scheduler';
import type { Store } from '../../runtime/store';
import { testLong } from '../harness/extent';
import { ROOT, TOKEN } from '../harness/local';
import { prepared } from '../harness/prepared';
import { end, endAll, folder, lastStarted, READY, start } from '../harness/started';
import { until } from '../harness/until';

interface Order {
  id: string;
  status: string;
  items: { name: string }[];
  customer: { name: string };
  payment: { paid: number };
  total: number;
}

let now = Date.now();
let customers: Customers;
let local: Local;
let store: Store;
let demo: Demo;
/** How many more may come before the last look at the board was too long ago. */
let coming = 0;
beforeAll(async () => {
  // What they choose is the same every time.
  let drawn = 0;
  jest.spyOn(Math, 'random').mockImplementation(() => (drawn++ * 0.618) % 1);
  customers = new Customers({
    now: () => now,
    pauseMs: () => {
      if (--coming === 0) now += WATCHED_FOR_MS;
      return 0;
    },
  });
  ({ store, made: demo } = await prepared('demo cafe with Stripe', seedOnly));
  local = await serve(store, (request) => customers.see(request));
  const { home, stripe = '' } = local.urls;
  customers.open({ home: home.replace('localhost', '127.0.0.1'), stripe, apiKey: demo.apiKey });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await customers.close();
  await local.close();
  store.close();
  await endAll();
});

const WATCHED_FOR_MS = 20_000;

function serve(on: Store, onRequest?: (request: Request) => void): Promise<Local> {
  const scheduler = new FreeScheduler();
  const options = { store: on, scheduler, root: ROOT, token: TOKEN, providers: ['stripe' as const] };
  return startLocal({ ...options, ...(onRequest && { onRequest }) });
}

async function seedOnly(original: Store): Promise<Demo> {
  const seeding = await serve(original);
  const made = await seedApi(seeding);
  await seedCafe(seeding, made);
  await seeding.close();
  return made;
}

const ORDERS = '/v1/cafes/C-1/orders?pageSize=100';

async function ask<T>(path: string, headers: object = {}, init: RequestInit = {}): Promise<T> {
  const credential = { authorization: `Bearer ${demo.apiKey}`, 'content-type': 'application/json' };
  const answer = await fetch(`${local.urls.home}${path}`, {
    ...init,
    headers: { ...credential, ...headers },
  });
  return (await answer.json()) as T;
}

/** As the board asks in a browser. */
const watch = () => ask(ORDERS, { 'sec-fetch-site': 'same-origin' });
const listOrders = async () => (await ask<{ data: Order[] }>(ORDERS)).data;
const open = (orders: Order[]) =>
  orders.filter(({ status }) => ['placed', 'accepted', 'preparing', 'ready'].includes(status));

/** Somebody watches until so many have come in, whether or not they ordered. */
async function visits(count: number): Promise<void> {
  coming = count;
  await watch();
  await until(() => !customers.areComing);
}

test('nobody comes while nobody watches, whatever programs ask for', async () => {
  await ask(ORDERS, { 'sec-fetch-site': 'cross-site' });
  await ask('/v1/cafes/C-1/menu', { 'sec-fetch-site': 'same-origin' });
  expect(customers.areComing).toBe(false);
  expect(await listOrders()).toEqual([]);
});

test('while somebody watches they order and pay until eight orders are open', async () => {
  await visits(10);
  const orders = await listOrders();
  expect(open(orders)).toHaveLength(8);
  for (const { total, payment, customer, items } of open(orders)) {
    expect(payment.paid).toBe(total);
    expect([customer.name, items.length]).toEqual([expect.stringMatching(/./), expect.any(Number)]);
  }
  expect(new Set(orders.flatMap(({ items }) => items.map(({ name }) => name))).size).toBeGreaterThan(2);
});

test('a closed cafe sends them away, and an order that is done makes room for the next', async () => {
  const said = jest.spyOn(console, 'log').mockImplementation(() => {});
  const [done] = open(await listOrders());
  const change = (path: string, body: object) =>
    ask(path, {}, { method: 'PATCH', body: JSON.stringify(body) });
  await change('/v1/cafes/C-1', { isPaused: true });
  await change(`/v1/orders/${done?.id}`, { status: 'cancelled', reason: 'Sold out' });
  await visits(1);
  expect(said.mock.calls.flat().join()).toMatch(/without an order.*is paused/);
  said.mockRestore();
  await change('/v1/cafes/C-1', { isPaused: false });
  // Some may want what the menu still shows and others have bought meanwhile.
  await visits(4);
  const orders = await listOrders();
  expect([orders.length, open(orders).length]).toEqual([9, 8]);
});

test('twenty seconds after the last look at the board they stay away until the next', async () => {
  now += WATCHED_FOR_MS;
  await listOrders();
  expect(customers.areComing).toBe(false);
  await watch();
  expect(customers.areComing).toBe(true);
  await customers.close();
});

testLong('npm start has them, and ends while they are there', async () => {
  const { urls, apiKey } = await start(path.join(folder, 'motion'), READY);
  const look = async () => {
    const headers = { authorization: `Bearer ${apiKey}`, 'sec-fetch-site': 'same-origin' };
    const answer = await fetch(`${urls.home}${ORDERS}&status=placed`, { headers });
    return (await answer.json()).total;
  };
  await until(async () => (await look()) > 0);
  expect(await end(lastStarted())).toBe(0);
});
