/** What a customer of a host gets while one caller asks for as much as it can. docs/security.md states what comes of it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { runSql, type SeededHost, startSeededHost, stopHosts } from './harness';

const CUSTOMER = { 'x-forwarded-for': '198.51.100.7' };
const ABUSER = { 'x-forwarded-for': '203.0.113.9' };
/** A menu and an order each. */
const VISITS = 15;
/** As strong as those that the product makes, of no password. */
const HASH = `$scrypt$ln=14,r=8,p=5$${'0'.repeat(32)}$${'0'.repeat(64)}`;

let host: SeededHost;
let items: { id: string }[];
beforeAll(async () => {
  host = await startSeededHost({ isApart: true });
  await runSql(host.database, `update users set password_hash = $1 where email = 'agent@example.com'`, [
    HASH,
  ]);
  ({ data: items } = await (await ask('GET', '/v1/cafes/C-1/menu')).json());
});
afterAll(stopHosts);

function ask(method: string, path: string, { headers = {}, body }: { headers?: object; body?: object } = {}) {
  return fetch(`${host.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const withKey = (key = host.demo.apiKey) => ({ ...ABUSER, authorization: `Bearer ${key}` });
let number = 0;
const forgedKey = () => `sk_${++number}_${'0'.repeat(38)}`;

async function sessionOfStaff(): Promise<string> {
  const { email, password } = host.demo.users.find(({ role }) => role === 'staff') ?? {};
  const answer = await ask('POST', '/v1/auth/login', { body: { email, password } });
  return (await answer.json()).token;
}

interface Abuse {
  connections: number;
  ask(stop: AbortSignal): Promise<{ status: number }>;
}

const CALLERS: readonly [string, () => Promise<Abuse>][] = [
  ['nobody', async () => ({ connections: 0, ask: () => ask('GET', '/v1/health') })],
  [
    '20 logins of invented addresses at once',
    async () => ({
      connections: 20,
      ask: () =>
        ask('POST', '/v1/auth/login', {
          headers: ABUSER,
          body: { email: `${++number}@example.com`, password: 'no' },
        }),
    }),
  ],
  [
    'a valid key with 20 connections',
    async () => ({ connections: 20, ask: () => ask('GET', '/v1/leads?sort=-score', { headers: withKey() }) }),
  ],
  [
    'a valid key with 100 connections',
    async () => ({ connections: 100, ask: () => ask('GET', '/v1/vehicles', { headers: withKey() }) }),
  ],
  [
    'a new forged key in each of 100 requests at once',
    async () => ({ connections: 100, ask: () => ask('GET', '/v1/leads', { headers: withKey(forgedKey()) }) }),
  ],
  [
    '60 forged signatures of Stripe at once',
    async () => ({
      connections: 60,
      ask: () =>
        ask('POST', '/webhooks/payments', {
          headers: { ...ABUSER, 'stripe-signature': 't=1,v1=2' },
          body: {},
        }),
    }),
  ],
  [
    'a session that is refused with 403, on 20 connections',
    async () => {
      const token = await sessionOfStaff();
      return { connections: 20, ask: () => ask('GET', '/v1/leads', { headers: withKey(token) }) };
    },
  ],
  [
    'a page that is asked for on 100 connections',
    async () => ({
      connections: 100,
      ask: () => ask('GET', '/staff', { headers: { ...ABUSER, 'accept-encoding': 'br' } }),
    }),
  ],
  ['400 bodies of 850 kB that never end', async () => ({ connections: 400, ask: sendHalf })],
];

/** Holds on to the connection for as long as it may. */
async function sendHalf(stop: AbortSignal): Promise<{ status: number }> {
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
  let status = 0;
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    status = Number(String(chunk).split(' ')[1]);
  });
  const head =
    'POST /v1/leads HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Length: 850000';
  socket.write(`${head}\r\n\r\n${'x'.repeat(800_000)}`);
  await once(stop, 'abort');
  socket.destroy();
  return { status };
}

/** Asks on all connections, again and again, until it is told to stop. */
async function abuse({ connections, ask: askOnce }: Abuse, stop: AbortSignal): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const connection = async () => {
    while (!stop.aborted) {
      const answer = await askOnce(stop);
      if (answer instanceof Response) await answer.text();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return statuses;
}

async function visit(): Promise<{ statuses: number[]; ms: number }> {
  const startedAt = performance.now();
  const menu = await ask('GET', '/v1/cafes/C-1/menu', { headers: CUSTOMER });
  await menu.text();
  const order = {
    cafeId: 'C-1',
    items: [{ menuItemId: items[1]?.id, quantity: 1 }],
    customer: { name: 'Ada' },
  };
  const ordered = await ask('POST', '/v1/orders', { headers: CUSTOMER, body: order });
  await ordered.text();
  return { statuses: [menu.status, ordered.status], ms: performance.now() - startedAt };
}

/** Shown after the run: docs/security.md states the longest. */
const measured: string[] = [];
afterAll(() => process.stderr.write(`\n${measured.join('\n')}\n`));

test.each(CALLERS)('a customer is served while there is %s', async (name, prepare) => {
  await runSql(host.database, 'delete from rate_limits');
  const stop = new AbortController();
  const abused = abuse(await prepare(), stop.signal);
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  while (visits.length < VISITS) visits.push(await visit());
  stop.abort();
  const met = [...(await abused)].sort(([one], [other]) => one - other);
  const served = visits.filter(({ statuses }) => statuses.join() === '200,201').length;
  const [p50 = 0] = visits
    .map(({ ms }) => ms)
    .sort((a, b) => a - b)
    .slice(Math.floor(VISITS / 2));
  const answers = met.map(([status, count]) => `${status}: ${count}`).join(', ');
  measured.push(
    `${name}: ${served} of ${VISITS}, ${Math.round(p50)} ms; the others were answered ${answers}`,
  );
  expect(served).toBe(VISITS);
});
