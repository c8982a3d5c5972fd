/** The customers of the demo cafe, on what `npm start` serves. */

import path from 'node:path';
import { Customers } from '../../local/customers/customers';
import type { Demo } from '../../local/demo-data';
import { type Local, startLocal } from '../../local/local';
import { seedApi, seedCafe } from '../../local/seed';
import { FreeScheduler } from '../../runtime/execution/scheduler';
import { openStore } from '../../runtime/store';
import { testLong } from '../harness/extent';
import { ROOT, TOKEN } from '../harness/local';
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

const store = openStore(':memory:');
let now = Date.now();
let customers: Customers;
let local: Local;
let demo: Demo;
/** Since somebody watches. */
let served = 0;
beforeAll(async () => {
  customers = new Customers({
    now: () => now,
    pauseMs: (count) => {
      served = count + 1;
      return 0;
    },
  });
  local = await startLocal({
    store,
    scheduler: new FreeScheduler(),
    root: ROOT,
    token: TOKEN,
    providers: ['stripe'],
    onRequest: (request) => customers.see(request),
  });
  demo = await seedApi(local);
  await seedCafe(local, demo);
  const { home, stripe = '' } = local.urls;
  customers.open({ home: home.replace('localhost', '127.0.0.1'), stripe, apiKey: demo.apiKey });
});
afterAll(async () => {
  await customers.close();
  await local.close();
  store.close();
  await endAll();
});

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

/** Once so many more have come in, whether or not they ordered. */
async function afterVisits(count: number): Promise<void> {
  const before = served;
  await until(() => served >= before + count);
}

test('nobody comes while nobody watches, whatever programs ask for', async () => {
  await listOrders();
  await ask(ORDERS, { 'sec-fetch-site': 'cross-site' });
  await ask('/v1/cafes/C-1/menu', { 'sec-fetch-site': 'same-origin' });
  expect(customers.areComing).toBe(false);
  expect(await listOrders()).toEqual([]);
});

test('while somebody watches they order and pay until eight orders are open', async () => {
  await watch();
  expect(customers.areComing).toBe(true);
  await until(async () => open(await listOrders()).length === 8);
  await afterVisits(2);
  const orders = await listOrders();
  expect(open(orders)).toHaveLength(8);
  for (const { total, payment, customer, items } of open(orders)) {
    expect(payment.paid).toBe(total);
    expect([customer.name, items.length]).toEqual([expect.stringMatching(/./), expect.any(Number)]);
  }
  expect(new Set(orders.flatMap(({ items }) => items.map(({ name }) => name))).size).toBeGreaterThan(2);
});

test('an order that is done makes room for the next', async () => {
  const [done] = open(await listOrders());
  const cancel = { method: 'PATCH', body: JSON.stringify({ status: 'cancelled', reason: 'Sold out' }) };
  await ask(`/v1/orders/${done?.id}`, {}, cancel);
  await until(async () => {
    const orders = await listOrders();
    return orders.length > 8 && open(orders).length === 8;
  });
});

test('a closed cafe sends them away, and they come again', async () => {
  const said = jest.spyOn(console, 'log').mockImplementation(() => {});
  await ask('/v1/cafes/C-1', {}, { method: 'PATCH', body: JSON.stringify({ isPaused: true }) });
  const [done] = open(await listOrders());
  const cancel = { method: 'PATCH', body: JSON.stringify({ status: 'cancelled', reason: 'Closing' }) };
  await ask(`/v1/orders/${done?.id}`, {}, cancel);
  await until(() => said.mock.calls.some(([line]) => /without an order.*is paused/.test(line)));
  await ask('/v1/cafes/C-1', {}, { method: 'PATCH', body: JSON.stringify({ isPaused: false }) });
  await until(async () => open(await listOrders()).length === 8);
  said.mockRestore();
});

test('twenty seconds after the last look at the board they stay away', async () => {
  now += 20_000;
  await until(() => !customers.areComing);
  const before = (await listOrders()).length;
  await listOrders();
  expect(customers.areComing).toBe(false);
  await watch();
  expect(customers.areComing).toBe(true);
  await customers.close();
  expect((await listOrders()).length).toBe(before);
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
