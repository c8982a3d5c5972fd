import { withKillAtCalls } from '../harness/faults';
import { longestHold } from '../harness/holds';
import { type Book, startBook } from './book';

/** Three blocks of rows, each of which takes a hold of the lock. */
const ROWS = 3_000;
const IDS = Array.from({ length: 60 }, (_, index) => `T-${index * 50 + 1}`);
const PATCHED = `T-${ROWS - 49}`;
/** In that time the first block is being changed. */
const BEGUN_MS = 1_500;
const DAY = 86_400_000;

describe('between the parts of a write others may write', () => {
  let book: Book;
  beforeAll(async () => {
    book = await startBook();
    await book.run('addTicket', { name: 'first' });
    book.fill('Tickets', ROWS + 1, (row) => [`T-${row - 1}`, `name ${(row * 7919) % ROWS}`]);
    await book.run('setCounter', `${ROWS + 1} ${ROWS + 2} 0 0`);
  });
  afterAll(() => book.close());

  /** How often each row has been counted so far; its version has to say the same. */
  function counts(): Map<string, number> {
    const rows = book.grid('Tickets').slice(1);
    expect(rows.filter(([, , score, ...cells]) => Number(score) !== Number(cells[14]) - 1)).toEqual([]);
    return new Map(rows.map(([id = '', , score]) => [id, Number(score)]));
  }

  const changes = (before: ReadonlyMap<string, number>) =>
    [...counts()].flatMap(([id, count]) => Array<string>(count - (before.get(id) ?? 0)).fill(id)).sort();

  test('a change of one of the rows, a sort and a second run: each row is changed as often as was asked', async () => {
    const before = counts();
    const startsAt = book.realm.scheduler.now() + BEGUN_MS;
    const [first, second] = await Promise.all([
      book.execute('countAll', ['one', IDS]),
      book.execute('countAll', ['two', IDS], { startsAt }),
      book.execute('countUp', [PATCHED], { startsAt }),
      book.execute('sortTickets', [2, true], { startsAt }),
    ]);
    expect([first.error, second.error]).toEqual([undefined, undefined]);
    expect(first.holds.length).toBeGreaterThan(2);
    expect(longestHold(first, second)).toBeLessThanOrEqual(2_000);
    expect(changes(before)).toEqual([...IDS, ...IDS, PATCHED].sort());
  });

  test('a run that is killed leaves the first of its writes, and the next one makes the others, once', () =>
    withKillAtCalls(3, async ({ call, n }) => {
      const [before, run] = [counts(), `run ${n}`];
      const startsAt = book.realm.scheduler.now() + BEGUN_MS;
      const fault = { call, kind: 'kill after', writes: n % 2 === 0 ? 'lost' : 'applied' } as const;
      const [ended] = await Promise.all([
        book.execute('countAll', [run, IDS], { fault }),
        book.execute('sortTickets', [n % 2 === 0 ? 1 : 2, n % 3 === 0], { startsAt }),
      ]);
      const [things, parts] = [book.grid('Things'), book.grid('Parts')].map((grid) => grid.map(([id]) => id));
      const counted = changes(before);
      if (counted.length > 0) expect(things).toContain(run);
      if (parts?.includes(run)) expect(counted).toHaveLength(IDS.length);
      const left = IDS.filter((id) => !counted.includes(id));
      await book.run('countAll', `rest of ${run}`, left);
      expect(changes(before)).toEqual([...IDS].sort());
      return ended;
    }));
});

describe('of a long tab', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startBook();
  });
  afterEach(() => book.close());

  test('rows are removed in parts, those that are twice as often as named, wherever the owner sorts them to', async () => {
    await book.run('addThings', [{ id: 'first', words: 'w' }]);
    // The owner turns the tab around: what was to come is over, and the other way round.
    book.fill('Things', 12_001, (row) => [`J-${row % 6_000}`, `${row}`]);
    const ids = Array.from({ length: 300 }, (_, index) => `J-${index * 20}`);
    const startsAt = book.realm.scheduler.now() + BEGUN_MS;
    const [removed] = await Promise.all([
      book.execute('removeThings', [[...ids, ...ids.slice(0, 100)]]),
      book.execute('sortThings', [2, false], { startsAt }),
    ]);
    expect([removed.error, removed.holds.length > 1]).toEqual([undefined, true]);
    expect(longestHold(removed)).toBeLessThanOrEqual(2_000);
    const left = book.grid('Things').flatMap(([id = '']) => (ids.includes(id) ? [id] : []));
    expect(left.sort()).toEqual(ids.slice(100).sort());
  });

  test('new rows come in their order, and times are raised in each row to its own', async () => {
    const things = Array.from({ length: 12_000 }, (_, index) => ({ id: `T-${index}`, words: 'w' }));
    const added = await book.execute('addThings', [things]);
    expect(book.grid('Things').map(([id]) => id)).toEqual(['id', ...things.map(({ id }) => id)]);
    const days = Object.fromEntries(things.map(({ id }, index) => [id, DAY + index * 1_000]));
    const [raised] = await Promise.all([
      book.execute('advanceDays', [days]),
      book.execute('sortThings', [1, false], { startsAt: book.realm.scheduler.now() + BEGUN_MS }),
    ]);
    expect([added.error, raised.error]).toEqual([undefined, undefined]);
    const all = await book.run('listThings');
    expect(all.filter(({ id, day }) => day !== days[id])).toEqual([]);
    expect([added.holds.length, raised.holds.length].map((count) => count > 1)).toEqual([true, true]);
    expect(longestHold(added, raised)).toBeLessThanOrEqual(2_000);
  });
});
