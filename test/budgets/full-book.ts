import { extent } from '../harness/extent';
import { type Book, startBook } from '../tables/book';

export const ROWS = extent({ usual: 40_000, long: 100_000 });

/** A book whose tab Tickets has so many rows, each of 20 columns. */
export async function startFullBook(): Promise<Book> {
  const book = await startBook();
  await book.run('addTicket', { name: 'first', history: ['made by hand'] });
  book.fill('Tickets', ROWS + 1, cellsOf);
  await book.run('setCounter', `${ROWS + 1} ${ROWS + 2} 0 0`);
  return book;
}

const FILTERS = ['hot', 'warm', 'cold'];
const STATUSES = ['new', 'contacted', 'sold'];

/** Twenty tickets are of a rare place. */
function cellsOf(row: number) {
  const number = row - 1;
  const [filter, status] = [FILTERS[number % 3] ?? '', STATUSES[number % 7 ? 1 : 0] ?? ''];
  const place = number % (ROWS / 20) === 0 ? 'Rome' : 'Oslo';
  return [`T-${number}`, `name ${(number * 7919) % ROWS}`, number % 101, filter, status, '', '+1', '', place];
}
