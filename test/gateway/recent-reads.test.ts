import { testLong } from '../harness/extent';
import { until } from '../harness/until';
import { answerWith, type Held, startHeld, stopClock } from './held-backend';

const ORDER = '/v1/orders/O-1-abcdefghijklmnopqrstuv';
const OTHER = '/v1/orders/O-2-abcdefghijklmnopqrstuv';
const CAFE = '/v1/cafes/C-1';
const MENU = `${CAFE}/menu`;
const KEY = { authorization: 'Bearer key' };
const reply = (n: number) => ({
  headers: { etag: `"v${n}"`, 'content-type': 'application/json' },
  body: `{"n":${n}}`,
});

let held: Held;
beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  stopClock();
  held = await startHeld();
});
afterEach(async () => {
  await held.close();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** The body that a caller gets; the web app answers with `n` if it is asked. */
async function read(path: string, init?: RequestInit): Promise<string> {
  return (await held.ask(path, init)).text();
}
async function readAnew(path: string, n: number, init?: RequestInit): Promise<string> {
  const body = read(path, init);
  await held.answer(reply(n));
  return body;
}

test.each([ORDER, MENU, CAFE, '/openapi.json'])('reads of %s at the same time are one call', async (path) => {
  const asked = Array.from({ length: 10 }, () => read(path));
  await held.answer(reply(1));
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['{"n":1}']));
  expect(held.arrived).toEqual([`GET ${path}`]);
});

test.each([
  [ORDER, 5_000],
  [MENU, 5_000],
  [CAFE, 5_000],
  ['/openapi.json', 300_000],
])('an answer to %s serves others for %d ms', async (path, ms) => {
  expect(await readAnew(path, 1)).toBe('{"n":1}');
  jest.advanceTimersByTime(ms - 1);
  expect(await read(path)).toBe('{"n":1}');
  jest.advanceTimersByTime(1);
  expect(await readAnew(path, 2)).toBe('{"n":2}');
});

test.each(['"v1"', 'W/"v1"', '"v0", "v1"', '*'])('what a caller has is not sent again: %s', async (etag) => {
  await readAnew(MENU, 1);
  const answer = await held.ask(MENU, { headers: { 'if-none-match': etag } });
  expect([
    answer.status,
    answer.headers.get('etag'),
    answer.headers.get('content-type'),
    await answer.text(),
  ]).toEqual([304, '"v1"', null, '']);
});

test('the first to ask may have it already, and others get it whole', async () => {
  const conditional = held.ask(MENU, { headers: { 'if-none-match': '"v1"' } });
  const whole = held.ask(MENU);
  const call = await held.next();
  expect(call.headers).toEqual({});
  answerWith(call, reply(1));
  expect([(await conditional).status, await (await whole).text()]).toEqual([304, '{"n":1}']);
  const changed = await held.ask(MENU, { headers: { 'if-none-match': '"v0"' } });
  expect([changed.status, await changed.text()]).toEqual([200, '{"n":1}']);
});

test('HEAD is answered from memory too, without the body', async () => {
  await readAnew(MENU, 1);
  const answer = await held.ask(MENU, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([200, '"v1"', '']);
});

test.each<[string, string, RequestInit]>([
  ['a credential', ORDER, { headers: KEY }],
  ['a query', `${ORDER}?x=1`, {}],
  ['another path', '/v1/health', {}],
  ['a list', '/v1/orders', { headers: KEY }],
])('a read with %s is a call of its own', async (_, path, init) => {
  expect(await readAnew(ORDER, 1)).toBe('{"n":1}');
  expect(await readAnew(path, 2, init)).toBe('{"n":2}');
  expect(await readAnew(path, 3, init)).toBe('{"n":3}');
  expect(await read(ORDER)).toBe('{"n":1}');
});

test.each([404, 429, 500, 503])(
  'an answer of %d is for those who wait for it, and for no other',
  async (status) => {
    const asked = [held.ask(ORDER), held.ask(ORDER)];
    await held.answer({ status });
    expect((await Promise.all(asked)).map((answer) => answer.status)).toEqual([status, status]);
    expect(await readAnew(ORDER, 1)).toBe('{"n":1}');
  },
);

test('a call that fails is repeated by the next to ask', async () => {
  const asked = held.ask(ORDER);
  (await held.next()).response.destroy();
  expect((await asked).status).toBe(502);
  expect(await readAnew(ORDER, 1)).toBe('{"n":1}');
});

test.each<[string, string, RequestInit, string[]]>([
  ['PATCH of an order', ORDER, { method: 'PATCH', headers: KEY, body: '{}' }, [ORDER]],
  [
    'payment of an order',
    '/webhooks/payments',
    { method: 'POST', headers: { 'stripe-signature': 'x' }, body: `{"orderId":"${ORDER.slice(11)}"}` },
    [ORDER],
  ],
  ['PATCH of an item', '/v1/menu/I-1', { method: 'PATCH', headers: KEY, body: '{}' }, [MENU]],
  ['new item', MENU, { method: 'POST', headers: KEY, body: '{}' }, [MENU]],
  ['PATCH of a cafe', CAFE, { method: 'PATCH', headers: KEY, body: '{}' }, [CAFE]],
  ['new order', '/v1/orders', { method: 'POST', body: '{"cafeId":"C-1"}' }, []],
])('after a %s what it changed is read anew', async (_, path, init, changed) => {
  const reads = [ORDER, OTHER, MENU, CAFE, '/v1/cafes/C-2'];
  for (const one of reads) await readAnew(one, 1);
  const asked = held.ask(path, init);
  await held.answer({});
  await asked;
  const before = held.arrived.length;
  for (const one of reads) {
    if (changed.includes(one)) expect(await readAnew(one, 2)).toBe('{"n":2}');
    else expect(await read(one)).toBe('{"n":1}');
  }
  expect(held.arrived.slice(before)).toEqual(changed.map((one) => `GET ${one}`));
});

test('a read that began before a change does not serve those who ask after it', async () => {
  const early = read(ORDER);
  const call = await held.next();
  const change = held.ask(ORDER, { method: 'PATCH', headers: KEY, body: '{}' });
  await held.answer({});
  await change;
  answerWith(call, reply(1));
  expect(await early).toBe('{"n":1}');
  expect(await readAnew(ORDER, 2)).toBe('{"n":2}');
});

test('one caller who goes away takes nothing from the others', async () => {
  const caller = new AbortController();
  const asked = [held.ask(MENU, { signal: caller.signal }), held.ask(MENU)];
  const call = await held.next();
  caller.abort();
  answerWith(call, reply(1));
  expect(await (await asked[1])?.text()).toBe('{"n":1}');
});

test('who reloads a page again and again asks the script once', async () => {
  for (let reload = 0; reload < 5; reload++) {
    const caller = new AbortController();
    void held.ask(MENU, { signal: caller.signal });
    await until(() => held.arrived.length > 0);
    caller.abort();
  }
  expect(await readAnew(MENU, 1)).toBe('{"n":1}');
  expect(held.arrived).toEqual([`GET ${MENU}`]);
});

testLong('five hundred answers are remembered, the latest', async () => {
  const orders = Array.from({ length: 501 }, (_, index) => `/v1/orders/O-${index}`);
  for (const path of orders) await readAnew(path, 1);
  expect(await read(orders.at(-1) ?? '')).toBe('{"n":1}');
  expect(await read(orders[1] ?? '')).toBe('{"n":1}');
  expect(await readAnew(orders[0] ?? '', 2)).toBe('{"n":2}');
});
