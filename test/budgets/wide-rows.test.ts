import type { Execution } from '../../runtime/execution/execution';
import { testLong } from '../harness/extent';
import { longestHold } from '../harness/holds';
import { type Book, startBook } from '../tables/book';
import { ROWS, startFullBook } from './full-book';

/** A find costs the same in a longer tab, and the test does not write gigabytes. */
const WIDE_ROWS = 1_000;
const HISTORY = ['h'.repeat(40_000)];
const MAX_BYTES = 200_000;

/** Reads of the sheet, and the bytes that they brought. */
function readsOf({ error, calls }: Execution): { reads: number; bytes: number } {
  expect(error).toBeUndefined();
  const reads = calls.filter(({ method }) => method === 'spreadsheet.getValues');
  return { reads: reads.length, bytes: reads.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Design section 7. */
describe('a tab of rows whose history has 40 kB each', () => {
  let book: Book;
  beforeAll(async () => {
    book = await startBook();
    await book.run('addTicket', { name: 'first', history: HISTORY });
    book.fill('Tickets', WIDE_ROWS + 1, (row) => [`T-${row - 1}`]);
  });
  afterAll(() => book.close());

  const find = (id: string) => book.execute('findTicket', [id]).then(readsOf);
  const change = (id: string) => book.execute('changeTicket', [id, { name: `${id} changed` }]).then(readsOf);

  test.each([
    ['read', find],
    ['changed', change],
  ])('a row is %s in 2 reads of 0.2 MB, in 3 where rows have moved', async (_, work) => {
    const still = await work('T-700');
    expect(still.reads).toBe(2);
    expect(still.bytes).toBeLessThanOrEqual(MAX_BYTES);
    book.remove('Tickets', 'rows', 100, 40);
    const moved = await work('T-701');
    expect(moved.reads).toBe(3);
    expect(moved.bytes).toBeLessThanOrEqual(MAX_BYTES);
    book.insert('Tickets', 'rows', 100, 40);
  });
});

test('rows whose history has 40 kB are changed under the lock for two seconds at most, however many', async () => {
  const book = await startBook();
  await book.run('addTicket', { name: 'first', history: HISTORY });
  book.fill('Tickets', WIDE_ROWS + 1, (row) => [`T-${row - 1}`]);
  const ids = Array.from({ length: 100 }, (_, index) => `T-${index * 9 + 5}`);
  const ended = await book.execute('changeTickets', [
    Object.fromEntries(ids.map((id) => [id, { name: 'changed' }])),
  ]);
  expect(ended.error).toBeUndefined();
  expect(longestHold(ended)).toBeLessThanOrEqual(2_000);
  expect(book.grid('Tickets').filter(([, name]) => name === 'changed')).toHaveLength(100);
  await book.close();
});

testLong('short rows are found in 3 reads, where many others were removed here and there', async () => {
  const book = await startFullBook();
  for (let row = 60_000; row > 50_000; row -= 500) book.remove('Tickets', 'rows', row);
  for (const id of ['T-55555', 'T-70000', `T-${ROWS}`]) {
    const { reads } = readsOf(await book.execute('findTicket', [id]));
    expect([id, reads]).toEqual([id, 3]);
  }
  await book.close();
});
