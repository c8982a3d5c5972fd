import type { Execution } from '../../runtime/execution/execution';
import type { Fault } from '../../runtime/execution/faults';
import { IS_LONG, inTurns, spread } from '../harness/extent';
import { withEndingAtCalls } from '../harness/faults';
import { type Book, startBook } from './book';
import type { Ticket } from './tickets';

const QUIET = 7 * 60_000;
const TAKEN_OVER = 31_000;
const WHOLE = { name: 'new', notes: 'n'.repeat(60_000), history: ['made'] };
const MAKE_TWO: ['addTickets', Partial<Ticket>[]] = [
  'addTickets',
  [{ name: 'one', notes: 'x'.repeat(60_000) }, { name: 'two' }],
];
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
  one: Ticket;
  two: Ticket;
  total: number;
}

const WAITS: [string, number][] = [
  ['while rows are being made', 0],
  ['when nothing was made for minutes', QUIET],
];

/** How it ends, when, and how long nothing was made before. */
const CELLS = WAITS.flatMap(([when, wait], row) =>
  ENDINGS.map(([how, ending], column): [string, Cell] => [
    `${when}: ${how}`,
    { wait, ending, turn: row + column },
  ]),
);

interface Cell {
  wait: number;
  ending: Omit<Fault, 'call'>;
  /** Every second one has each ending once, and half of them after a wait. */
  turn: number;
}

const RULES = ['new', 'request', 'list', 'change', 'removal'] as const;
/** In the usual tests each rule has another one, in the long tests every second one. */
const cellsOf = (rule: (typeof RULES)[number]) =>
  IS_LONG
    ? CELLS.filter(([, { turn }]) => (turn + RULES.indexOf(rule)) % 2 === 0)
    : inTurns(spread(CELLS, RULES.length), RULES, rule);

describe('ended at any of its service calls', () => {
  let book: Book;
  /** Two rows for the next try. */
  let made: Ticket[];
  beforeEach(async () => {
    book = await startBook();
    made = await book.run(...MAKE_TWO);
  });
  afterEach(() => book.close());

  async function stand(wait: number): Promise<Standing> {
    const [one, two] = made;
    if (!one || !two) throw new Error('Rows were not made.');
    await book.realm.scheduler.advance(wait);
    return { one, two, total: book.grid('Tickets').filter(([id]) => /^T-/.test(id ?? '')).length };
  }

  const atEachCall = (
    { wait, ending }: Cell,
    work: (standing: Standing, fault: Fault) => Promise<Execution>,
  ) => withEndingAtCalls(ending, 2, async ({ call }) => work(await stand(wait), { ...ending, call }));

  test.each(cellsOf('new'))(
    'a new row is there whole or not at all, and not in the way of the next: %s',
    (_, cell) =>
      atEachCall(cell, async ({ two, total }, fault) => {
        const number = Number(two.id.slice(2)) + 1;
        const ended = await book.execute('addTicket', [WHOLE], { fault });
        const [{ row: next }, first, second, listed, others] = await book.runAll(
          ['addTicket', { name: 'next' }],
          ['findTicket', `T-${number}`],
          ['findTicket', `T-${number + 1}`],
          ['listTickets', {}],
          MAKE_TWO,
        );
        made = others;
        expect([first, second]).toContainEqual(next);
        const own = next.id === first?.id ? null : first;
        if (own) expect(own).toMatchObject(WHOLE);
        expect([fault.call, listed.total]).toEqual([fault.call, total + (own ? 2 : 1)]);
        return ended;
      }),
  );

  test.each(cellsOf('request'))(
    'a new row of a request is made by the request made again, once: %s',
    (_, cell) =>
      atEachCall(cell, async ({ total }, fault) => {
        const key = `key ${total}`;
        const ended = await book.execute('addTicket', [WHOLE, key], { fault });
        await book.realm.scheduler.advance(TAKEN_OVER);
        const [{ row }, again, listed, others] = await book.runAll(
          ['addTicket', WHOLE, key],
          ['addTicket', WHOLE, key],
          ['listTickets', {}],
          MAKE_TWO,
        );
        made = others;
        expect(row).toMatchObject({ ...WHOLE, requestKey: key });
        expect(again).toEqual({ row, isNew: false });
        expect([fault.call, listed.total]).toEqual([fault.call, total + 1]);
        return ended;
      }),
  );

  test.each(cellsOf('list'))(
    'the rows of a list are made by the request made again, each of them once: %s',
    (_, cell) =>
      atEachCall(cell, async ({ total }, fault) => {
        const list = [{ name: 'a' }, null, WHOLE, { name: 'c' }];
        const key = `list ${total}`;
        const ended = await book.execute('addTicketList', [list, key], { fault });
        await book.run('addTicket', { name: 'other' });
        await book.realm.scheduler.advance(TAKEN_OVER);
        const [whole, again, listed, others] = await book.runAll(
          ['addTicketList', list, key],
          ['addTicketList', list, key],
          ['listTickets', {}],
          MAKE_TWO,
        );
        made = others;
        expect(whole).toMatchObject(list.map((one, at) => one && { ...one, requestKey: `${key}.${at}` }));
        expect(again).toEqual(whole);
        expect([fault.call, listed.total]).toEqual([fault.call, total + 4]);
        return ended;
      }),
  );

  test.each(cellsOf('change'))('a row is changed in whole or not at all: %s', (_, cell) =>
    atEachCall(cell, async ({ one, total }, fault) => {
      const changed = { ...one, ...PATCH, version: 2 };
      const ended = await book.execute('changeTicket', [one.id, PATCH], { fault });
      const [found, again, listed, others] = await book.runAll(
        ['findTicket', one.id],
        ['changeTicket', one.id, PATCH],
        ['listTickets', {}],
        MAKE_TWO,
      );
      made = others;
      expect([one, changed]).toContainEqual(found);
      expect([fault.call, again, listed.total]).toEqual([fault.call, { changed }, total]);
      return ended;
    }),
  );

  test.each(cellsOf('removal'))('a row is removed whole or not at all, and no other: %s', (_, cell) =>
    atEachCall(cell, async ({ one, two, total }, fault) => {
      const ended = await book.execute('removeTicket', [one.id], { fault });
      const [before, , after, { row }, other, listed, others] = await book.runAll(
        ['findTicket', one.id],
        ['removeTicket', one.id],
        ['findTicket', one.id],
        ['addTicket', { name: 'three' }],
        ['findTicket', two.id],
        ['listTickets', {}],
        MAKE_TWO,
      );
      made = others;
      expect([one, null]).toContainEqual(before);
      expect(Number(row.id.slice(2))).toBe(Number(two.id.slice(2)) + 1);
      expect([fault.call, after, other, listed.total]).toEqual([fault.call, null, two, total]);
      return ended;
    }),
  );
});
