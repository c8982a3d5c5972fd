import { type Cafe, type Item, startCafe } from './cafe';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let cafe: Cafe;
afterEach(() => cafe.close());

/** A completed order of one bun, as its cafe sees it. */
async function completed(time?: string): Promise<Item> {
  cafe = await startCafe(undefined, time);
  const [, { body }] = await cafe.callAll(
    [
      'POST /v1/cafes/C-1/menu',
      { token: cafe.api.tokens.admin, body: { name: 'Bun', price: 200, stock: 5 } },
    ],
    ['POST /v1/orders', { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] } }],
  );
  await cafe.timerAfter(2 * MINUTE);
  const told = await cafe.moveOn((body as Item).id, ['accepted', 'preparing', 'ready', 'completed']);
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return told.at(-1)?.body as Item;
}

test('an order that was completed by mistake is ready again, with its money and stock as they were', async () => {
  const before = await completed();
  const { id } = before;
  expect(before).toMatchObject({ status: 'completed', nextStatuses: ['ready'] });
  const { calls, returned } = await cafe.execute(`PATCH /v1/orders/${id}`, {
    token: cafe.api.tokens.manager,
    body: { status: 'ready' },
  });
  const { status, body } = JSON.parse((returned as { content: string }).content);
  expect([status, JSON.parse(body)]).toMatchObject([
    200,
    { status: 'ready', nextStatuses: ['completed', 'cancelled'], payment: before.payment },
  ]);
  // The time zone of the cafe is read before the lock.
  const names = calls.map(({ method }) => method);
  const locked = names.slice(names.indexOf('lock.try') + 1, names.indexOf('lock.release'));
  expect(locked).toEqual(['flush', 'getValues', 'setValues', 'flush'].map((name) => `spreadsheet.${name}`));
  await cafe.timerAfter(2 * MINUTE);
  expect(await cafe.get(id, cafe.api.tokens.staff)).toMatchObject({
    status: 'ready',
    payment: before.payment,
  });
  expect(cafe.rows('Menu')[0]).toMatchObject({ stock: 4 });
  await cafe.edit('Orders', id, 'status', 'completed');
  await cafe.edit('Orders', id, 'status', 'ready');
  expect(cafe.rows('Orders')).toMatchObject([{ id, status: 'ready' }]);
});

/** 2026-11-23 begins in Berlin an hour before it does in UTC. */
test('an order can be recalled before midnight of its cafe, and stays completed from then on', async () => {
  const { id } = await completed('2026-11-22T21:30:00Z');
  cafe.stopTimers();
  await cafe.later(HOUR);
  const told = await cafe.moveOn(id, ['ready', 'completed']);
  expect(told.map(({ status }) => status)).toEqual([200, 200]);
  await cafe.later(HOUR);
  const [shown, refused] = await cafe.callAll(
    [`GET /v1/orders/${id}`],
    [`PATCH /v1/orders/${id}`, { token: cafe.api.tokens.staff, body: { status: 'ready' } }],
  );
  expect(shown.body).toMatchObject({ status: 'completed', nextStatuses: [] });
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { message: 'Cannot change status from completed to ready. Allowed: none.' } },
  });
  await cafe.edit('Orders', id, 'status', 'ready');
  expect(cafe.rows('Orders')[0]).toMatchObject({ status: 'completed' });
  expect(cafe.note('Orders', id, 'status')).toContain('Allowed: none');
});
