import type { Origin } from '../../gateway/admission';
import { until } from '../harness/until';
import { answerWith, type Held, startHeld, stopClock } from './held-backend';

const PAYMENT = { method: 'POST', body: '{}', headers: { 'stripe-signature': 't=1,v1=2' } };
const TEXT = { method: 'POST', body: 'Body=STOP', headers: { 'x-twilio-signature': 'abc=' } };
const ORDER = { method: 'POST', body: '{}' };
const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

let held: Held;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  stopClock();
});
afterEach(async () => {
  await held.close();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** The API's answer to a caller whose requests are counted. */
const COUNTED = { headers: { ratelimit: '"minute";r=9;t=60' } };

type Init = RequestInit & Origin;

/** The API has found some callers valid, and then all seats are taken by calls of `GET /v1/taken`. */
async function startFull(
  seats: number,
  { proven = [], taken = { address: 'taken' } }: { proven?: readonly Init[]; taken?: Init } = {},
): Promise<void> {
  held = await startHeld(seats);
  for (const init of proven) {
    const asked = held.ask(init.method ? '/webhooks/payments' : '/v1/leads', init);
    await held.answer(COUNTED);
    await asked;
  }
  held.arrived.length = 0;
  for (let seat = 0; seat < seats; seat++) void held.ask('/v1/taken', taken);
  await until(() => held.arrived.length === seats);
}

/** The calls that come through from now on, in order, as the oldest is answered again and again. */
async function arrivals(count: number): Promise<string[]> {
  const before = held.arrived.length;
  while (held.arrived.length < before + count) await held.answer(COUNTED);
  return held.arrived.slice(before);
}

async function queueMany(count: number, path: string, init: Init): Promise<{ asked: Promise<Response>[] }> {
  const asked: Promise<Response>[] = [];
  while (asked.length < count) asked.push((await held.queue(path, init)).asked);
  return { asked };
}

async function errorOf(asked: Promise<Response>) {
  const answer = await asked;
  return { ...(await answer.json()).error, header: answer.headers.get('retry-after') };
}

const BUSY = {
  status: 503,
  code: 'busy',
  message: 'Too many requests are waiting. Nothing was done: retry in 5 seconds.',
  retryAfter: 5,
  header: '5',
};

test('so many calls run at once as there are seats, and the next waits', async () => {
  await startFull(2);
  const { asked } = await held.queue('/v1/a', as('any'));
  expect((await held.state()).seats).toEqual({ total: 2, inUse: 2, waiting: 1 });
  for (let answered = 0; answered < 3; answered++) await held.answer();
  expect((await asked).status).toBe(200);
  expect((await held.state()).seats).toEqual({ total: 2, inUse: 0, waiting: 0 });
});

test('proven webhooks go first, then credentials, then the others, each in the order in which they came', async () => {
  await startFull(5, { proven: [PAYMENT, as('a')] });
  await held.queue('/v1/orders', ORDER);
  await held.queue('/v1/leads', as('a'));
  await held.queue('/v1/messaging/webhook', TEXT);
  await held.queue('/webhooks/payments', PAYMENT);
  expect(await arrivals(4)).toEqual([
    'POST /v1/messaging/webhook',
    'POST /webhooks/payments',
    'GET /v1/leads',
    'POST /v1/orders',
  ]);
});

test('signatures that nobody has checked take turns with everybody else, and stop no order', async () => {
  await startFull(12);
  await queueMany(20, '/webhooks/payments', { ...PAYMENT, address: 'forger' });
  await held.queue('/v1/orders', { ...ORDER, address: 'customer' });
  await held.queue('/v1/cafes/C-2', { address: 'customer' });
  expect(await arrivals(4)).toEqual([
    'POST /webhooks/payments',
    'POST /v1/orders',
    'POST /webhooks/payments',
    'GET /v1/cafes/C-2',
  ]);
});

test.each([
  ['is refused', { status: 401 }, false],
  ['may not do what it asks for', { ...COUNTED, status: 403 }, false],
  ['is over its limit', { ...COUNTED, status: 429 }, false],
  ['asks for what is not there', { ...COUNTED, status: 404 }, true],
  ['is not looked at', {}, false],
])('a credential that %s keeps its rank at the next request, or not: %j, %j', async (_, reply, keeps) => {
  held = await startHeld(1);
  for (const answer of [COUNTED, reply]) {
    const asked = held.ask('/v1/leads', as('a'));
    await held.answer(answer);
    await asked;
  }
  void held.ask('/v1/taken', { address: 'taken' });
  await until(() => held.arrived.length === 3);
  await held.queue('/v1/cafes/C-1');
  await held.queue('/v1/second', as('a'));
  expect((await arrivals(2))[0]).toBe(keeps ? 'GET /v1/second' : 'GET /v1/cafes/C-1');
});

test.each([
  ['credential', 'proven', as('greedy'), as('other')],
  ['address', 'none', { address: 'greedy' }, { address: 'other' }],
  ['a credential that nobody has checked', 'none', as('greedy'), {}],
])('callers take turns, however much one asks for: by %s', async (_, kind, greedy, other) => {
  await startFull(4, { proven: kind === 'proven' ? [greedy, other] : [] });
  await queueMany(5, '/v1/greedy', greedy);
  await queueMany(2, '/v1/other', other);
  expect(await arrivals(5)).toEqual([
    'GET /v1/greedy',
    'GET /v1/other',
    'GET /v1/greedy',
    'GET /v1/other',
    'GET /v1/greedy',
  ]);
});

test('a credential is one caller, however its scheme is written', async () => {
  await startFull(4, { proven: [as('greedy'), as('other')] });
  for (const scheme of ['Bearer ', 'bearer ', 'Bearer  '])
    await held.queue('/v1/greedy', { headers: { authorization: `${scheme}greedy` } });
  await queueMany(2, '/v1/other', as('other'));
  expect(await arrivals(4)).toEqual(['GET /v1/greedy', 'GET /v1/other', 'GET /v1/greedy', 'GET /v1/other']);
});

test('a credential that is over its limit is told so without the script, and not at once', async () => {
  held = await startHeld(1);
  const first = held.ask('/v1/leads', as('a'));
  await held.answer({ status: 429, headers: { ...COUNTED.headers, 'retry-after': '60' } });
  await first;
  let status: number | undefined;
  const again = held.ask('/v1/leads', as('a')).then((answer) => {
    status = answer.status;
  });
  for (let turn = 0; turn < 20; turn++) await held.state();
  expect(status).toBeUndefined();
  jest.advanceTimersByTime(250);
  await again;
  expect([status, held.arrived]).toEqual([429, ['GET /v1/leads']]);
});

test('customers who wait have every other turn, and half of the seats', async () => {
  await startFull(2, { proven: [as('a')] });
  await queueMany(3, '/v1/leads', as('a'));
  await held.queue('/v1/orders', ORDER);
  expect(await arrivals(3)).toEqual(['GET /v1/leads', 'POST /v1/orders', 'GET /v1/leads']);
  await held.close();
  await startFull(3, { proven: [as('a')], taken: as('a') });
  await queueMany(4, '/v1/leads', as('a'));
  await held.queue('/v1/orders', ORDER);
  expect(await arrivals(2)).toEqual(['POST /v1/orders', 'GET /v1/leads']);
});

test('only a few logins are worked on at once, and the others take no seat', async () => {
  held = await startHeld();
  for (let asked = 0; asked < 6; asked++) void held.ask('/v1/auth/login', ORDER);
  void held.ask('/v1/cafes/C-1/menu');
  await until(() => held.arrived.includes('GET /v1/cafes/C-1/menu'));
  expect((await held.state()).seats).toEqual({ total: 25, inUse: 5, waiting: 2 });
});

test('a full queue refuses, and nothing was sent', async () => {
  await startFull(1);
  await held.queue('/v1/a', as('a'));
  await held.queue('/v1/b', as('a'));
  await held.queue('/v1/c', as('a'));
  expect(await errorOf(held.ask('/v1/leads', { ...as('a'), method: 'POST', body: '{}' }))).toEqual(BUSY);
  expect(held.arrived).toEqual(['GET /v1/taken']);
});

test('in a full queue the last of whoever waits with most gives way to another caller', async () => {
  await startFull(2);
  const { asked: many } = await queueMany(6, '/v1/a', { address: 'greedy' });
  void held.ask('/v1/b', { address: 'other' });
  expect(await errorOf(many[5] as Promise<Response>)).toEqual(BUSY);
  expect(await errorOf(held.ask('/v1/c', { address: 'greedy' }))).toEqual(BUSY);
  expect(await arrivals(2)).toEqual(['GET /v1/a', 'GET /v1/b']);
});

test('half of the places in a full queue are for customers', async () => {
  await startFull(2, { proven: [as('a')] });
  const { asked: many } = await queueMany(6, '/v1/leads', as('a'));
  for (const place of [5, 4, 3]) {
    void held.ask('/v1/orders', ORDER);
    expect(await errorOf(many[place] as Promise<Response>)).toEqual(BUSY);
  }
  expect(await errorOf(held.ask('/v1/orders', ORDER))).toEqual(BUSY);
});

test('in a full queue the last of a lower rank gives way to a webhook', async () => {
  await startFull(1, { proven: [PAYMENT, as('a')] });
  await held.queue('/v1/a', as('a'));
  await held.queue('/v1/b');
  const { asked } = await held.queue('/v1/c');
  void held.ask('/webhooks/payments', PAYMENT);
  expect(await errorOf(asked)).toEqual(BUSY);
  expect(await arrivals(2)).toEqual(['POST /webhooks/payments', 'GET /v1/a']);
});

test('nobody waits for a seat longer than 20 seconds', async () => {
  await startFull(1);
  const { asked } = await held.queue('/v1/a', as('a'));
  jest.advanceTimersByTime(19_999);
  expect((await held.state()).seats.waiting).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await errorOf(asked)).toEqual(BUSY);
  expect(held.arrived).toEqual(['GET /v1/taken']);
});

test('no new order is taken while twenty payments wait, and nothing else is refused', async () => {
  await startFull(12, { proven: [PAYMENT] });
  for (let waiting = 0; waiting < 19; waiting++) await held.queue('/webhooks/payments', PAYMENT);
  await held.queue('/v1/orders', ORDER);
  await held.queue('/webhooks/payments', PAYMENT);
  expect(await errorOf(held.ask('/v1/orders', ORDER))).toEqual(BUSY);
  await held.queue('/v1/cafes/C-1/menu');
  await held.answer();
  await held.queue('/v1/orders', ORDER);
});

test.each([
  ['/v1/leads', as('a')],
  ['/v1/cafes/C-1/menu', {}],
])('a caller of %s who goes away leaves the queue', async (path, init) => {
  await startFull(1);
  const caller = new AbortController();
  const { asked } = await held.queue(path, { ...init, signal: caller.signal });
  caller.abort();
  await asked;
  expect((await held.state()).seats.waiting).toBe(0);
});

test('a gateway that stops answers those who wait, and ends what runs', async () => {
  held = await startHeld(1);
  const running = held.ask('/v1/taken');
  const call = await held.next();
  const { asked } = await held.queue('/v1/a', as('a'));
  held.stop();
  const refusal = {
    status: 503,
    code: 'unavailable',
    message: 'The API is restarting. Nothing was done: retry in 5 seconds.',
    retryAfter: 5,
  };
  expect(await errorOf(asked)).toMatchObject(refusal);
  expect(await errorOf(held.ask('/v1/b'))).toMatchObject(refusal);
  answerWith(call, {});
  expect((await running).status).toBe(200);
});

test('/healthz says how the gateway is and calls no script', async () => {
  held = await startHeld();
  const now = new Date().toISOString();
  const idle = { total: 25, inUse: 0, waiting: 0 };
  expect(await held.state()).toEqual({ status: 'ok', seats: idle, lastSuccess: null, lastFailure: null });
  expect(held.arrived).toEqual([]);
  const asked = held.ask('/v1/health');
  await held.answer();
  await asked;
  expect(await held.state()).toMatchObject({ seats: idle, lastSuccess: now, lastFailure: null });
  const broken = held.ask('/v1/health');
  (await held.next()).response.destroy();
  await broken;
  expect(await held.state()).toMatchObject({ lastFailure: { at: now, code: 'bad_gateway' } });
});
