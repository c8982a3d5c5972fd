import type { Execution } from '../../runtime/execution/execution';
import type { Fault } from '../../runtime/execution/faults';
import { withFaultAtCalls } from '../harness/faults';
import { type Book, startBook } from './book';

const QUIET = 7 * 60_000;
const TAKEN_OVER = 31_000;
const WHOLE = { name: 'new', notes: 'n'.repeat(60_000), history: ['made'] };
const PATCH = { name: 'changed', notes: 'c'.repeat(60_000), updatedAt: 86_400_000 };

const message = 'Service Spreadsheets failed while accessing document.';
const ENDINGS: [string, Omit<Fault, 'call'>][] = [
  ['killed, and what was not flushed is lost', { kind: 'kill after', writes: 'lost' }],
  ['killed, and what was not flushed is applied', { kind: 'kill before', writes: 'applied' }],
  ['an error, and nothing was done', { kind: 'throw before', message }],
  ['an error, and it was done all the same', { kind: 'throw after', message }],
];

/** Two rows that stand in the tab, and how many there are with them. */
interface Standing {
  one: string;
  two: string;
  total: number;
}

describe.each([
  ['while rows are being made', 0],
  ['when nothing was made for minutes', QUIET],
])('ended at any of its service calls, %s', (_, wait) => {
  let book: Book;
  beforeEach(async () => {
    book = await startBook();
  });
  afterEach(() => book.close());

  const totalOf = async () => (await book.run('listTickets', {})).total;

  async function prepare(): Promise<Standing> {
    const { row: one } = await book.run('addTicket', { name: 'one', notes: 'x'.repeat(60_000) });
    const { row: two } = await book.run('addTicket', { name: 'two' });
    await book.realm.scheduler.advance(wait);
    return { one: one.id, two: two.id, total: await totalOf() };
  }

  const atEachCall = (
    ending: Omit<Fault, 'call'>,
    work: (standing: Standing, fault: Fault) => Promise<Execution>,
  ) => withFaultAtCalls(3, async ({ call }) => work(await prepare(), { ...ending, call }));

  test.each(ENDINGS)(
    'a new row is there whole or not at all, and not in the way of the next: %s',
    (_, ending) =>
      atEachCall(ending, async ({ two, total }, fault) => {
        const number = Number(two.slice(2)) + 1;
        const ended = await book.execute('addTicket', [WHOLE], { fault });
        const { row: next } = await book.run('addTicket', { name: 'next' });
        expect([`T-${number}`, `T-${number + 1}`]).toContain(next.id);
        const made = next.id === `T-${number}` ? null : await book.run('findTicket', `T-${number}`);
        if (made) expect(made).toMatchObject(WHOLE);
        expect(await book.run('findTicket', next.id)).toEqual(next);
        expect([fault.call, await totalOf()]).toEqual([fault.call, total + (made ? 2 : 1)]);
        return ended;
      }),
  );

  test.each(ENDINGS)('a new row of a request is made by the request made again, once: %s', (_, ending) =>
    atEachCall(ending, async ({ total }, fault) => {
      const key = `key ${total}`;
      const ended = await book.execute('addTicket', [WHOLE, key], { fault });
      await book.realm.scheduler.advance(TAKEN_OVER);
      const { row } = await book.run('addTicket', WHOLE, key);
      expect(row).toMatchObject({ ...WHOLE, requestKey: key });
      expect(await book.run('addTicket', WHOLE, key)).toEqual({ row, isNew: false });
      expect([fault.call, await totalOf()]).toEqual([fault.call, total + 1]);
      return ended;
    }),
  );

  test.each(ENDINGS)(
    'the rows of a list are made by the request made again, each of them once: %s',
    (_, ending) =>
      atEachCall(ending, async ({ total }, fault) => {
        const list = [{ name: 'a' }, null, WHOLE, { name: 'c' }];
        const key = `list ${total}`;
        const ended = await book.execute('addTicketList', [list, key], { fault });
        await book.run('addTicket', { name: 'other' });
        await book.realm.scheduler.advance(TAKEN_OVER);
        const made = await book.run('addTicketList', list, key);
        expect(made).toMatchObject(list.map((one, at) => one && { ...one, requestKey: `${key}.${at}` }));
        expect(await book.run('addTicketList', list, key)).toEqual(made);
        expect([fault.call, await totalOf()]).toEqual([fault.call, total + 4]);
        return ended;
      }),
  );

  test.each(ENDINGS)('a row is changed in whole or not at all: %s', (_, ending) =>
    atEachCall(ending, async ({ one, total }, fault) => {
      const before = await book.run('findTicket', one);
      const changed = { ...before, ...PATCH, version: 2 };
      const ended = await book.execute('changeTicket', [one, PATCH], { fault });
      expect([before, changed]).toContainEqual(await book.run('findTicket', one));
      const again = await book.run('changeTicket', one, PATCH);
      expect([fault.call, again, await totalOf()]).toEqual([fault.call, { changed }, total]);
      return ended;
    }),
  );

  test.each(ENDINGS)('a row is removed whole or not at all, and no other: %s', (_, ending) =>
    atEachCall(ending, async ({ one, two, total }, fault) => {
      const [before, other] = [await book.run('findTicket', one), await book.run('findTicket', two)];
      const ended = await book.execute('removeTicket', [one], { fault });
      expect([before, null]).toContainEqual(await book.run('findTicket', one));
      await book.run('removeTicket', one);
      expect([fault.call, await book.run('findTicket', one)]).toEqual([fault.call, null]);
      const { row } = await book.run('addTicket', { name: 'three' });
      expect(Number(row.id.slice(2))).toBe(Number(two.slice(2)) + 1);
      expect([fault.call, await book.run('findTicket', two)]).toEqual([fault.call, other]);
      expect([fault.call, await totalOf()]).toEqual([fault.call, total]);
      return ended;
    }),
  );
});
