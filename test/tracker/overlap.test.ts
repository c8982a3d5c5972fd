import fc from 'fast-check';
import { EXECUTION_START_MS } from '../../runtime/execution/costs';
import type { Execution, LedgerCall } from '../../runtime/execution/execution';
import type { BufferedWrites, Fault } from '../../runtime/execution/faults';
import { randomCases, spread } from '../harness/extent';
import type { Desk } from '../harness/local';
import { checkUntilIdle, stateOf } from './end-state';
import { MINUTE, numbersOf } from './endings';
import { inScene } from './prepared-desk';

const BUSY = { ok: false, error: 'A check is already running.' };

describe('two checks at the same time', () => {
  let undisturbed: unknown;
  let calls: LedgerCall[];
  beforeAll(() =>
    inScene('mixed', async (desk) => {
      ({ calls } = await desk.execute('checkMail'));
      await checkUntilIdle(desk);
      undisturbed = stateOf(desk);
    }),
  );

  /** The second one begins so many ms after the first one. */
  async function both(desk: Desk, later: number, faults: (Fault | undefined)[] = []) {
    const start = desk.now();
    const executions = [0, later].map((wait, index) => {
      const fault = faults[index];
      return desk.execute('checkMail', [], { startsAt: start + wait, ...(fault && { fault }) });
    });
    return (await Promise.all(executions)) as [Execution, Execution];
  }

  test('the second returns at once, whenever it starts, and has no effect', async () => {
    const end = calls[calls.length - 1]?.at ?? 0;
    const during = calls.filter((call) => call.at + EXECUTION_START_MS < end);
    const methods = during.map(({ method }) => method);
    for (const number of spread(numbersOf(methods, /./), 2)) {
      const at = during[number - 1]?.at ?? 0;
      const { second, state } = await inScene('mixed', async (desk) => {
        const [, { returned }] = await both(desk, at);
        await checkUntilIdle(desk);
        return { second: returned, state: stateOf(desk) };
      });
      expect({ at, second, state }).toMatchObject({
        at,
        second: { json: JSON.stringify(BUSY) },
        state: undisturbed,
      });
    }
  });

  test('and all is the same when either of them, or both, end early', async () => {
    const fault: fc.Arbitrary<Fault> = fc.record({
      call: fc.integer({ min: 1, max: calls.length }),
      kind: fc.constantFrom<Fault['kind'][]>('kill after', 'throw before', 'throw after', 'slow'),
      writes: fc.constantFrom<BufferedWrites[]>('lost', 'applied', 1),
      ms: fc.constant(4.5 * MINUTE),
    });
    // One that finds the other at work makes one call and returns.
    const early = fault.map((whole) => ({ ...whole, call: 1 }));
    const second = fc.oneof({ weight: 3, arbitrary: fault }, { weight: 1, arbitrary: early });
    const ended: [boolean, boolean][] = [];
    const property = fc.asyncProperty(
      fault,
      second,
      fc.nat({ max: 10_000 }),
      async (...[one, other, later]) => {
        const state = await inScene('mixed', async (desk) => {
          const [first, next] = await both(desk, later, [one, other]);
          ended.push([first.hasFaultFired, next.hasFaultFired]);
          await checkUntilIdle(desk);
          return stateOf(desk);
        });
        expect(state).toEqual(undisturbed);
      },
    );
    // One case in which both end early, whatever chance makes of the others.
    const at = { kind: 'kill after', writes: 'lost', ms: 0 } as const;
    const ofBoth: [Fault, Fault, number] = [{ ...at, call: 5 }, { ...at, call: 1 }, 100];
    await fc.assert(property, { ...randomCases(3, 40), examples: [ofBoth] });
    expect(ended.filter(([first]) => first).length).toBeGreaterThanOrEqual(ended.length * 0.9);
    expect(ended.filter(([, second]) => second).length).toBeGreaterThanOrEqual(ended.length / 8);
  });
});
