import { type Cafe, startCafe } from './cafe';

const HOUR = 3_600_000;

let cafe: Cafe;
afterEach(() => cafe.close());

/** A completed order of one bun. */
async function completed(time?: string): Promise<string> {
  cafe = await startCafe(undefined, time);
  await cafe.item({ name: 'Bun', price: 200, stock: 5 });
  const { id } = await cafe.placed([{ menuItemId: 'I-1' }]);
  const told = await cafe.moveOn(id, ['accepted', 'preparing', 'ready', 'completed']);
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return id;
}

test('an order that was completed by mistake is ready again, with its money and stock as they were', async () => {
  const id = await completed();
  const before = await cafe.get(id);
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
  await cafe.later(121_000);
  expect(await cafe.get(id)).toMatchObject({ status: 'ready', payment: before.payment });
  expect(cafe.rows('Menu')[0]).toMatchObject({ stock: 4 });
  await cafe.edit('Orders', id, 'status', 'completed');
  await cafe.edit('Orders', id, 'status', 'ready');
  expect(await cafe.get(id)).toMatchObject({ status: 'ready' });
});

/** 2026-11-23 begins in Berlin an hour before it does in UTC. */
test('an order can be recalled before midnight of its cafe, and stays completed from then on', async () => {
  const id = await completed('2026-11-22T21:30:00Z');
  cafe.stopTimers();
  await cafe.later(HOUR);
  const told = await cafe.moveOn(id, ['ready', 'completed']);
  expect(told.map(({ status }) => status)).toEqual([200, 200]);
  await cafe.later(HOUR);
  expect(await cafe.get(id)).toMatchObject({ status: 'completed', nextStatuses: [] });
  expect(await cafe.move(id, { status: 'ready' })).toMatchObject({
    status: 409,
    body: { error: { message: 'Cannot change status from completed to ready. Allowed: none.' } },
  });
  await cafe.edit('Orders', id, 'status', 'ready');
  expect(cafe.rows('Orders')[0]).toMatchObject({ status: 'completed' });
  expect(cafe.note('Orders', id, 'status')).toContain('Allowed: none');
});
