import type { Execution } from '../../runtime/execution/execution';
import type { Row, Value } from '../../runtime/spreadsheet/attributes';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import { spread, testLong } from '../harness/extent';
import { type PushDesk, SHEET, startPushDesk, tillAndOrder } from './push-desk';

const ORDER = 'O-1-0123456789abcdefghijkl';
const MINUTE = 60_000;
const FIND = 2;

/** Calls, and modelled ms without the start of the execution. */
describe('what pushes cost', () => {
  let desk: PushDesk;
  beforeEach(async () => {
    desk = await startPushDesk({ begin: () => [['addOrder', ORDER]] });
  });
  afterEach(() => desk.close());

  /** What the first try does after its order has been read. */
  async function firstTry(): Promise<{ methods: string[]; ms: number }> {
    const { calls, error } = await desk.execute('tell', [ORDER]);
    expect(error).toBeUndefined();
    const reads = calls.flatMap(({ method }, at) => (method === 'spreadsheet.getValues' ? [at] : []));
    const own = calls.slice((reads[FIND - 1] ?? 0) + 1);
    return { methods: own.map(({ method }) => method), ms: own.reduce((sum, { ms }) => sum + ms, 0) };
  }

  test('without endpoints: one read of the cache, and one of the tab every five minutes', async () => {
    expect((await firstTry()).methods).toEqual([
      'cache.getAll',
      'spreadsheet.describeSheet',
      'spreadsheet.getValues',
      'cache.put',
    ]);
    const { methods, ms } = await firstTry();
    expect(methods).toEqual(['cache.getAll']);
    expect(ms).toBeLessThan(10);
    await desk.wait(5 * MINUTE);
    expect((await firstTry()).methods).toHaveLength(4);
  });

  testLong('another cafe that has endpoints makes no difference', async () => {
    await desk.addEndpoint('/elsewhere', 'C-2');
    await firstTry();
    expect((await firstTry()).methods).toEqual(['cache.getAll']);
  });

  test('the first attempt: cache, secrets, one fetch for all endpoints, one cache entry', async () => {
    await desk.addEndpoints('/a', '/b', '/c');
    await firstTry();
    const { methods, ms } = await firstTry();
    expect(methods).toEqual(['cache.getAll', 'cache.getAll', 'urlFetch.fetchAll', 'cache.putAll']);
    expect(ms).toBeLessThan(320);
  });

  test('a new endpoint receives the next update, whatever is cached', async () => {
    await firstTry();
    await desk.addEndpoint('/till');
    await firstTry();
    expect(desk.receiver.at('/till')).toHaveLength(1);
  });

  test('nothing is fetched under the script lock', async () => {
    await desk.addEndpoints('/till', '/broken');
    desk.receiver.behaviours.set('/broken', { status: 500 });
    expect(locksAtFetch(await desk.execute('changeOrder', [ORDER, 'x']))).toEqual([0]);
    await desk.run('changeOrder', ORDER, 'y', { isPushedNow: false });
    // The lock that keeps a second run of the timer away is the user's.
    const fetches = locksAtFetch(await desk.execute('deliver'));
    expect(fetches).toEqual(fetches.map(() => 1));
    expect(fetches.length).toBeGreaterThan(0);
  });
});

describe('what pushes cost the timer', () => {
  let desk: PushDesk;
  beforeEach(async () => {
    desk = await startPushDesk({ begin: tillAndOrder(ORDER) });
  });
  afterEach(() => desk.close());

  test('the timer logs immediate pushes in less than three seconds', async () => {
    await desk.run('changeOrder', ORDER, 'x');
    const { elapsed } = await desk.deliverAfter(10 * MINUTE);
    expect(desk.rows('Outbox')).toEqual([]);
    expect(elapsed).toBeLessThan(3_000);
  });

  test('the tab of deliveries keeps the newest 5,000 lines, however its rows are sorted', async () => {
    for (const [round, isOldestFirst] of spread([true, false], 1).entries()) {
      await desk.run('changeOrder', ORDER, `round ${round}`);
      await desk.deliverAfter(10 * MINUTE);
      fill(5_600, isOldestFirst);
      await desk.run('changeOrder', ORDER, `round ${round} again`);
      await desk.deliverAfter(10 * MINUTE);
      const rows = desk.rows('Deliveries');
      expect(rows).toHaveLength(5_000);
      expect(rows.filter(({ id }) => String(id).startsWith('D-'))).toHaveLength(1);
      const kept = rows.flatMap(({ id }) =>
        String(id).startsWith('old ') ? [Number(String(id).slice(4))] : [],
      );
      expect(Math.min(...kept)).toBe(602);
    }
  });

  /** `old 1` is the oldest. */
  function fill(count: number, isOldestFirst: boolean): void {
    const { grid } = desk.realm.spreadsheets.books.get(SHEET).findByName('Deliveries') as Sheet;
    const first = grid.row(2) as Row;
    for (let line = 1; line <= count; line++) {
      const age = isOldestFirst ? line : count + 1 - line;
      const values: Value[] = [...first.values];
      values[0] = `old ${age}`;
      values[1] = 40_000 + age / 1_000;
      grid.rows[line] = { values, attributes: first.attributes };
    }
    grid.maxRows = count + 500;
  }
});

/** How many locks were held at each fetch. */
function locksAtFetch({ calls }: Execution): number[] {
  let held = 0;
  return calls.flatMap(({ method }) => {
    if (method === 'lock.try') held++;
    if (method === 'lock.release') held--;
    return method.startsWith('urlFetch') ? [held] : [];
  });
}
