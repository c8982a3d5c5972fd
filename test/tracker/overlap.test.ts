import fc from 'fast-check';
import { EXECUTION_START_MS } from '../../local/cost-model';
import type { LedgerCall } from '../../local/runtime/execution';
import type { Fault, Survivors } from '../../local/runtime/faults';
import { randomCases } from '../harness/extent';
import type { Desk } from '../harness/local';
import { checkUntilIdle, stateOf } from './end-state';
import { PreparedDesk } from './prepared-desk';

const BUSY = { ok: false, error: 'A check is running already.' };

describe('two checks at the same time', () => {
  let prepared: PreparedDesk;
  let undisturbed: unknown;
  let calls: LedgerCall[];
  beforeAll(async () => {
    prepared = await PreparedDesk.of('mixed');
    await prepared.use(async (desk) => {
      ({ calls } = await desk.execute('checkMail'));
      await checkUntilIdle(desk);
      undisturbed = stateOf(desk);
    });
  });
  afterAll(() => prepared.remove());

  /** The second one begins so many ms after the first one. */
  function both(desk: Desk, later: number, faults: (Fault | undefined)[] = []) {
    const start = desk.now();
    const executions = [0, later].map((wait, index) => {
      const fault = faults[index];
      return desk.execute('checkMail', [], { startsAt: start + wait, ...(fault && { fault }) });
    });
    return Promise.all(executions);
  }

  test('the second goes home, whenever it begins, and all is as if it had not been', async () => {
    const end = calls[calls.length - 1]?.at ?? 0;
    for (const { at } of calls.filter((call) => call.at + EXECUTION_START_MS < end)) {
      const { second, state } = await prepared.use(async (desk) => {
        const [, { returned }] = (await both(desk, at)) as [unknown, { returned: unknown }];
        await checkUntilIdle(desk);
        return { second: returned, state: stateOf(desk) };
      });
      expect({ at, second, state }).toMatchObject({
        at,
        second: { json: JSON.stringify(BUSY) },
        state: undisturbed,
      });
    }
  }, 60_000);

  const fault: fc.Arbitrary<Fault> = fc.record({
    call: fc.integer({ min: 1, max: 50 }),
    kind: fc.constantFrom<Fault['kind'][]>('kill after', 'throw before', 'throw after', 'slow'),
    writes: fc.constantFrom<Survivors[]>('lost', 'applied', 1),
    ms: fc.constant(4.5 * 60_000),
  });

  test('and all is the same when either of them, or both, end early', async () => {
    const property = fc.asyncProperty(fault, fault, fc.nat({ max: 10_000 }), async (first, second, later) => {
      const state = await prepared.use(async (desk) => {
        await both(desk, later, [first, second]);
        await checkUntilIdle(desk);
        return stateOf(desk);
      });
      expect(state).toEqual(undisturbed);
    });
    await fc.assert(property, randomCases(15, 100));
  }, 60_000);
});
