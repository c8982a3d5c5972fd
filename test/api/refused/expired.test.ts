import { type Cafe, startCafe } from '../../cafe/cafe';
import { ENVELOPE } from '../../harness/api';
import { IS_SQL } from '../../harness/engine';
import { spread } from '../../harness/extent';
import { ENDPOINTS, ORDER_ID } from './requests';

const HOUR = 3_600_000;

let cafe: Cafe;
let order: string;
beforeAll(async () => {
  cafe = await startCafe();
  const { id: menuItemId } = await cafe.item({ name: 'Tea', price: 300 });
  order = (await cafe.placed([{ menuItemId }])).id;
  if (!IS_SQL) removeTimers();
  await cafe.later(12 * HOUR);
});
afterAll(() => cafe.close());

/** They have no part in this, and would run 720 times. */
function removeTimers(): void {
  const { triggers } = cafe.api.services;
  for (const { id } of triggers.list()) triggers.remove(id);
}

const GUARDED = ENDPOINTS.filter(({ route: { access } }) => typeof access !== 'string');

test('every endpoint is 401 after a session of 12 hours, and nothing is written', async () => {
  const before = JSON.stringify(cafe.api.sheets());
  const others: unknown[] = [];
  for (const { endpoint, method, path } of spread(GUARDED, 8)) {
    const body = method === 'GET' ? {} : { body: {} };
    const asked = { token: cafe.api.tokens.admin, ...body };
    const told = await cafe.api.call(ENVELOPE, method, path.replace(ORDER_ID, order), asked);
    if (told.status !== 401 || !told.text.includes('"invalid_token"')) others.push([endpoint, told.text]);
  }
  expect(others).toEqual([]);
  expect(JSON.stringify(cafe.api.sheets()) === before).toBe(true);
});

test('an order is shown to a session that has ended as to anybody', async () => {
  const { manager } = cafe.api.tokens;
  expect(await cafe.get(order, manager)).toEqual(await cafe.get(order));
  expect(await cafe.get(order, manager)).not.toHaveProperty('customer');
});
