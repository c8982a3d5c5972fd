import { type Cafe, startCafe } from '../../cafe/cafe';
import type { Call } from '../../harness/api';
import { ENDPOINTS, ORDER_ID } from './requests';

const HOUR = 3_600_000;

let cafe: Cafe;
let order: string;
beforeAll(async () => {
  cafe = await startCafe();
  const { id: menuItemId } = await cafe.item({ name: 'Tea', price: 300 });
  order = (await cafe.placed([{ menuItemId }])).id;
  // They have no part in this, and would run 720 times.
  cafe.stopTimers();
  await cafe.later(12 * HOUR);
});
afterAll(() => cafe.close());

const GUARDED = ENDPOINTS.filter(({ route: { access } }) => typeof access !== 'string');

test('every endpoint is 401 after a session of 12 hours, and nothing is written', async () => {
  const before = JSON.stringify(cafe.api.sheets());
  const calls = GUARDED.map(
    ({ endpoint, path, method }): Call => [
      `${method} ${path.replace(ORDER_ID, order)}`,
      { token: cafe.api.tokens.admin, ...(endpoint.startsWith('GET') ? {} : { body: {} }) },
    ],
  );
  const told = await cafe.callAll(...calls);
  const others = calls.filter(
    (_, at) => told[at]?.status !== 401 || !told[at]?.text.includes('"invalid_token"'),
  );
  expect(others).toEqual([]);
  expect(JSON.stringify(cafe.api.sheets()) === before).toBe(true);
});

test('an order is shown to a session that has ended as to anybody', async () => {
  const { manager } = cafe.api.tokens;
  const [own, anybody] = await cafe.callAll(
    [`GET /v1/orders/${order}`, { token: manager }],
    [`GET /v1/orders/${order}`],
  );
  expect(own.body).toEqual(anybody.body);
  expect(own.body).not.toHaveProperty('customer');
});
