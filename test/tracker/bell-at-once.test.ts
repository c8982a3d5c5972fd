import { EXECUTION_START_MS } from '../../runtime/execution/costs';
import type { Execution } from '../../runtime/execution/execution';
import type { Bell } from '../../src/tracker/case/answers';
import { spread } from '../harness/extent';
import { type Desk, startPreparedDesk, track } from '../harness/local';
import { compose } from '../harness/mail';

/** Moments of an execution that are tried, unless the tests are the long ones. */
const MOMENTS = 2;

/** A desk whose only case was seen, and for which a reply has come in that no check has stored yet. */
function withReply(): Promise<Desk> {
  return startPreparedDesk('a reply to a case that was seen', receiveReply);
}

async function receiveReply(desk: Desk): Promise<void> {
  await track(desk);
  await desk.deliver(await compose({ subject: 'Lamp' }));
  await desk.run('checkMail');
  await desk.run('markBellSeen');
  const threadId = String(desk.rows('Cases')[0]?.threadId);
  await desk.deliver(await compose({ subject: 'Re: Lamp' }), { threadId });
  await desk.advance(60_000);
}

/** The same once a check has stored it. */
function withStoredReply(): Promise<Desk> {
  return startPreparedDesk('a stored reply to a case that was seen', async (desk) => {
    await receiveReply(desk);
    await desk.run('checkMail');
  });
}

async function itemsOf(desk: Desk): Promise<string[]> {
  return itemsIn(await desk.run('getBell'));
}

function itemsIn(bell: unknown): string[] {
  return (bell as Bell).items.map(({ kind, caseNumber }) => `${kind} ${caseNumber}`);
}

async function atDesk<T>(work: (desk: Desk) => Promise<T>, start = withReply): Promise<T> {
  const desk = await start();
  try {
    return await work(desk);
  } finally {
    await desk.close();
  }
}

/** One function, and another that begins so many ms later. */
function both(desk: Desk, first: string, [second, ...args]: [string, ...unknown[]], later: number) {
  const startsAt = desk.now() + later;
  return Promise.all([desk.execute(first), desk.execute(second, args, { startsAt })]);
}

describe('a reply that a check stores', () => {
  let check: Execution;
  beforeAll(async () => {
    check = await atDesk((desk) => desk.execute('checkMail'));
  });

  /** From long before its first call to its last one. */
  const moments = () => {
    const starts = check.calls.map(({ at }) => at - EXECUTION_START_MS);
    return spread([...new Set([0, ...starts.filter((at) => at > 0)])], MOMENTS);
  };

  test('is still new where the bell is marked as seen at any moment of it', async () => {
    for (const at of moments()) {
      const items = await atDesk(async (desk) => {
        await both(desk, 'checkMail', ['markBellSeen', { through: 1 }], at);
        return itemsOf(desk);
      });
      expect({ at, items }).toEqual({ at, items: ['message CASE-0001'] });
    }
  });

  test.each(spread([true, false], 1))(
    'is counted once where a list counts while it is stored: cached %s',
    async (isCached) => {
      // After its rows are written the check takes a while to go on.
      const call = check.calls.map(({ method }) => method).lastIndexOf('cache.getAll');
      for (const at of spread([3_000, 0, 1_000, 5_000, 10_000], 1)) {
        const after = await atDesk(async (desk) => {
          if (isCached) await desk.run('listCases');
          const slow = desk.execute('checkMail', [], { fault: { call, kind: 'slow', ms: 8_000 } });
          await Promise.all([slow, desk.execute('listCases', [], { startsAt: desk.now() + at })]);
          const bells = await desk.runAll(['getBell'], ['markSeen', 'CASE-0001', 2], ['getBell']);
          return [itemsIn(bells[0]), itemsIn(bells[2])];
        });
        expect({ at, after }).toEqual({ at, after: [['message CASE-0001'], []] });
      }
    },
  );

  test('is still new where the check dies at any call and the bell is marked before the next one', async () => {
    for (const call of spread(
      check.calls.map((_, index) => index + 1),
      MOMENTS,
    )) {
      const items = await atDesk(async (desk) => {
        const writes = call % 2 === 0 ? 'applied' : 'lost';
        await desk.execute('checkMail', [], { fault: { call, kind: 'kill before', writes } });
        const [, , bell] = await desk.runAll(['markBellSeen', { through: 1 }], ['checkMail'], ['getBell']);
        return itemsIn(bell);
      });
      expect({ call, items }).toEqual({ call, items: ['message CASE-0001'] });
    }
  });
});

test('a bell that is read while a case is marked as seen does not show it afterwards', async () => {
  const taken = await atDesk((desk) => desk.execute('getBell'), withStoredReply);
  for (const [first, second] of [
    ['getBell', ['markSeen', 'CASE-0001', 2]],
    ['markBellSeen', ['getBell']],
  ] as [string, [string, ...unknown[]]][]) {
    for (const at of spread([...taken.calls.map((call) => call.at), 0], 1)) {
      const items = await atDesk(async (desk) => {
        await both(desk, first, second, at);
        return itemsOf(desk);
      }, withStoredReply);
      expect({ first, at, items }).toEqual({ first, at, items: [] });
    }
  }
});
