import fc from 'fast-check';
import { ORDER_STATUSES } from '../../src/cafe/states';
import { bounds } from './bounds';
import { type CafeStory, startStory } from './cafe-story';

const place = fc.nat({ max: 30 });
const one = <N extends string>(name: N) => fc.record({ name: fc.constant(name), at: place, other: place });

/** Customers, the cafe and the payment provider, each in any order; executions die, news come late, twice or never. */
const step = fc.oneof(
  { weight: 6, arbitrary: one('order') },
  { weight: 3, arbitrary: one('orderAndDie') },
  { weight: 2, arbitrary: one('orderAgain') },
  { weight: 6, arbitrary: one('pay') },
  { weight: 1, arbitrary: one('decline') },
  { weight: 6, arbitrary: one('tell') },
  { weight: 2, arbitrary: one('tellAndDie') },
  { weight: 8, arbitrary: one('move') },
  { weight: 3, arbitrary: one('moveAndDie') },
  { weight: 2, arbitrary: one('moveByHand') },
  { weight: 3, arbitrary: one('wait') },
  { weight: 2, arbitrary: one('timerDies') },
  { weight: 1, arbitrary: one('cancelAtProvider') },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe('whatever customers, cafe and provider do', () => {
  let story: CafeStory;
  beforeAll(async () => {
    story = await startStory();
  }, 60_000);
  afterAll(() => story.close());

  test(
    'no money, no piece and no push is lost',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
          for (const { name, at, other } of steps) await story.work[name](at, other);
          await story.settle();
          await story.assertSound();
        }),
        bounds(25),
      ),
    600_000,
  );

  test('orders of every state came about', () => {
    expect(story.statusesSeen).toEqual(new Set(ORDER_STATUSES));
  });
});
