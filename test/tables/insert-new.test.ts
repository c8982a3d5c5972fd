import { extent } from '../harness/extent';
import { type Book, startBook } from './book';
import { inTurns } from './in-turns';

const MINUTE = 60_000;
const QUIET = 7 * MINUTE;
const MANY = extent({ usual: 6, long: 100 });

describe('a new row with a number', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startBook();
  });
  afterEach(() => book.close());

  const shown = ({ row, isNew }: { row: { id: string }; isNew: boolean }) =>
    isNew ? row.id : `${row.id} again`;
  const add = async (name: string, key?: string) => shown(await book.run('addTicket', { name }, key));
  const adding = (name: string, key?: string): ['addTicket', { name: string }, string?] =>
    key === undefined ? ['addTicket', { name }] : ['addTicket', { name }, key];
  const addAll = async (...rows: readonly [name: string, key?: string][]) =>
    (await book.runAll(...rows.map((row) => adding(...row)))).map(shown);
  const wait = (ms: number) => book.realm.scheduler.advance(ms);
  const names = () => book.grid('Tickets').map(([id, name]) => `${id} ${name}`.trim());

  test('counts up, one row below the other', async () => {
    await add('one');
    await addAll(['two'], ['three']);
    expect(names()).toEqual(['id name', 'T-1 one', 'T-2 two', 'T-3 three']);
  });

  test('reads back as it was made, and looks like the rest', async () => {
    const notes = `=1+1 ${'x'.repeat(60_000)}`;
    const [{ row }, found] = await book.runAll(
      ['addTicket', { name: '007', notes, history: ['a'], updatedAt: 86_400_000 }],
      ['findTicket', 'T-1'],
    );
    expect(row).toMatchObject({ id: 'T-1', name: '007', notes, history: ['a'], version: 1 });
    expect(found).toEqual(row);
    expect(book.grid('Tickets')[1]?.[16]).toBe('1970-01-02 00:00');
  });

  test('gets a number of its own also where the one before is gone', async () => {
    await book.runAll(adding('one'), adding('two'), ['removeTicket', 'T-2']);
    await wait(QUIET);
    const [, , four] = await book.runAll(adding('three'), ['removeTicket', 'T-3'], adding('four'));
    expect(four.row.id).toBe('T-4');
  });

  test('goes below what stands in the tab, at once and later', async () => {
    await add('one');
    book.edit('Tickets', 'B3', 'a note');
    await add('two');
    await wait(QUIET);
    book.edit('Tickets', 'T9', 'far below');
    await addAll(['three'], ['four']);
    expect(names()).toEqual([
      ...['id name', 'T-1 one', 'a note', 'T-2 two', '', '', '', '', '', 'T-3 three', 'T-4 four'],
    ]);
  });

  test('takes no number that somebody has pasted, at once or later', async () => {
    await add('one');
    book.edit('Tickets', 'A3', 'T-2');
    book.edit('Tickets', 'A4', 'T-7');
    expect(await add('eight')).toBe('T-8');
    await wait(QUIET);
    book.edit('Tickets', 'A6', 'T-9');
    expect(await add('ten')).toBe('T-10');
  });

  test('counts on where the counter is lost, and where it is spoilt', async () => {
    await addAll(['one'], ['two']);
    book.sort('Tickets', 2);
    const [, three, four, , five, six] = await book.runAll(
      ['setCounter', null],
      adding('three'),
      adding('four'),
      ['setCounter', 'nothing'],
      adding('five'),
      adding('six'),
    );
    expect([three, four, five, six].map(shown)).toEqual(['T-3', 'T-4', 'T-5', 'T-6']);
  });

  test('finds room where the grid ends', async () => {
    book.remove('Tickets', 'rows', 3, 998);
    await addAll(['row 1'], ['row 2']);
    await addAll(['row 3'], ['row 4']);
    expect(names().slice(1)).toEqual(['T-1 row 1', 'T-2 row 2', 'T-3 row 3', 'T-4 row 4']);
  });

  test('names a column that is missing, and no number is used up', async () => {
    book.edit('Tickets', 'F1', 'mine');
    await expect(add('one')).rejects.toThrow('The Tickets tab has no column headed "notes"');
    book.edit('Tickets', 'F1', 'notes');
    expect(await add('one')).toBe('T-1');
  });

  test('is found by the key of its request, however late, and wherever it was moved', async () => {
    const made = await addAll(
      ['one', 'key 1'],
      ['one', 'key 1'],
      ...['key 2', '=1+1', '007'].map((key): [string, string] => ['another', key]),
    );
    expect(made.slice(0, 2)).toEqual(['T-1', 'T-1 again']);
    book.insert('Tickets', 'rows', 2, 3);
    book.insert('Tickets', 'columns', 1, 1);
    const [one, formula, , ...later] = await book.runAll(
      adding('one', 'key 1'),
      adding('=1+1', '=1+1'),
      ['setCounter', null],
      adding('one', 'key 1'),
      adding('007', '007'),
      adding('another', 'KEY 1'),
    );
    expect([one, formula].map(shown)).toEqual(['T-1 again', 'T-3 again']);
    expect(later.map(shown)).toEqual(['T-1 again', 'T-4 again', 'T-5']);
  });

  test('is made anew for a key whose row is gone, under another number', async () => {
    const [, , ...again] = await book.runAll(
      adding('one', 'key'),
      ['removeTicket', 'T-1'],
      adding('one', 'key'),
      adding('one', 'key'),
    );
    expect(again.map(shown)).toEqual(['T-2', 'T-2 again']);
    book.remove('Tickets', 'rows', 3);
    await wait(QUIET);
    expect(await add('one', 'key')).toBe('T-3');
  });

  test('is the same for two requests with one key at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 3 }, () => add('one', 'key')));
    expect(made.sort()).toEqual(['T-1', ...Array(2).fill('T-1 again')]);
    expect(names()).toEqual(['id name', 'T-1 one']);
  });

  test('takes long texts of many at once in the same columns', async () => {
    const notes = 'x'.repeat(120_000);
    const made = Array.from({ length: 3 }, (_, index) =>
      book.run('addTicket', { notes, history: [`${index}${notes}`] }),
    );
    const rows = (await Promise.all(made)).map(({ row }) => row);
    const found = await book.runAll(...rows.map(({ id }): ['findTicket', string] => ['findTicket', id]));
    expect(found).toEqual(rows);
    expect(book.grid('Tickets')[0]?.slice(21).sort()).toEqual([
      ...['history (2)', 'history (3)', 'notes (2)', 'notes (3)'],
    ]);
  });

  test(`of ${MANY} made at once each has a number and a place of its own`, async () => {
    const ids = await inTurns(MANY, Math.min(30, MANY / 2), (index) => add(`row ${index}`));
    expect(new Set(ids).size).toBe(MANY);
    const there = names().slice(1);
    expect(new Set(there).size).toBe(MANY);
    expect(there.sort()).toEqual(ids.map((id, index) => `${id} row ${index}`).sort());
  });
});
