import { describeLong, extent, IS_LONG, testLong } from '../../runtime/test/harness/extent';

export { describeLong, extent, IS_LONG, testLong };

/** All of them in the long tests, else so many, evenly spread, the first and the last among them. */
export function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (IS_LONG || all.length <= count) return all;
  if (count === 1) return all.slice(0, 1);
  const step = (all.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => all[Math.round(index * step)] as T);
}

/** Every pair in the long tests; else as many as it takes for everything to be in one. */
export function cover<A, B>(some: readonly A[], others: readonly B[]): [A, B][] {
  if (IS_LONG) return some.flatMap((one) => others.map((other): [A, B] => [one, other]));
  return Array.from({ length: Math.max(some.length, others.length) }, (_, index) => [
    some[index % some.length] as A,
    others[index % others.length] as B,
  ]);
}

/** All of them in the long tests; else those who do the same with them take turns. */
export function inTurns<T, D>(all: readonly T[], doers: readonly D[], doer: D): readonly T[] {
  return IS_LONG ? all : all.filter((_, index) => doers[index % doers.length] === doer);
}

/** For random cases: the same every time, unless `SEED` asks for others or `RUNS` for more. */
export function randomCases(usual: number, long: number): { seed: number; numRuns: number } {
  const { SEED = '1', RUNS = String(extent({ usual, long })) } = process.env;
  return { seed: Number(SEED), numRuns: Number(RUNS) };
}
