import { withKillAtCalls } from '../harness/faults';
import { longestHold } from '../harness/holds';
import { type Book, startBook } from './book';

/** Three blocks of rows, each of which takes a hold of the lock. */
const ROWS = 3_000;
const IDS = Array.from({ length: 60 }, (_, index) => `T-${index * 50 + 1}`);
const PATCHED = `T-${ROWS - 49}`;
/** In that time the first block is being changed. */
const BEGUN_MS = 1_500;

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
