import type { Execution } from '../../runtime/execution/execution';
import { countSteps } from '../host/suites/script';
import { IS_SQL } from './engine';
import { spread } from './extent';

export interface Try {
  /** The number of the call at which something is to go wrong; 0, which no call has, where nothing is. */
  call: number;
  /** The number of this try, from 1 on. */
  n: number;
}

/**
 * Does a work undisturbed, and then with a fault at its service calls, or over SQL at its statements: at all in the long tests, else at so many.
 * The work answers the execution that was to fail. A fault that never comes tests nothing, so nearly all have to: the
 * last calls of an execution depend on what the tries before it left behind.
 */
export async function withFaultAtCalls(count: number, work: (at: Try) => Promise<Execution>): Promise<void> {
  // What only the very first execution has to do is done by then.
  await work({ call: 0, n: 1 });
  const undisturbed = await work({ call: 0, n: 2 });
  const length = IS_SQL ? countSteps(undisturbed) : undisturbed.calls.length;
  const numbers = spread(
    Array.from({ length }, (_, index) => index + 1),
    count,
  );
  let fired = 0;
  for (const [index, call] of numbers.entries())
    if ((await work({ call, n: index + 3 })).hasFaultFired) fired++;
  expect(numbers.length).toBeGreaterThan(1);
  expect(fired / numbers.length).toBeGreaterThanOrEqual(0.8);
}
