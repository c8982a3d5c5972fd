import { spread } from '../harness/extent';
import { withFaultAtCalls } from '../harness/faults';
import { type Book, startPreparedBook } from './book';

const MINUTE = 60_000;
const QUIET = 7 * MINUTE;

describe('a row with a version', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startPreparedBook('three tickets', async (original) => {
      for (const name of ['one', 'two', 'three']) await original.run('addTicket', { name });
    });
  });
  afterEach(() => book.close());

  const wait = (ms: number) => book.realm.scheduler.advance(ms);
  const names = () => book.grid('Tickets').map(([id, name]) => `${id} ${name}`.trim());

  test('counts its version up with each change, and answers how it stands now', async () => {
    const { changed } = await book.run('changeTicket', 'T-2', { status: 'sold', notes: '=1+1' });
    expect(changed).toMatchObject({ id: 'T-2', name: 'two', status: 'sold', notes: '=1+1', version: 2 });
    expect(await book.run('findTicket', 'T-2')).toEqual(changed);
    const { changed: again } = await book.run('changeTicket', 'T-2', { history: ['a'] }, 2);
    expect(again).toEqual({ ...changed, history: ['a'], version: 3 });
    expect(await book.run('findTicket', 'T-2')).toEqual(again);
  });

  test('is not changed where somebody else has been faster, and tells how it stands', async () => {
    const { changed } = await book.run('changeTicket', 'T-2', { status: 'sold' });
    expect(await book.run('changeTicket', 'T-2', { status: 'contacted' }, 1)).toEqual({ stale: changed });
    expect(await book.run('findTicket', 'T-2')).toEqual(changed);
  });

  test('keeps its version where nothing changes, and nothing is written', async () => {
    await book.run('changeTicket', 'T-2', { name: '007', updatedAt: 86_400_000 });
    const same = [{ name: '007', updatedAt: 86_400_000, history: [] }, {}];
    for (const change of same) {
      const ended = await book.execute('changeTicket', ['T-2', change]);
      expect(ended.count('spreadsheet.set')).toBe(0);
    }
    expect(await book.run('findTicket', 'T-2')).toMatchObject({ version: 2 });
  });

  test.each([
    ['T-4', 'changeTicket', {}],
    ['', 'changeTicket', {}],
    ['T-4', 'removeTicket', false],
    ['id', 'removeTicket', false],
  ] as const)('%j is not there for %s', async (id, name, answer) => {
    const before = names();
    const answered = name === 'removeTicket' ? book.run(name, id) : book.run(name, id, { name: 'x' });
    expect(await answered).toEqual(answer);
    expect(names()).toEqual(before);
  });

  test('what the owner has beside it stays: own columns, formulas, spoilt cells', async () => {
    book.insert('Tickets', 'columns', 3);
    book.edit('Tickets', 'C1', 'my own');
    book.edit('Tickets', 'C3', '=1+1');
    book.edit('Tickets', 'D3', 'many');
    book.format('Tickets', 'H3', 'General');
    book.edit('Tickets', 'H3', '=1/0');
    await book.run('changeTicket', 'T-2', { name: '2', filter: 'hot', updatedAt: 86_400_000 });
    expect([book.formula('Tickets', 'C3'), book.formula('Tickets', 'H3')]).toEqual(['=1+1', '=1/0']);
    expect(book.grid('Tickets')[2]?.slice(0, 8)).toEqual([
      ...['T-2', '2', book.grid('Tickets')[2]?.[2], 'many', 'hot', 'new', '', '#DIV/0!'],
    ]);
  });

  test('a text becomes longer than a cell, and shorter again', async () => {
    for (const length of [120_000, 60_000, 5]) {
      const notes = 'x'.repeat(length);
      await book.run('changeTicket', 'T-2', { notes });
      expect(await book.run('findTicket', 'T-2')).toMatchObject({ notes, name: 'two', history: [] });
    }
    expect(await book.run('findTicket', 'T-3')).toMatchObject({ name: 'three', notes: '' });
  });

  test('changes at once are all made', async () => {
    await Promise.all(Array.from({ length: 8 }, () => book.run('countUp', 'T-2')));
    expect(await book.run('findTicket', 'T-2')).toMatchObject({ score: 8, version: 9 });
  });

  const ARRANGEMENTS: [string, (book: Book) => void][] = [
    ['sorted', (book) => book.sort('Tickets', 2)],
    ['with rows in between', (book) => book.insert('Tickets', 'rows', 2, 120)],
    ['with its key in another column', (book) => book.move('Tickets', 'columns', 1, 9)],
    ['with a number typed as one', (book) => book.edit('Tickets', 'A2', '12')],
  ];

  test.each(spread(ARRANGEMENTS, 2))('is found in a tab %s', async (_, rearrange) => {
    rearrange(book);
    expect((await book.run('changeTicket', 'T-2', { status: 'sold' })).changed).toMatchObject({
      name: 'two',
    });
    expect(await book.run('findTicket', 'T-2')).toMatchObject({ status: 'sold', version: 2 });
    expect(await book.run('removeTicket', 'T-2')).toBe(true);
    expect(await book.run('findTicket', 'T-2')).toBe(null);
    expect(await book.run('findTicket', 'T-3')).toMatchObject({ name: 'three' });
  });

  test('is removed: the others stay where they are while one may be written', async () => {
    expect(await book.run('removeTicket', 'T-2')).toBe(true);
    expect(names()).toEqual(['id name', 'T-1 one', '', 'T-3 three']);
    await wait(QUIET);
    expect(await book.run('removeTicket', 'T-1')).toBe(true);
    expect(names()).toEqual(['id name', '', 'T-3 three']);
  });

  test('the last one there can be is removed too', async () => {
    book.freeze('Tickets', 1);
    await wait(QUIET);
    book.remove('Tickets', 'rows', 3, 998);
    expect(await book.run('removeTicket', 'T-1')).toBe(true);
    expect(names()).toEqual(['id name']);
    expect((await book.run('addTicket', { name: 'four' })).row).toMatchObject({ id: 'T-4' });
  });

  test('blank rows are tidied once nobody writes, those with a note are not', async () => {
    await book.run('removeTicket', 'T-2');
    book.insert('Tickets', 'rows', 2, 2);
    book.edit('Tickets', 'F3', 'a note');
    expect(await book.run('tidyTickets')).toBe(0);
    await wait(QUIET);
    expect(await book.run('tidyTickets')).toBe(2);
    expect(names()).toEqual(['id name', '', 'T-1 one', 'T-3 three']);
    expect(await book.run('tidyTickets')).toBe(0);
  });

  test('outdated rows go with the blank ones, wherever their columns stand', async () => {
    await book.run('changeTicket', 'T-1', { status: 'sold' });
    await book.run('removeTicket', 'T-2');
    await book.run('addTicket', { name: 'four', status: 'sold' });
    book.move('Tickets', 'columns', 1, 9);
    expect(await book.run('tidySold')).toBe(0);
    await wait(QUIET);
    expect(await book.run('tidySold')).toBe(3);
    expect(await book.run('findTicket', 'T-3')).toMatchObject({ name: 'three' });
    expect(book.grid('Tickets')).toHaveLength(2);
    expect((await book.run('addTicket', { name: 'five' })).row).toMatchObject({ id: 'T-5' });
  });

  test('what somebody types into a blank row just before it is deleted stays', async () => {
    book.insert('Tickets', 'rows', 3);
    await wait(QUIET);
    const { calls } = await book.execute('tidyTickets', []);
    book.insert('Tickets', 'rows', 3);
    const call = calls.findIndex(({ method }) => method === 'lock.try') + 1;
    const { scheduler } = book.realm;
    scheduler.at(scheduler.now() + 4_000, () => book.edit('Tickets', 'F3', 'a note'));
    const tidied = book.execute('tidyTickets', [], { fault: { call, kind: 'slow', ms: 5_000 } });
    expect(await tidied).toMatchObject({ hasFaultFired: true, status: 'completed' });
    expect(book.grid('Tickets')[2]?.[5]).toBe('a note');
  });

  test('a row that is made anew while its tab is tidied stays', async () => {
    await wait(QUIET);
    await book.run('changeTicket', 'T-2', { status: 'sold' });
    await withFaultAtCalls(3, async ({ call, n }) => {
      await book.run('addTicket', { name: 'sold one', status: 'sold' });
      await wait(QUIET);
      const [ended, { row }] = await Promise.all([
        book.execute('tidySold', [], { fault: { call, kind: 'slow', ms: 3_000 } }),
        book.run('addTicket', { name: `new ${n}` }),
      ]);
      expect(await book.run('findTicket', row.id)).toMatchObject({ name: `new ${n}` });
      return ended;
    });
  });

  test('all rows but one leave a tab that has no others', async () => {
    book.freeze('Tickets', 1);
    book.remove('Tickets', 'rows', 5, 996);
    for (const id of ['T-1', 'T-2', 'T-3']) await book.run('changeTicket', id, { status: 'sold' });
    await wait(QUIET);
    expect(await book.run('tidySold')).toBe(2);
    expect(await book.run('tidySold')).toBe(0);
  });

  test('an empty tab stays as it is when it is tidied', async () => {
    book.remove('Tickets', 'rows', 2, 3);
    await wait(QUIET);
    expect(await book.run('tidyTickets')).toBe(0);
  });
});
