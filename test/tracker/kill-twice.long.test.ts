import fc from 'fast-check';
import type { Fault } from '../../runtime/execution/faults';
import { randomCases } from '../harness/extent';
import { checkUntilIdle } from './end-state';
import { ENDINGS, type End, endAfter, LATER, MINUTE, numbersOf } from './endings';
import { inScene } from './prepared-desk';

describe('a check that ends early, and the next one that does not go well either', () => {
  let undisturbed: End;
  beforeAll(async () => {
    undisturbed = await endAfter('mixed');
  });

  /** Ends just after this call. */
  const hurriedAfter = (method: string, nth = 0): Fault => {
    const numbers = undisturbed.calls.flatMap((one, index) => (one === method ? [index + 1] : []));
    return { call: numbers[nth] ?? 0, kind: 'slow', ms: 4.5 * MINUTE };
  };

  test('bring about the same where both end anywhere', async () => {
    const fault = fc.record({
      call: fc.integer({ min: 1, max: undisturbed.calls.length }),
      ending: fc.constantFrom(...ENDINGS.map(([, { at, ...ending }]) => ending)),
    });
    const seconds: boolean[] = [];
    const property = fc.asyncProperty(fault, fault, async (first, second) => {
      const faults = [first, second].map(({ call, ending }) => ({ ...ending, call }));
      const { state, fired } = await endAfter('mixed', ...faults);
      expect({ state, first: fired[0] }).toEqual({ state: undisturbed.state, first: true });
      seconds.push(fired[1] ?? false);
    });
    await fc.assert(property, randomCases(8, 15));
    // The second check has less to do where the first one came far.
    expect(seconds.filter(Boolean).length).toBeGreaterThanOrEqual(seconds.length / 4);
  });

  test('bring about the same where the next one has no time to read what the dead one was about', async () => {
    const hurried = hurriedAfter('gmail.history.list');
    for (const call of numbersOf(undisturbed.calls, LATER)) {
      const dead: Fault = { call, kind: 'kill after', writes: 'applied' };
      const { state, fired } = await endAfter('mixed', dead, hurried);
      expect({ call, fired, state }).toEqual({ call, fired: [true, true], state: undisturbed.state });
    }
  });

  test('bring about the same where the next one dies over the files for which there was no time', async () => {
    const hurried = hurriedAfter('gmail.messages.get', 1);
    const calls = await inScene('mixed', async (desk) => {
      await desk.execute('checkMail', [], { fault: hurried });
      return (await desk.execute('checkMail')).calls.map(({ method }) => method);
    });
    const files = calls.indexOf('drive.files.create');
    expect(calls.filter((method) => method === 'drive.files.create')).toHaveLength(3);
    // Every other one: where a check dies alone, each is tried.
    for (let number = 1; number <= calls.length - files; number += 2) {
      const call = files + number;
      const { state, fired } = await endAfter('mixed', hurried, {
        call,
        kind: 'kill before',
        writes: 'applied',
      });
      expect({ call, fired, state }).toEqual({ call, fired: [true, true], state: undisturbed.state });
    }
  });

  test('store no file twice where the next one cannot read the mail that it is from', async () => {
    for (const call of numbersOf(undisturbed.calls, LATER, 1)) {
      const { files, hasFaultFired } = await inScene('mixed', async (desk) => {
        const mail = desk.google.messages().find(({ subject }) => subject === 'Lamp');
        const dead = await desk.execute('checkMail', [], {
          fault: { call, kind: 'kill after', writes: 'applied' },
        });
        desk.google.fail({
          path: new RegExp(`messages/${mail?.id}\\?`),
          status: 500,
          message: 'No.',
          times: 2,
        });
        await desk.run('checkMail');
        await checkUntilIdle(desk);
        const files = desk.google.files().map(({ name }) => name.replace(/^CASE-\d+_/, ''));
        return { files: files.sort(), hasFaultFired: dead.hasFaultFired };
      });
      expect({ call, files, hasFaultFired }).toEqual({
        call,
        files: ['Sheetdesk attachments', 'a.txt', 'b.txt'],
        hasFaultFired: true,
      });
    }
  });
});
