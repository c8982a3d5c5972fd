/** `npm start -- --database embedded` */
import { chmodSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseOptions } from '../../local/options';
import { spread, testLong } from '../harness/extent';
import {
  type Credentials,
  credentialsIn,
  end,
  endAll,
  folder,
  killAt,
  lastStarted,
  READY,
  start,
} from '../harness/started';
import { until } from '../harness/until';

// As root the database's server is somebody else.
beforeAll(() => chmodSync(folder, 0o711));
afterAll(endAll);

const state = path.join(folder, 'on a database');
const DATABASE = ['--database', 'embedded'];

async function call<T>(url: string, credential = '', body?: object): Promise<T> {
  const answer = await fetch(url, {
    headers: {
      ...(credential && { authorization: `Bearer ${credential}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  expect(answer.status).toBeLessThan(300);
  return (await answer.json()) as T;
}

/** An order that is paid at the emulated Stripe, which tells the API. */
async function orderAndPay({ urls, cafeId }: Credentials): Promise<string> {
  const menu = await call<{ data: { id: string; name: string }[] }>(
    `${urls.gateway}/v1/cafes/${cafeId}/menu`,
  );
  const espresso = menu.data.find(({ name }) => name === 'Espresso');
  const order = { cafeId, items: [{ menuItemId: espresso?.id, quantity: 1 }], customer: { name: 'Ada' } };
  const { id, payment } = await call<{ id: string; payment: { intentId: string } }>(
    `${urls.gateway}/v1/orders`,
    '',
    order,
  );
  await fetch(`${urls.stripe}/v1/payment_intents/${payment.intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sheetdesk' },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  });
  return id;
}

const statusAt = async ({ urls }: Credentials, id: string) =>
  (await call<{ status: string }>(`${urls.gateway}/v1/orders/${id}`)).status;

test('the demo runs on a database that needs nothing installed, which ends with it', async () => {
  const first = await start(state, READY, ...DATABASE);
  expect(first.users.map(({ role }) => role)).toEqual(['admin', 'agent', 'manager', 'staff']);
  expect(statSync(path.join(state, 'credentials.json')).mode & 0o077).toBe(0);
  expect(statSync(path.join(state, 'sheetdesk.db')).mode & (process.getuid?.() === 0 ? 0o077 : 0)).toBe(0);
  for (const { email, password } of spread(first.users, 1))
    expect(await call(`${first.urls.gateway}/v1/auth/login`, '', { email, password })).toHaveProperty(
      'token',
    );
  const id = await orderAndPay(first);
  await until(async () => (await statusAt(first, id)) === 'placed');
  expect(await end(lastStarted())).toBe(0);
  expect(existsSync(path.join(state, 'postgres/data/postmaster.pid'))).toBe(false);
});

testLong('everything is there again after a restart', async () => {
  const first = await start(state, READY, ...DATABASE);
  const id = await orderAndPay(first);
  await until(async () => (await statusAt(first, id)) === 'placed');
  expect(await end(lastStarted())).toBe(0);
  const second = await start(state, READY, ...DATABASE);
  expect(second).toMatchObject({ apiKey: first.apiKey, users: first.users });
  expect(await call(`${second.urls.gateway}/v1/leads`, second.apiKey)).toMatchObject({ total: 0 });
  expect(await statusAt(second, id)).toBe('placed');
  expect(await end(lastStarted())).toBe(0);
});

testLong('a database that a start was killed with ends too, and starts again', async () => {
  await killAt(READY, state, ...DATABASE);
  const first = credentialsIn(state);
  await until(async () => !existsSync(path.join(state, 'postgres/data/postmaster.pid')));
  const second = await start(state, READY, ...DATABASE);
  expect(second.apiKey).toBe(first.apiKey);
  expect(await end(lastStarted())).toBe(0);
});

test.each([
  [
    ['--database', 'here'],
    '--database must be "embedded", or a URL such as postgres://user:password@host:5432/database.',
  ],
  [
    [...DATABASE, '--latency'],
    '--latency, --wide-sheets and --doubt only apply to Google, not to --database.',
  ],
])('%j is refused in one line', (args, error) => {
  expect(() => parseOptions(args)).toThrow(error);
});
