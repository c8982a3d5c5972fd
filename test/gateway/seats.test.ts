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

/** All seats are taken by calls of `GET /v1/taken`. */
async function startFull(seats: number): Promise<void> {
  held = await startHeld(seats);
  for (let taken = 0; taken < seats; taken++) void held.ask('/v1/taken', as('any'));
  await until(() => held.arrived.length === seats);
}

/** The calls that come through from now on, in order, as the oldest is answered again and again. */
async function arrivals(count: number): Promise<string[]> {
  const before = held.arrived.length;
  while (held.arrived.length < before + count) await held.answer();
  return held.arrived.slice(before);
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

test('webhooks go first, then credentials, then the others, each in the order in which they came', async () => {
  await startFull(3);
  await held.queue('/v1/orders', ORDER);
  await held.queue('/v1/leads', as('a'));
  await held.queue('/v1/leads/L-2', as('b'));
  await held.queue('/v1/messaging/webhook', TEXT);
  await held.queue('/webhooks/payments', PAYMENT);
  expect(await arrivals(5)).toEqual([
    'POST /v1/messaging/webhook',
    'POST /webhooks/payments',
    'GET /v1/leads',
    'GET /v1/leads/L-2',
    'POST /v1/orders',
  ]);
});

test('a webhook without a signature waits with the others', async () => {
  await startFull(1);
  await held.queue('/webhooks/payments', ORDER);
  await held.queue('/v1/leads', as('a'));
  expect(await arrivals(2)).toEqual(['GET /v1/leads', 'POST /webhooks/payments']);
});

test.each([
  [59_999, ['GET /v1/good', 'GET /v1/bad']],
  [60_000, ['GET /v1/bad', 'GET /v1/good']],
])('%d ms after it was refused a credential is in this order: %j', async (ms, order) => {
  held = await startHeld(1);
  const refused = held.ask('/v1/refused', as('bad'));
  await held.answer({ status: 401 });
  expect((await refused).status).toBe(401);
  jest.advanceTimersByTime(ms);
  void held.ask('/v1/taken', as('any'));
  await until(() => held.arrived.length === 2);
  await held.queue('/v1/bad', as('bad'));
  await held.queue('/v1/good', as('good'));
  expect(await arrivals(2)).toEqual(order);
});

test('a full queue refuses, and nothing was sent', async () => {
  await startFull(1);
  await held.queue('/v1/a', as('a'));
  await held.queue('/v1/b', as('a'));
  expect(await errorOf(held.ask('/v1/leads', { ...as('a'), method: 'POST', body: '{}' }))).toEqual(BUSY);
  expect(held.arrived).toEqual(['GET /v1/taken']);
});

test('in a full queue the last of a lower rank gives way to a webhook', async () => {
  await startFull(1);
  await held.queue('/v1/a', as('a'));
  const { asked } = await held.queue('/v1/b');
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
  await startFull(12);
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
