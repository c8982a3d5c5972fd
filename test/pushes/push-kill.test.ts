import type { Execution } from '../../runtime/execution/execution';
import type { Fault } from '../../runtime/execution/faults';
import { spread, testLong } from '../harness/extent';
import { withEndingAtCalls } from '../harness/faults';
import { deliverAll, ENDINGS, type Ending, FAULTS } from './endings';
import { type PushDesk, startPushDesk, tills } from './push-desk';

describe('however an execution ends, at any of its service calls', () => {
  let desk: PushDesk;
  beforeEach(async () => {
    desk = await startPushDesk({ begin: tills('/till', '/broken') });
    desk.receiver.behaviours.set('/broken', { status: 500 });
  });
  afterEach(() => desk.close());

  const orderOf = (call: number) => `O-${call + 1}-0123456789abcdefghijkl`;
  const taken = (id: string, path: string) =>
    desk.receiver
      .at(path)
      .filter(({ headers, isTaken }) => isTaken && headers['webhook-id'] === `evt_${id}_2`);

  const atEachCall = (ending: Ending, work: (id: string, fault: Fault) => Promise<Execution>) =>
    withEndingAtCalls(ending, FAULTS, async ({ call, n }) => {
      const id = orderOf(n);
      await desk.run('addOrder', id);
      const ended = await work(id, { ...ending, call });
      await deliverAll(desk);
      const order = desk.rows('Orders').find((row) => row.id === id);
      const times = ['/till', '/broken'].map((path) => taken(id, path).length);
      // Not pushed only where the change was never made.
      expect([call, times.every((time) => time > 0)]).toEqual([call, order?.version === 2]);
      expect([call, desk.rows('Outbox')]).toEqual([call, []]);
      return ended;
    });

  // Each of them one that kills and one that throws, or both that kill where nothing is sent.
  const of = (...numbers: number[]) =>
    spread(
      ENDINGS.filter((_, at) => numbers.includes(at)),
      1,
    );

  test.each(of(0, 2))('an update of an order reaches every endpoint, or was never made: %s', (_, ending) =>
    atEachCall(ending, (id, fault) => desk.execute('changeOrder', [id, 'x'], { fault })),
  );

  testLong.each(of(0, 3))('the timer of a change loses no push: %s', (_, ending) =>
    atEachCall(ending, async (id, fault) => {
      await desk.run('changeOrder', id, 'x', { isPushedNow: false });
      return desk.execute('deliver', [], { fault });
    }),
  );

  testLong.each(of(0, 1))('the timer that writes down what was pushed at once loses none: %s', (_, ending) =>
    atEachCall(ending, async (id, fault) => {
      await desk.run('changeOrder', id, 'x');
      return desk.execute('deliver', [], { fault });
    }),
  );

  testLong('an undisturbed update is pushed once', async () => {
    const id = orderOf(0);
    await desk.run('addOrder', id);
    await desk.run('changeOrder', id, 'x');
    await deliverAll(desk);
    expect([taken(id, '/till').length, taken(id, '/broken').length]).toEqual([1, 1]);
  });
});
