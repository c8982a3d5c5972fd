import type { Execution } from '../../local/runtime/execution';
import { spread } from './extent';

/**
 * Does a work undisturbed, and then with a fault at its service calls: at each in the long tests, else at so many of
 * them. Every fault has to fire, or the test would say nothing.
 */
export async function withFaultAtCalls(
  count: number,
  work: (call: number | undefined) => Promise<Execution>,
): Promise<void> {
  const undisturbed = await work(undefined);
  expect(undisturbed.status).toBe('completed');
  const numbers = undisturbed.calls.map((_, index) => index + 1);
  for (const call of spread(numbers, count)) {
    const { hasFaultFired } = await work(call);
    expect({ call, hasFaultFired }).toEqual({ call, hasFaultFired: true });
  }
}
