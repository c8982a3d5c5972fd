import { type Cafe, startCafe } from '../../cafe/cafe';
import { ENVELOPE } from '../../harness/api';
import { ENDPOINTS, ORDER_ID } from './requests';

const HOUR = 3_600_000;

let cafe: Cafe;
let order: string;
beforeAll(async () => {
  cafe = await startCafe();
  const { id: menuItemId } = await cafe.item({ name: 'Tea', price: 300 });
  order = (await cafe.placed([{ menuItemId }])).id;
  await cafe.later(12 * HOUR);
});
afterAll(() => cafe.close());

const GUARDED = ENDPOINTS.filter(({ route: { access } }) => typeof access !== 'string');

test.each(GUARDED)('$endpoint is 401 after a session of 12 hours, and nothing is written', async (asked) => {
  const before = JSON.stringify(cafe.api.sheets());
  const path = asked.path.replace(ORDER_ID, order);
  const body = asked.method === 'GET' ? {} : { body: {} };
  const told = await cafe.api.call(ENVELOPE, asked.method, path, { token: cafe.api.tokens.admin, ...body });
  expect(told).toMatchObject({ status: 401, body: { error: { code: 'invalid_token' } } });
  expect(JSON.stringify(cafe.api.sheets()) === before).toBe(true);
});

test('an order is shown to a session that has ended as to anybody', async () => {
  const { manager } = cafe.api.tokens;
  expect(await cafe.get(order, manager)).toEqual(await cafe.get(order));
  expect(await cafe.get(order, manager)).not.toHaveProperty('customer');
});
