import type { Execution } from '../../runtime/execution/execution';
import { spread } from '../harness/extent';
import { longestHold } from '../harness/holds';
import { type Book, startBook } from './book';

const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index);
const HALF_A_CELL = 'x'.repeat(30_000);

describe('many rows at once', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startBook();
  });
  afterEach(() => book.close());

  const addTickets = (count: number) =>
    book.run(
      'addTickets',
      numbers(count).map((number) => ({ name: `n ${number}`, history: ['made'] })),
    );
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
    await book.run('addTicket', { name: 'before' });
    const made = await addTickets(100);
    expect(made.map(({ id }) => id)).toEqual(numbers(100, 2).map((number) => `T-${number}`));
    expect(await book.run('findTicket', 'T-101')).toMatchObject({ name: 'n 100', history: ['made'] });
    expect((await book.run('addTicket', { name: 'after' })).row.id).toBe('T-102');
    expect(names()).toEqual(['before', ...numbers(100).map((number) => `n ${number}`), 'after']);
  });

  test('go below a row that somebody has pasted in their way', async () => {
    await book.run('addTicket', { name: 'one' });
    book.edit('Tickets', 'A8', 'T-50');
    const [first] = await addTickets(10);
    expect(names().filter(Boolean)).toEqual(['one', ...numbers(10).map((number) => `n ${number}`)]);
    expect(book.grid('Tickets')[7]?.[0]).toBe('T-50');
    expect(await book.run('findTicket', first?.id ?? '')).toMatchObject({ name: 'n 1' });
  });

  test('of several callers at once each have their own numbers and places', async () => {
    const made = await Promise.all(numbers(4).map(() => addTickets(20)));
    const ids = made.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(80);
    expect(new Set(await book.run('ticketIds'))).toEqual(new Set(ids));
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
    await addTickets(5);
    await book.run('removeTicket', 'T-3');
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
    await addTickets(20);
    rearrange(book);
    const ids = ['T-2', 'T-9', 'T-10', 'T-20'];
    await book.run('changeTickets', Object.fromEntries(ids.map((id) => [id, { status: 'sold' }])));
    const { rows } = await book.run('listTickets', { where: { status: 'sold' } });
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  test('take texts that are longer than a cell', async () => {
    await addTickets(4);
    const notes = HALF_A_CELL.repeat(3);
    await book.run('changeTickets', { 'T-1': { notes }, 'T-4': { notes: 'short' } });
    expect(await book.run('findTicket', 'T-1')).toMatchObject({ notes });
    expect(await book.run('findTicket', 'T-4')).toMatchObject({ notes: 'short', name: 'n 4' });
    expect(await book.run('findTicket', 'T-2')).toMatchObject({ notes: '', name: 'n 2' });
  });

  describe('of a list of jobs', () => {
    const ids = () => book.run('listWords').then((words) => words.map(({ id }) => id));
    const add = (all: readonly number[]) =>
      book.run(
        'addThings',
        all.map((number) => ({ id: `J-${number}`, words: 'w' })),
      );
    const remove = (all: readonly number[]): Promise<Execution> =>
      book.execute('removeThings', [all.map((number) => `J-${number}`)]);

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
      expect(await ids()).toEqual(numbers(100, 1_401).map((number) => `J-${number}`));
      expect(book.grid('Things')).toHaveLength(101);
    });

    test('leave no blank rows behind that are read again and again', async () => {
      await add([1, 2, ...numbers(400, 3), 403, 404]);
      book.edit('Things', 'A300', '');
      await remove(numbers(400, 3));
      expect(await ids()).toEqual(['J-1', 'J-2', '', 'J-403', 'J-404']);
      expect(book.grid('Things').length).toBeLessThan(250);
      await remove([1, 2, 403, 404]);
      await add([5]);
      expect(await ids()).toEqual(['', 'J-5']);
    });

    test('that are twice in the tab are removed as often as they are named', async () => {
      await add([1, 1, 2]);
      await remove([1, 7]);
      expect(await ids()).toEqual(['J-1', 'J-2']);
    });
  });
});
