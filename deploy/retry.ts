import { setTimeout as sleep } from 'node:timers/promises';

/** The delays between attempts, in fifteenths of the whole time. */
const DELAYS = [1, 2, 3, 4, 5];
const TOTAL = 15;

/** Tries until the result is final or `patienceMs` is over; with 0 only once. Returns the last result. */
export async function retry<T>(
  patienceMs: number,
  attempt: () => Promise<T>,
  isFinal: (result: T) => boolean,
): Promise<T> {
  let result = await attempt();
  for (const delay of patienceMs === 0 ? [] : DELAYS) {
    if (isFinal(result)) break;
    await sleep((patienceMs * delay) / TOTAL);
    result = await attempt();
  }
  return result;
}
