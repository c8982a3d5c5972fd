/** The same asked by thirty callers at once, of two hosts on one database. */
import { until } from '../../harness/until';
import { findWaiting, openSql } from '../harness';
import { type Pair, startPair } from './pair';

const CALLERS = 30;
const MINUTE = 60_000;

let pair: Pair;
beforeAll(async () => {
  // The provider says of every event that it could not deliver.
  jest.spyOn(console, 'error').mockReturnValue();
  pair = await startPair('at-once');
});
afterAll(() => pair.close());

let numbers = 0;
const lead = (name: string) => ({ name, phone: `+1555${String(2_000_000 + ++numbers)}` });
const atOnce = <T>(ask: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, at) => ask(at)));
const make = async (name: string) =>
  (await pair.insist<{ id: string }>('POST /v1/leads', { body: lead(name) })).body.id;
const rows = (name: string) => pair.desk.book.rows('Leads').filter((row) => row.name === name);

test('thirty leads get thirty ids, without a gap', async () => {
  const told = await atOnce((at) => pair.ask<{ id: string }>('POST /v1/leads', { body: lead(`new ${at}`) }));
  expect(told.map(({ status }) => status)).toEqual(Array(CALLERS).fill(201));
  const ids = told.map(({ body: { id } }) => Number(id.slice(2))).sort((one, other) => one - other);
  const [first = 0] = ids;
  expect(ids).toEqual(ids.map((_, at) => first + at));
});

test('one Idempotency-Key makes one lead, and thirty equal answers', async () => {
  const asked = { body: lead('once'), headers: { 'idempotency-key': 'once' } };
  const told = await atOnce(() => pair.ask('POST /v1/leads', asked));
  expect(told.map(({ status }) => status)).toEqual(Array(CALLERS).fill(201));
  expect(new Set(told.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(rows('once')).toHaveLength(1);
});

test('one Idempotency-Key makes one order, and takes its pieces once', async () => {
  const bun = { name: 'Bun', price: 210, stock: 40 };
  const item = (await pair.insist<{ id: string }>('POST /v1/cafes/C-1/menu', { body: bun })).body.id;
  const asked = {
    body: { cafeId: 'C-1', items: [{ menuItemId: item, quantity: 3 }] },
    headers: { 'idempotency-key': 'one order' },
  };
  const told = await atOnce(() => pair.ask<{ id: string }>('POST /v1/orders', asked));
  expect(told.map(({ status }) => status)).toEqual(Array(CALLERS).fill(201));
  expect(new Set(told.map(({ body }) => body.id)).size).toBe(1);
  const [stored] = pair.desk.book.rows('Menu').filter(({ id }) => id === item);
  expect([stored?.stock, pair.desk.book.rows('Orders').length]).toEqual([37, 1]);
});

test('of ten pieces ten of thirty buyers get one', async () => {
  const cake = { name: 'Cake', price: 400, stock: 10 };
  const item = (await pair.insist<{ id: string }>('POST /v1/cafes/C-1/menu', { body: cake })).body.id;
  const told = await atOnce(() =>
    pair.insist('POST /v1/orders', { body: { cafeId: 'C-1', items: [{ menuItemId: item }] } }),
  );
  const statuses = told.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(201), ...Array(20).fill(409)]);
  const [stored] = pair.desk.book.rows('Menu').filter(({ id }) => id === item);
  expect(stored?.stock).toBe(0);
});

test('a draft that is cancelled while its payment is booked gives its pieces back', async () => {
  const tart = { name: 'Tart', price: 300, stock: 10 };
  const item = (await pair.insist<{ id: string }>('POST /v1/cafes/C-1/menu', { body: tart })).body.id;
  const body = { cafeId: 'C-1', items: [{ menuItemId: item, quantity: 3 }] };
  const order = (
    await pair.insist<{ id: string; payment: { intentId: string } }>('POST /v1/orders', { body })
  ).body;
  const { database, clock, book } = pair.desk;
  const stored = () => book.rows('Menu').find(({ id }) => id === item);
  const other = openSql(database);
  await other.run('begin');
  const [{ history = '' } = {}] = await other.run<{ history: string }>(
    'select history from orders where id = $1 for update',
    [order.id],
  );
  const steps = JSON.parse(history) as object[];
  const cancelled = {
    status: 'cancelled',
    at: new Date(clock.now()).toISOString(),
    by: 'U-1',
    reason: 'Closed.',
  };
  await other.run(
    "update orders set status = 'cancelled', history = $2, version = version + 1 where id = $1",
    [order.id, JSON.stringify([...steps, cancelled])],
  );
  // The provider tells of the payment, and the timer asks about it: both have read the draft, and wait to place it.
  await pair.stripe.pay(order.payment.intentId);
  await clock.move(2 * MINUTE);
  await until(async () => (await findWaiting(database)).length >= 2);
  await other.run('commit');
  await other.close();
  await pair.stripe.settled();
  for (let times = 0; times < 3; times++) await clock.advance(MINUTE);
  expect([stored()?.stock, stored()?.held]).toEqual([10, '{}']);
});

test('one If-Match lets one of thirty changes through', async () => {
  const id = await make('matched');
  const told = await atOnce((at) =>
    pair.ask(`PATCH /v1/leads/${id}`, { body: { notes: `${at}` }, headers: { 'if-match': '"v1"' } }),
  );
  const statuses = told.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(CALLERS - 1).fill(412)]);
  expect(rows('matched')).toMatchObject([{ version: 2 }]);
});

test('thirty changes without it are all made, one after the other', async () => {
  const id = await make('changed');
  const told = await atOnce((at) => pair.insist(`PATCH /v1/leads/${id}`, { body: { notes: `note ${at}` } }));
  expect(told.map(({ status }) => status)).toEqual(Array(CALLERS).fill(200));
  const [row] = rows('changed');
  expect(row?.version).toBe(CALLERS + 1);
  const notes = Array.from({ length: CALLERS }, (_, at) => `note ${at}`);
  expect(notes.filter((note) => !String(row?.activities).includes(`"${note}"`))).toEqual([]);
});

test('a lead that thirty callers delete is deleted once', async () => {
  const id = await make('deleted');
  const told = await atOnce(() => pair.ask(`DELETE /v1/leads/${id}`));
  const statuses = told.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(CALLERS - 1).fill(404)]);
  expect(pair.desk.book.rows('Deleted leads').filter((row) => row.id === id)).toHaveLength(1);
});
