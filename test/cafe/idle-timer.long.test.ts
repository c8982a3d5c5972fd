import { withoutTimers } from '../harness/without-timers';
import { type Cafe, startCafe } from './cafe';
import { fill } from './fill';

const ORDERS = 100_000;
const HOUR = 3_600_000;

test(`the timer with nothing to do, and ${ORDERS} orders: its maintenance takes 15 s at most`, async () => {
  const cafe: Cafe = await startCafe();
  await cafe.item({ name: 'Tea', price: 300 });
  const { id } = await cafe.placed([{ menuItemId: 'I-1' }]);
  fill(cafe, 'Orders', { last: ORDERS, idOf: (number) => id.replace(/\d+/, String(number)) });
  cafe.forget('counter Orders');
  await cafe.later(HOUR);
  const from = cafe.now();
  // Until what is due every six hours there is only what the first hour has had.
  await withoutTimers(cafe.api, () => cafe.later(4.5 * HOUR));
  await cafe.later(HOUR);
  const runs = cafe.api.executions.filter(({ kind, startedAt }) => kind === 'trigger' && startedAt > from);
  const longest = Math.max(...runs.map(({ elapsed }) => elapsed));
  // It has looked at all of them.
  expect(longest).toBeGreaterThan(5_000);
  expect(longest).toBeLessThanOrEqual(15_000);
  await cafe.close();
});
