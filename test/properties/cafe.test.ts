import fc from 'fast-check';
import { ORDER_STATUSES, type OrderStatus } from '../../src/cafe/orders/states';
import { IS_LONG, randomCases, spread, testLong } from '../harness/extent';
import { step } from './cafe-steps';
import { type CafeStory, startStory } from './cafe-story';

const STEPS = IS_LONG ? { minLength: 40, maxLength: 60 } : { minLength: 15, maxLength: 25 };

const seen = new Set<OrderStatus>();
const deaths: boolean[] = [];

describe.each(spread([0, 1], 1))('whatever customers, cafe and provider do, %#', (more) => {
  const { seed, numRuns } = randomCases(1, 6);
  let story: CafeStory;
  beforeAll(async () => {
    story = await startStory();
  });
  afterAll(async () => {
    for (const status of story.statusesSeen) seen.add(status);
    deaths.push(...story.deaths);
    await story.close();
  });

  test('no money, no piece and no push is lost', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, STEPS), async (steps) => {
        for (const { name, at, other } of steps) await story.work[name](at, other);
        await story.settle();
        await story.assertSound();
      }),
      // The same cafe goes through all of them, so a shorter story would begin with what this one left.
      { numRuns, seed: seed + more, endOnFailure: true },
    ));
});

testLong('orders of every state came about, and executions died', () => {
  expect(seen).toEqual(new Set(ORDER_STATUSES));
  const died = deaths.filter(Boolean).length;
  expect(died).toBeGreaterThanOrEqual(deaths.length / 3);
  expect(died).toBeGreaterThan(0);
});
