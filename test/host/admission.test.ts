/** What one caller of a host may cost all others. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { parseOptions } from '../../host/server/options';
import { testLong } from '../harness/extent';
import { signEvent } from '../harness/payment-events';
import { until } from '../harness/until';
import {
  findWaiting,
  runSql,
  type SeededHost,
  startHost,
  startSeededHost,
  stopHosts,
  untilReady,
} from './harness';

const STRIPE = {
  SHEETDESK_STRIPE_SECRET_KEY: 'sk_test_1',
  SHEETDESK_STRIPE_WEBHOOK_SECRET: 'whsec_of_the_owner',
};

let host: SeededHost;
beforeAll(async () => {
  // One worker answers in the order in which it is asked.
  host = await startSeededHost({ workers: 1, env: STRIPE });
});
afterAll(stopHosts);

/** Whoever needs this table waits from now on. */
async function hold(table: string): Promise<{ release(): Promise<void> }> {
  const blocker = new pg.Client({ connectionString: host.database });
  await blocker.connect();
  await blocker.query(`begin; lock table "${table}" in access exclusive mode`);
  return {
    async release() {
      await blocker.query('commit');
      await blocker.end();
    },
  };
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${host.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const MENU = '/v1/cafes/C-1/menu';
const readMenu = (headers = {}) => fetch(`${host.url}${MENU}`, { headers });

/** Reads the table, unlike what is cached. */
const readOrder = () => fetch(`${host.url}/v1/orders/O-1-${'0'.repeat(26)}`);

/** As from a proxy: whom a request comes from. */
const from = (address: string) => ({ 'x-forwarded-for': `10.1.2.3, ${address}` });

const statusesOf = async (asked: Promise<Response>[]) =>
  (await Promise.all(asked)).map(({ status }) => status);

test('logins, however many, keep no worker from answering others', async () => {
  const held = await hold('users');
  const asked = Array.from({ length: 40 }, (_, number) =>
    post(`/v1/auth/${['login', 'session', '%6Cogin'][number % 3]}`, {
      email: `${number}@example.com`,
      password: 'no',
    }),
  );
  await until(async () => (await findWaiting(host.database)).length > 0);
  const menus = await statusesOf(Array.from({ length: 4 }, () => readMenu()));
  const waiting = await findWaiting(host.database);
  await held.release();
  expect([menus, waiting.length]).toEqual([[200, 200, 200, 200], 1]);
  expect(await statusesOf(asked)).toEqual(asked.map(() => 401));
});

let number = 0;
const state = async () => (await (await fetch(`${host.url}/healthz`)).json()).seats;

test.each([
  [
    'a valid key',
    () => fetch(`${host.url}/v1/vehicles`, { headers: { authorization: `Bearer ${host.demo.apiKey}` } }),
  ],
  [
    'forged signatures',
    () =>
      post('/webhooks/payments', {}, { 'stripe-signature': 't=1,v1=2', ...from(`203.0.113.${++number}`) }),
  ],
  ['one address', () => fetch(`${host.url}/v1/cafes/C-1`, { headers: from('203.0.113.9') })],
])('a customer has a turn among the first, however much is asked with %s', async (_, ask) => {
  await (await ask()).text();
  const held = await hold('leads');
  const taken = fetch(`${host.url}/v1/leads`, { headers: { authorization: `Bearer ${host.demo.apiKey}` } });
  await until(async () => (await findWaiting(host.database)).length === 1);
  const many = Array.from({ length: 60 }, ask);
  await until(async () => (await state()).waiting === 60);
  const customer = readMenu(from('198.51.100.7'));
  await until(async () => (await state()).waiting === 61);
  host.lines.length = 0;
  await held.release();
  expect((await customer).status).toBe(200);
  expect((await taken).status).toBe(200);
  const [status] = new Set(await statusesOf(many));
  expect(status).not.toBe(503);
  await until(() => host.lines.filter(({ path }) => path !== '/healthz').length === 62);
  const paths = host.lines.map(({ path }) => path).filter((path) => path !== '/healthz');
  expect(paths.indexOf(MENU)).toBeLessThanOrEqual(3);
});

test('a webhook that is signed goes first from the start, before forged ones of any address', async () => {
  const held = await hold('orders');
  const asked = [readOrder()];
  await until(async () => (await findWaiting(host.database)).length === 1);
  for (let count = 1; count <= 3; count++) {
    asked.push(
      post('/webhooks/payments', {}, { 'stripe-signature': 't=1,v1=2', ...from(`203.0.113.${count}`) }),
    );
    await until(async () => (await state()).waiting === count);
  }
  const payload = JSON.stringify({ id: 'evt_1', type: 'other', data: { object: {} } });
  const signature = signEvent(payload, Date.now(), STRIPE.SHEETDESK_STRIPE_WEBHOOK_SECRET);
  asked.push(post('/webhooks/payments', JSON.parse(payload), { 'stripe-signature': signature }));
  await until(async () => (await state()).waiting === 4);
  host.lines.length = 0;
  await held.release();
  await Promise.all(asked);
  const answered = () => host.lines.filter(({ path }) => path !== '/healthz').map(({ status }) => status);
  await until(() => answered().length === asked.length);
  expect(answered()).toEqual([404, 200, 401, 401, 401]);
});

test('a credential that is over its limit is told so without a worker', async () => {
  const asKey = () =>
    fetch(`${host.url}/v1/vehicles`, { headers: { authorization: `Bearer ${host.demo.apiKey}` } });
  await asKey();
  await runSql(host.database, 'update rate_limits set marks = repeat(right(marks, 11), 1000)');
  const first = await asKey();
  const held = await hold('orders');
  const order = readOrder();
  await until(async () => (await findWaiting(host.database)).length === 1);
  let again: Response | undefined;
  const asked = asKey().then((answer) => {
    again = answer;
  });
  await until(async () => again !== undefined || (await state()).waiting > 0);
  expect([first.status, again?.status]).toEqual([429, 429]);
  expect(Number(again?.headers.get('retry-after'))).toBeLessThanOrEqual(
    Number(first.headers.get('retry-after')),
  );
  expect(await again?.json()).toMatchObject({
    error: { code: 'rate_limited', retryAfter: Number(again?.headers.get('retry-after')) },
  });
  await held.release();
  await Promise.all([order, asked]);
  await runSql(host.database, 'delete from rate_limits');
});

/** A connection on which so much was sent, and what has come back so far. */
function converse(sent: string): { socket: Socket; answer(): string } {
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(sent);
  return { socket, answer: () => answer };
}

/** The first line of the response to such a head. */
async function firstLine(...lines: string[]): Promise<string> {
  const { socket, answer } = converse([...lines, 'Host: here', '', ''].join('\r\n'));
  await until(() => answer().includes('\r\n'));
  socket.destroy();
  return answer().split('\r\n', 1)[0] ?? '';
}

test('a load balancer that asks as HTTP/1.0 does, without a Host, is answered', async () => {
  const { socket, answer } = converse('GET /readyz HTTP/1.0\r\n\r\n');
  await once(socket, 'close');
  expect(answer()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});

test('requests that are sent all at once are answered in turn, and only to who takes the answers', async () => {
  host.lines.length = 0;
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;
  const { socket, answer } = converse(ask(`${MENU}?none`) + ask('/v1/none') + ask(MENU));
  await until(() => answer().includes('200 OK'));
  expect(answer().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 422', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  socket.destroy();
  const deaf = converse(ask('/docs').repeat(32)).socket.pause();
  const tooMany = converse(ask('/docs').repeat(33)).socket.pause();
  await once(
    tooMany.on('error', () => {}),
    'close',
  );
  await until(() => host.lines.some(({ path }) => path === '/docs'));
  await readMenu();
  expect(host.lines.filter(({ path }) => path === '/docs').length).toBeLessThan(32);
  deaf.destroy();
});

test.each(['/v1/../v1/leads', '/v1/%2e%2E/leads', '/v1/leads/.', '/v1\\..\\leads'])(
  'a path is not normalized, but refused: %s',
  async (target) => {
    expect(await firstLine(`GET ${target}?a=../b HTTP/1.1`)).toBe('HTTP/1.1 400 Bad Request');
  },
);

test.each([
  ['a body that is too large is refused before it is sent', 1_000_001, 'HTTP/1.1 413 Payload Too Large'],
  ['a body that is asked for is sent', 1_000_000, 'HTTP/1.1 100 Continue'],
])('%s', async (_, length, line) => {
  const head = ['POST /v1/leads HTTP/1.1', `Content-Length: ${length}`, 'Expect: 100-continue'];
  expect(await firstLine(...head)).toBe(line);
});

test('bodies that never end take as much memory as eight of the largest, and keep nobody else out', async () => {
  const head = ['POST /v1/leads HTTP/1.1', 'Host: here', 'X-Forwarded-For: 203.0.113.10'];
  const open = Array.from({ length: 12 }, () =>
    converse([...head, 'Content-Length: 900000', '', '{'].join('\r\n')),
  );
  const refused = () => open.filter(({ answer }) => answer().startsWith('HTTP/1.1 503'));
  await until(() => refused().length >= 4);
  const email = { email: 'nobody@example.com', password: 'x'.repeat(900) };
  expect((await post('/v1/auth/login', email, from('198.51.100.7'))).status).toBe(401);
  expect([refused().length, refused()[0]?.answer()]).toEqual([4, expect.stringContaining('retry-after: 5')]);
  for (const { socket } of open) socket.destroy();
  const body = { name: 'x'.repeat(900_000) };
  await until(async () => (await post('/v1/auth/login', body, from('203.0.113.10'))).status === 422);
});

test('one address has 256 connections at most, through a proxy too, and keeps nobody else out', async () => {
  let closed = 0;
  const open = Array.from({ length: 300 }, () => converse('').socket);
  for (const socket of open) {
    socket.on('error', () => {});
    socket.once('close', () => closed++);
  }
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  for (const [index, socket] of open.entries()) {
    const caller = `X-Forwarded-For: 203.0.113.${index < 260 ? 11 : 12}`;
    socket.write(
      ['POST /v1/leads HTTP/1.1', 'Host: here', caller, 'Content-Length: 9', '', '{'].join('\r\n'),
    );
  }
  await until(() => closed >= 4);
  host.lines.length = 0;
  const whole = converse(`GET ${MENU} HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: 203.0.113.11\r\n\r\n`);
  await once(whole.socket, 'close');
  expect((await readMenu(from('198.51.100.8'))).status).toBe(200);
  await until(() => host.lines.length > 0);
  expect([closed, whole.answer(), host.lines.map(({ path }) => path)]).toEqual([4, '', [MENU]]);
  for (const socket of open) socket.destroy();
});

testLong('what never comes to an end is answered 408', async () => {
  const { socket, answer } = converse('GET /v1/leads HTTP/1.1\r\nHost: here\r\n');
  await once(socket, 'close');
  expect(answer()).toMatch(/^HTTP\/1.1 408 /);
});

test('a statement that takes too long is undone, and its request is answered 503 with Retry-After', async () => {
  expect(parseOptions(['--database', host.database]).statementTimeoutMs).toBe(2_000);
  const brisk = await startHost({ database: host.database, workers: 1, args: ['--statement-timeout', '1'] });
  await untilReady(brisk);
  const held = await hold('leads');
  const answer = await fetch(`${brisk.url}/v1/leads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.demo.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', phone: '+15551234567' }),
  });
  await held.release();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await runSql(host.database, 'select id from leads')).toEqual([]);
  await brisk.kill();
});
