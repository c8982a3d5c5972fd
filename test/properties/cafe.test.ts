import fc from 'fast-check';
import { ORDER_STATUSES } from '../../src/cafe/states';
import { bounds } from './bounds';
import { step } from './cafe-steps';
import { type CafeStory, startStory } from './cafe-story';

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
        // The same cafe goes through all of them, so a shorter story would begin with what this one left.
        { ...bounds(25), endOnFailure: true },
      ),
    600_000,
  );

  test('orders of every state came about', () => {
    expect(story.statusesSeen).toEqual(new Set(ORDER_STATUSES));
  });
});
