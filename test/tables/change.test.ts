import { spread, testLong } from '../harness/extent';
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
    const [{ changed }, found, { changed: again }, foundAgain] = await book.runAll(
      ['changeTicket', 'T-2', { status: 'sold', notes: '=1+1' }],
      ['findTicket', 'T-2'],
      ['changeTicket', 'T-2', { history: ['a'] }, 2],
      ['findTicket', 'T-2'],
    );
    expect(changed).toMatchObject({ id: 'T-2', name: 'two', status: 'sold', notes: '=1+1', version: 2 });
    expect(found).toEqual(changed);
    expect(again).toEqual({ ...changed, history: ['a'], version: 3 });
    expect(foundAgain).toEqual(again);
  });

  test('is not changed where somebody else has been faster, and tells how it stands', async () => {
    const [{ changed }, refused, found] = await book.runAll(
      ['changeTicket', 'T-2', { status: 'sold' }],
      ['changeTicket', 'T-2', { status: 'contacted' }, 1],
      ['findTicket', 'T-2'],
    );
    expect([refused, found]).toEqual([{ stale: changed }, changed]);
  });

  test('keeps its version where nothing changes, and nothing is written', async () => {
    await book.run('changeTicket', 'T-2', { name: '007', updatedAt: 86_400_000 });
    const same = { name: '007', updatedAt: 86_400_000, history: [] };
    const ended = await book.execute('changeTicket', ['T-2', same]);
    expect(ended.count('spreadsheet.set')).toBe(0);
    expect(book.grid('Tickets')[2]?.[17]).toBe('2');
  });

  test('with another id is not there for a change or a removal', async () => {
    const before = names();
    const answers = await book.runAll(
      ['changeTicket', 'T-4', { name: 'x' }],
      ['changeTicket', '', { name: 'x' }],
      ['removeTicket', 'T-4'],
      ['removeTicket', 'id'],
    );
    expect(answers).toEqual([{}, {}, false, false]);
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
    const texts = [120_000, 60_000, 5].map((length) => 'x'.repeat(length));
    const answers = await book.runAll(
      ...texts.flatMap((notes): (['changeTicket', string, object] | ['findTicket', string])[] => [
        ['changeTicket', 'T-2', { notes }],
        ['findTicket', 'T-2'],
        ['findTicket', 'T-3'],
      ]),
    );
    expect(answers.filter((_, at) => at % 3 > 0)).toMatchObject(
      texts.flatMap((notes) => [
        { notes, name: 'two', history: [] },
        { name: 'three', notes: '' },
      ]),
    );
  });

  test('changes at once are all made', async () => {
    const counted = await Promise.all(Array.from({ length: 3 }, () => book.run('countUp', 'T-2')));
    expect(counted.sort()).toEqual([1, 2, 3]);
    expect(book.grid('Tickets')[2]?.[17]).toBe('4');
  });

  const ARRANGEMENTS: [string, (book: Book) => void][] = [
    ['sorted', (book) => book.sort('Tickets', 2)],
    ['with rows in between', (book) => book.insert('Tickets', 'rows', 2, 120)],
    ['with its key in another column', (book) => book.move('Tickets', 'columns', 1, 9)],
    ['with a number typed as one', (book) => book.edit('Tickets', 'A2', '12')],
  ];

  test.each(spread(ARRANGEMENTS, 2))('is found in a tab %s', async (_, rearrange) => {
    rearrange(book);
    const answers = await book.runAll(
      ['changeTicket', 'T-2', { status: 'sold' }],
      ['findTicket', 'T-2'],
      ['removeTicket', 'T-2'],
      ['findTicket', 'T-2'],
      ['findTicket', 'T-3'],
    );
    expect(answers).toMatchObject([
      { changed: { name: 'two' } },
      { status: 'sold', version: 2 },
      true,
      null,
      { name: 'three' },
    ]);
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
    const [isRemoved, listed, { row }] = await book.runAll(
      ['removeTicket', 'T-1'],
      ['listTickets', {}],
      ['addTicket', { name: 'four' }],
    );
    expect([isRemoved, listed.total, row.id]).toEqual([true, 0, 'T-4']);
    expect(names()).toEqual(['id name', 'T-4 four']);
  });

  test('blank rows are tidied once nobody writes, those with a note are not', async () => {
    book.insert('Tickets', 'rows', 2, 2);
    book.edit('Tickets', 'F3', 'a note');
    expect(await book.runAll(['removeTicket', 'T-2'], ['tidyTickets'])).toEqual([true, 0]);
    await wait(QUIET);
    expect(await book.runAll(['tidyTickets'], ['tidyTickets'])).toEqual([2, 0]);
    expect(names()).toEqual(['id name', '', 'T-1 one', 'T-3 three']);
  });

  test('outdated rows go with the blank ones, wherever their columns stand', async () => {
    book.move('Tickets', 'columns', 1, 9);
    const [, , , tooEarly] = await book.runAll(
      ['changeTicket', 'T-1', { status: 'sold' }],
      ['removeTicket', 'T-2'],
      ['addTicket', { name: 'four', status: 'sold' }],
      ['tidySold'],
    );
    expect(tooEarly).toBe(0);
    await wait(QUIET);
    const [tidied, found, { row }] = await book.runAll(
      ['tidySold'],
      ['findTicket', 'T-3'],
      ['addTicket', { name: 'five' }],
    );
    expect([tidied, found, row]).toMatchObject([3, { name: 'three' }, { id: 'T-5' }]);
    // Beside the header there are the third and the new one.
    expect(book.grid('Tickets')).toHaveLength(3);
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

  testLong('a row that is made anew while its tab is tidied stays', async () => {
    await wait(QUIET);
    await book.run('changeTicket', 'T-2', { status: 'sold' });
    await withFaultAtCalls(3, async ({ call, n }) => {
      await book.run('addTicket', { name: 'sold one', status: 'sold' });
      await wait(QUIET);
      const [ended, { row }] = await Promise.all([
        book.execute('tidySold', [], { fault: { call, kind: 'slow', ms: 3_000 } }),
        book.run('addTicket', { name: `new ${n}` }),
      ]);
      expect(names()).toContain(`${row.id} new ${n}`);
      return ended;
    });
  });

  test('all rows but one leave a tab that has no others', async () => {
    book.freeze('Tickets', 1);
    book.remove('Tickets', 'rows', 5, 996);
    const sold = { status: 'sold' } as const;
    await book.run('changeTickets', { 'T-1': sold, 'T-2': sold, 'T-3': sold });
    await wait(QUIET);
    expect(await book.runAll(['tidySold'], ['tidySold'])).toEqual([2, 0]);
  });

  test('an empty tab stays as it is when it is tidied', async () => {
    book.remove('Tickets', 'rows', 2, 3);
    await wait(QUIET);
    expect(await book.run('tidyTickets')).toBe(0);
  });
});
