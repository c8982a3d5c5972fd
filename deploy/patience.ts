import { setTimeout as sleep } from 'node:timers/promises';

/** Of the waits between the attempts: each is longer than the one before. */
const SHARES = [1, 2, 3, 4, 5];
const WHOLE = SHARES.reduce((sum, share) => sum + share);

/**
 * Tries until the result is settled, with waits that take `patienceMs` together. Answers the last result; without
 * patience there is one attempt.
 */
export async function tryPatiently<T>(
  patienceMs: number,
  attempt: () => Promise<T>,
  isSettled: (result: T) => boolean,
): Promise<T> {
  let result = await attempt();
  for (const share of patienceMs === 0 ? [] : SHARES) {
    if (isSettled(result)) break;
    await sleep((patienceMs * share) / WHOLE);
    result = await attempt();
  }
  return result;
}
