import fc from 'fast-check';

const place = fc.nat({ max: 30 });
const one = <N extends string>(name: N) => fc.record({ name: fc.constant(name), at: place, other: place });

/** Customers, the cafe and the payment provider, each in any order; executions die, news come late, twice or never. */
export const step = fc.oneof(
  { weight: 6, arbitrary: one('order') },
  { weight: 3, arbitrary: one('orderAndDie') },
  { weight: 2, arbitrary: one('orderAgain') },
  { weight: 6, arbitrary: one('pay') },
  { weight: 1, arbitrary: one('decline') },
  { weight: 6, arbitrary: one('tell') },
  { weight: 2, arbitrary: one('tellAndDie') },
  { weight: 12, arbitrary: one('move') },
  { weight: 3, arbitrary: one('moveAndDie') },
  { weight: 2, arbitrary: one('moveByHand') },
  { weight: 3, arbitrary: one('wait') },
  { weight: 2, arbitrary: one('timerDies') },
  { weight: 1, arbitrary: one('cancelAtProvider') },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
