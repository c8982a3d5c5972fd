import type { Book } from '../tables/book';
import { inTurns } from '../tables/in-turns';
import { ROWS, startFullBook } from './full-book';

const MINUTE = 60_000;
const NEW_ROWS = 240;

describe(`a tab of ${ROWS} rows and 20 columns`, () => {
  let book: Book;
  beforeAll(async () => {
    book = await startFullBook();
  });
  afterAll(() => book.close());

  test('thirty at once make 400 rows a minute, each with its own number', async () => {
    const started = book.realm.scheduler.now();
    const made = await inTurns(NEW_ROWS, 30, (index) => book.run('addTicket', { name: `n ${index}` }));
    const minutes = (book.realm.scheduler.now() - started) / MINUTE;
    expect(new Set(made.map(({ row }) => row.id)).size).toBe(NEW_ROWS);
    const ids = await book.run('ticketIds');
    expect(new Set(ids).size).toBe(ROWS + NEW_ROWS);
    expect(NEW_ROWS / minutes).toBeGreaterThanOrEqual(400);
  });

  test('thirty at once change 260 rows a minute', async () => {
    const started = book.realm.scheduler.now();
    await inTurns(NEW_ROWS, 30, (index) =>
      book.run('changeTicket', `T-${index * 7 + 40}`, { name: 'changed' }),
    );
    const minutes = (book.realm.scheduler.now() - started) / MINUTE;
    expect(NEW_ROWS / minutes).toBeGreaterThanOrEqual(260);
  });
});
