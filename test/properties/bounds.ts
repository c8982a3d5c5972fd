/** The same cases every time, and few enough for a busy machine; `SEED` and `RUNS` ask for others. */
export function bounds(runs: number): { seed: number; numRuns: number } {
  return { seed: Number(process.env.SEED ?? 1), numRuns: Number(process.env.RUNS ?? runs) };
}
