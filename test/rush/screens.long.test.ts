/** A rush at a cafe with five screens, in modelled time: each makes one request at a time and asks again after five seconds. */
import type { Execution } from '../../runtime/execution/execution';
import { type Cafe, type Item, startCafe } from '../cafe/cafe';
import { fill } from '../cafe/fill';
import type { Asked } from '../harness/api';
import { inTurns } from '../tables/in-turns';

const SCREENS = 5;
/** Orders that were handed out long ago, and those of the rush. */
const EARLIER = 100_000;
const ORDERS = 12;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const POLL_MS = 5 * SECOND;
/** An order comes in so often. */
const ARRIVAL_MS = 10 * SECOND;
/** Until the last of them has been paid for, made and handed out. */
const RUSH_MS = 6 * MINUTE;
const QUIET_MINUTES = 3;

const LIST = 'GET /v1/cafes/C-1/orders';
const OPEN = { status: 'placed,accepted,preparing,ready', pageSize: '100' };
const NEXT: Readonly<Record<string, string>> = {
  placed: 'accepted',
  accepted: 'preparing',
  preparing: 'ready',
  ready: 'completed',
};

let cafe: Cafe;
let calls: Call[];

/** A request of a screen. */
interface Call {
  endpoint: string;
  status: number;
  ended: Execution;
}

interface Reply {
  etag: string;
  orders: Item[];
  /** Epoch ms. */
  at: number;
}

beforeEach(async () => {
  cafe = await startCafe();
  calls = [];
  await cafe.item({ name: 'Tea', price: 300 });
  const { id } = await cafe.placed([{ menuItemId: 'I-1' }]);
  await cafe.moveOn(id, Object.values(NEXT));
  fill(cafe, 'Orders', { last: EARLIER, idOf: (number) => id.replace('O-1', `O-${number}`) });
  cafe.forget('counter Orders');
  await cafe.later(12 * MINUTE);
});
afterEach(() => cafe.close());

async function ask(endpoint: string, startsAt: number, asked: Asked): Promise<Reply> {
  const ended = await cafe.execute(endpoint, { token: cafe.api.tokens.staff, ...asked }, { startsAt });
  const { content } = ended.returned as { content: string };
  const { status, headers, body } = JSON.parse(content);
  calls.push({ endpoint, status, ended });
  const orders = status === 200 && endpoint === LIST ? JSON.parse(body).data : [];
  return { etag: headers.etag, orders, at: ended.clock };
}

/** Moves on each order that is its own to move, after each look at them all. */
async function watch(screen: number, until: number): Promise<void> {
  let etag = '';
  let at = cafe.now() + screen * SECOND;
  while (at < until) {
    const headers = etag === '' ? {} : { 'if-none-match': etag };
    const seen = await ask(LIST, at, { query: OPEN, headers });
    etag = seen.etag;
    at = seen.at;
    for (const { id, status } of seen.orders) {
      const isOwn = Number(/\d+/.exec(id)?.[0]) % SCREENS === screen;
      if (!isOwn) continue;
      const body = { status: NEXT[String(status)] };
      at = (await ask(`PATCH /v1/orders/${id}`, at, { body })).at;
    }
    at += POLL_MS;
  }
}

async function watchAll(ms: number): Promise<void> {
  const until = cafe.now() + ms;
  const timers = cafe.later(ms);
  await inTurns(SCREENS, SCREENS, (screen) => watch(screen, until));
  await timers;
}

async function orderAll(): Promise<void> {
  const first = cafe.now();
  const asked = { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] } };
  for (let index = 0; index < ORDERS; index++)
    await cafe.execute('POST /v1/orders', asked, { startsAt: first + index * ARRIVAL_MS });
}

/** How many requests were under way at once, at most. */
function mostAtOnce(): number {
  const edges = calls.flatMap(({ ended }) => [
    { at: ended.startedAt, by: 1 },
    { at: ended.clock, by: -1 },
  ]);
  let [now, most] = [0, 0];
  for (const { by } of edges.sort((a, b) => a.at - b.at || a.by - b.by)) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}

/** How many seats are taken on average. */
const share = (some: readonly Call[], ms: number) =>
  some.reduce((sum, { ended }) => sum + ended.elapsed, 0) / ms;

test('in a rush five screens hold five seats at most and 1.2 on average, and every order is handed out', async () => {
  await Promise.all([watchAll(RUSH_MS), orderAll()]);
  expect(calls.filter(({ status }) => status !== 200 && status !== 304)).toEqual([]);
  expect(mostAtOnce()).toBeLessThanOrEqual(SCREENS);
  const rows = cafe.rows('Orders').map(({ status }) => status);
  expect(rows).toEqual(Array(EARLIER + ORDERS).fill('completed'));
  expect(calls.filter(({ endpoint }) => endpoint !== LIST)).toHaveLength(4 * ORDERS);
  expect(share(calls, RUSH_MS)).toBeLessThanOrEqual(1.2);
});

test('while nothing happens they take 0.6 of a seat in all, and read the sheet once a minute each', async () => {
  await watchAll(2 * MINUTE);
  calls = [];
  await watchAll(QUIET_MINUTES * MINUTE);
  const anew = calls.filter(({ status }) => status === 200);
  expect(anew.length).toBeLessThanOrEqual(SCREENS * QUIET_MINUTES);
  expect(calls.length).toBeGreaterThan(SCREENS * 9 * QUIET_MINUTES);
  expect(share(calls, QUIET_MINUTES * MINUTE)).toBeLessThanOrEqual(0.6);
});
