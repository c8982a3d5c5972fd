import type { Execution } from '../../runtime/execution/execution';
import { spread } from '../harness/extent';
import { longestHold } from '../harness/holds';
import { type Book, startBook, startPreparedBook } from './book';

const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index);
const HALF_A_CELL = 'x'.repeat(30_000);

describe('many rows at once', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startBook();
  });
  afterEach(() => book.close());

  const adding = (count: number): ['addTickets', { name: string; history: string[] }[]] => [
    'addTickets',
    numbers(count).map((number) => ({ name: `n ${number}`, history: ['made'] })),
  ];
  const addTickets = (count: number) => book.run(...adding(count));
  const versions = () =>
    book
      .grid('Tickets')
      .slice(1)
      .map((cells) => cells[17]);
  const names = () =>
    book
      .grid('Tickets')
      .slice(1)
      .map((cells) => cells[1]);

  test('are made with numbers that follow each other', async () => {
    const [, made, found, after] = await book.runAll(
      ['addTicket', { name: 'before' }],
      adding(100),
      ['findTicket', 'T-101'],
      ['addTicket', { name: 'after' }],
    );
    expect(made.map(({ id }) => id)).toEqual(numbers(100, 2).map((number) => `T-${number}`));
    expect(found).toMatchObject({ name: 'n 100', history: ['made'] });
    expect(after.row.id).toBe('T-102');
    expect(names()).toEqual(['before', ...numbers(100).map((number) => `n ${number}`), 'after']);
  });

  test('go below a row that somebody has pasted in their way', async () => {
    await book.run('addTicket', { name: 'one' });
    book.edit('Tickets', 'A8', 'T-50');
    const [, found] = await book.runAll(adding(10), ['findTicket', 'T-51']);
    expect(names().filter(Boolean)).toEqual(['one', ...numbers(10).map((number) => `n ${number}`)]);
    expect(book.grid('Tickets')[7]?.[0]).toBe('T-50');
    expect(found).toMatchObject({ name: 'n 1' });
  });

  test('of several callers at once each have their own numbers and places', async () => {
    const made = await Promise.all(numbers(4).map(() => addTickets(20)));
    const ids = made.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(80);
    const there = book.grid('Tickets').map(([id]) => id);
    expect(new Set(there.slice(1))).toEqual(new Set(ids));
  });

  test('are changed wherever they are, and what lies between them stays as it was', async () => {
    await addTickets(300);
    book.edit('Tickets', 'F9', '=1+1');
    const changed = numbers(30, 1).map((number) => `T-${number * 7}`);
    const patch = { status: 'sold', notes: '=changed', updatedAt: 86_400_000 } as const;
    const before = book.grid('Tickets');
    await book.run('changeTickets', Object.fromEntries(changed.map((id) => [id, patch])));
    for (const [row, cells] of book.grid('Tickets').entries())
      if (changed.includes(cells[0] ?? ''))
        expect([cells[4], cells[5], cells[17]]).toEqual(['sold', '=changed', '2']);
      else expect(cells).toEqual(before[row]);
    expect(book.formula('Tickets', 'F9')).toBe('=1+1');
  });

  test('keep their versions where nothing changes, and those that are gone are passed over', async () => {
    await book.runAll(adding(5), ['removeTicket', 'T-3']);
    const ended = await book.execute('changeTickets', [{ 'T-2': { name: 'n 2' }, 'T-3': { name: 'gone' } }]);
    expect([ended.error, ended.count('spreadsheet.set')]).toEqual([undefined, 0]);
    expect(versions()).toEqual(['1', '1', '', '1', '1']);
  });

  test.each(
    spread<[string, (book: Book) => void]>(
      [
        ['sorted', (book) => book.sort('Tickets', 2)],
        ['with rows in between', (book) => book.insert('Tickets', 'rows', 4, 700)],
        ['with columns in between', (book) => book.insert('Tickets', 'columns', 2, 3)],
        ['with its key in another column', (book) => book.move('Tickets', 'columns', 1, 9)],
      ],
      2,
    ),
  )('are found in a tab %s', async (_, rearrange) => {
    await book.close();
    book = await startPreparedBook('twenty tickets', (original) => original.run(...adding(20)));
    rearrange(book);
    const ids = ['T-2', 'T-9', 'T-10', 'T-20'];
    const sold = { status: 'sold' } as const;
    const [, { rows }] = await book.runAll(
      ['changeTickets', Object.fromEntries(ids.map((id) => [id, sold]))],
      ['listTickets', { where: sold }],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  test('take texts that are longer than a cell', async () => {
    const notes = HALF_A_CELL.repeat(3);
    const [, , first, second, fourth] = await book.runAll(
      adding(4),
      ['changeTickets', { 'T-1': { notes }, 'T-4': { notes: 'short' } }],
      ['findTicket', 'T-1'],
      ['findTicket', 'T-2'],
      ['findTicket', 'T-4'],
    );
    expect(first).toMatchObject({ notes });
    expect(second).toMatchObject({ notes: '', name: 'n 2' });
    expect(fourth).toMatchObject({ notes: 'short', name: 'n 4' });
  });

  describe('of a list of jobs', () => {
    const idsOf = (all: readonly number[]) => all.map((number) => `J-${number}`);
    const add = (all: readonly number[]) =>
      book.run(
        'addThings',
        idsOf(all).map((id) => ({ id, words: 'w' })),
      );
    const remove = (all: readonly number[]): Promise<Execution> => book.execute('removeThings', [idsOf(all)]);

    test('are removed in one call, under the lock for less than two seconds', async () => {
      await add(numbers(1_500));
      const even = numbers(1_500).filter((number) => number % 2 === 0);
      const ended = await remove(even.slice(0, 500));
      expect([ended.error, ended.count('spreadsheet.clear'), ended.count('spreadsheet.delete')]).toEqual([
        undefined,
        1,
        0,
      ]);
      const all = await remove(numbers(1_400));
      expect(longestHold(ended, all)).toBeLessThan(1_000);
      const there = book.grid('Things').map(([id]) => id);
      expect(there).toEqual(['id', ...numbers(100, 1_401).map((number) => `J-${number}`)]);
    });

    test('leave no blank rows behind that are read again and again', async () => {
      await add([1, 2, ...numbers(400, 3), 403, 404]);
      book.edit('Things', 'A300', '');
      const [, rest] = await book.runAll(['removeThings', idsOf(numbers(400, 3))], ['listWords']);
      expect(rest.map(({ id }) => id)).toEqual(['J-1', 'J-2', '', 'J-403', 'J-404']);
      expect(book.grid('Things').length).toBeLessThan(250);
      const [, , words] = await book.runAll(
        ['removeThings', idsOf([1, 2, 403, 404])],
        ['addThings', [{ id: 'J-5', words: 'w' }]],
        ['listWords'],
      );
      expect(words.map(({ id }) => id)).toEqual(['', 'J-5']);
    });

    test('that are twice in the tab are removed as often as they are named', async () => {
      const [, , words] = await book.runAll(
        ['addThings', ['J-1', 'J-1', 'J-2'].map((id) => ({ id, words: 'w' }))],
        ['removeThings', ['J-1', 'J-7']],
        ['listWords'],
      );
      expect(words.map(({ id }) => id)).toEqual(['J-1', 'J-2']);
    });
  });
});
