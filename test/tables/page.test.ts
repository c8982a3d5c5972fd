import { inTurns, spread } from '../harness/extent';
import { type Book, startPreparedBook } from './book';
import type { listTickets, Query } from './tickets';

type Page = ReturnType<typeof listTickets>;

const TIMES = 60;

describe('a page of rows', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startPreparedBook('twelve tickets', async (original) => {
      const filters = ['hot', 'warm', 'cold'] as const;
      for (let index = 1; index <= 12; index++)
        await original.run('addTicket', {
          name: `name ${(index * 7) % 12}`,
          score: (index * 5) % 13,
          filter: filters[index % 3] ?? 'cold',
          status: index % 2 ? 'new' : 'sold',
        });
    });
  });
  afterEach(() => book.close());

  const shown = ({ rows, total }: Page) => `${rows.map(({ id }) => id.slice(2)).join(' ')} of ${total}`;
  const list = async (query: Query) => shown(await book.run('listTickets', query));
  const step = (query: Query): ['listTickets', Query] => ['listTickets', query];
  const listAll = async (...queries: readonly Query[]) =>
    (await book.runAll(...queries.map(step))).map(shown);

  const QUERIES: [string, Query, string][] = [
    ['the newest first', { size: 4 }, '12 11 10 9 of 12'],
    ['a later one', { size: 5, page: 3 }, '2 1 of 12'],
    ['one past the end', { size: 5, page: 4 }, ' of 12'],
    ['one filter', { where: { filter: 'hot' }, size: 3 }, '12 9 6 of 4'],
    ['two filters', { where: { filter: 'hot', status: 'new' } }, '9 3 of 2'],
    ['a filter that an empty cell passes', { where: { status: 'new' }, size: 2 }, '11 9 of 6'],
    ['a filter that nothing passes', { where: { place: 'Rome' } }, ' of 0'],
    ['by a number', { sort: { by: 'score', isDescending: true }, size: 4 }, '5 10 2 7 of 12'],
    ['by a number, upwards', { sort: { by: 'score', isDescending: false }, size: 4 }, '8 3 11 6 of 12'],
    [
      'by a text and a filter',
      { where: { filter: 'warm' }, sort: { by: 'name', isDescending: false } },
      '7 10 4 1 of 4',
    ],
    ['the oldest first', { sort: { by: 'id', isDescending: false }, size: 3 }, '1 2 3 of 12'],
    ['the newest first, said', { sort: { by: 'id', isDescending: true }, size: 3 }, '12 11 10 of 12'],
    ['a text', { q: 'NAME 1' }, '10 7 5 of 3'],
    ['a text and a filter', { q: 'name 1', where: { filter: 'warm' } }, '10 7 of 2'],
    [
      'a text, by a number',
      { q: 'name 1', sort: { by: 'score', isDescending: false }, size: 2 },
      '7 10 of 3',
    ],
    ['one of several values', { where: { status: { in: ['sold', 'contacted'] } } }, '12 10 8 6 4 2 of 6'],
    ['a number within bounds', { where: { score: { gte: 2, lt: 8 } } }, '11 9 6 4 3 1 of 6'],
    ['no value', { where: { due: { isEmpty: true }, filter: 'hot' } }, '12 9 6 3 of 4'],
    ['any value', { where: { due: { isEmpty: false } } }, ' of 0'],
    ['a text, whatever its letter case', { where: { filter: ' HOT ' as 'hot' } }, '12 9 6 3 of 4'],
  ];

  const ARRANGEMENTS: [string, (book: Book) => void][] = [
    ['as it was written', () => {}],
    ['that its owner has sorted', (book) => book.sort('Tickets', 2)],
    ['with blank rows', (book) => [9, 4, 4, 2].forEach((row) => void book.insert('Tickets', 'rows', row))],
    ['with an own column in front', (book) => book.insert('Tickets', 'columns', 1)],
    ['with columns in between', (book) => book.insert('Tickets', 'columns', 4, 2)],
    ['with its columns moved', (book) => book.move('Tickets', 'columns', 5, 1)],
    ['with a note far below', (book) => book.edit('Tickets', 'F40', 'a note')],
    ['with the grid cut off', (book) => book.remove('Tickets', 'rows', 14, 900)],
  ];

  test('of rows that sort alike the lower one comes first where the others descend, and last where they do not', async () => {
    const byFilter = (isDescending: boolean): Query => ({ sort: { by: 'filter', isDescending }, size: 5 });
    const pages = await listAll(byFilter(false), byFilter(true));
    expect(pages).toEqual(['2 5 8 11 3 of 12', '10 7 4 1 12 of 12']);
  });

  test.each(ARRANGEMENTS)('of a tab %s', async (title, arrange) => {
    arrange(book);
    const [asWritten, ...others] = ARRANGEMENTS.map(([one]) => one);
    // What is as it was written is asked twice.
    const queries = title === asWritten ? [...QUERIES, ...QUERIES] : inTurns(QUERIES, others, title);
    const answers = await listAll(...queries.map(([, query]) => query));
    expect(answers.map((answer, at) => [queries[at]?.[0], answer])).toEqual(
      queries.map(([name, , answer]) => [name, answer]),
    );
  });

  test.each(spread(ARRANGEMENTS, 2))(
    'shows at once what has changed since, in a tab %s',
    async (_, arrange) => {
      await list({});
      arrange(book);
      const [first, , second, hot, , , third, last, fresh, , fourth] = await book.runAll(
        ['listTickets', { size: 3 }],
        ['addTicket', { name: 'new', filter: 'hot' }],
        ['listTickets', { size: 3 }],
        ['listTickets', { where: { filter: 'hot' }, size: 3 }],
        ['removeTicket', 'T-11'],
        ['removeTicket', 'T-1'],
        ['listTickets', { size: 3 }],
        ['listTickets', { size: 3, page: 4 }],
        ['listTickets', { where: { status: 'new' }, size: 3 }],
        ['addTicket', { name: 'newer' }],
        ['listTickets', { size: 3 }],
      );
      expect([first, second, hot].map(shown)).toEqual(['12 11 10 of 12', '13 12 11 of 13', '13 12 9 of 5']);
      expect([third, last, fresh, fourth].map(shown)).toEqual([
        ...['13 12 10 of 11', '3 2 of 11', '13 9 7 of 5', '14 13 12 of 12'],
      ]);
    },
  );

  const WALKED: Query[] = [
    {},
    { sort: { by: 'id', isDescending: false } },
    { where: { status: 'new' } },
    { q: 'name 1', sort: { by: 'id', isDescending: false } },
    { sort: { by: 'score', isDescending: true } },
    { sort: { by: 'name', isDescending: false } },
    { where: { status: 'sold' }, sort: { by: 'filter', isDescending: false } },
    { sort: { by: 'place', isDescending: true } },
  ];

  test.each(spread(ARRANGEMENTS, 1))(
    'goes on behind its cursor, in a tab that is meanwhile %s',
    async (title, arrange) => {
      // Rows that sort alike stand in the order of the tab.
      const walked = WALKED.slice(0, title.includes('sorted') ? 6 : 8);
      const pages = (await book.runAll(
        ...walked.flatMap((query) => [step(query), step({ ...query, size: 2 })]),
      )) as Page[];
      const [all, firsts] = [0, 1].map((odd) => pages.filter((_, at) => at % 2 === odd)) as [Page[], Page[]];
      arrange(book);
      // One comes before all of these, and the last of some of the first pages goes.
      const [, , ...rests] = (await book.runAll(
        ['addTicket', { name: 'a', score: 13 }],
        ['removeTicket', 'T-11'],
        ...walked.map((query, at) => step({ ...query, cursor: firsts[at]?.nextCursor, size: 3 })),
      )) as unknown as Page[];
      const idsOf = (page: Page | undefined) => page?.rows.map(({ id }) => id) ?? [];
      expect(rests.map((rest, at) => [walked[at], idsOf(rest)])).toEqual(
        walked.map((query, at) => {
          const behind = idsOf(all[at]).slice(2);
          return [query, behind.filter((id) => id !== 'T-11').slice(0, 3)];
        }),
      );
    },
  );

  test('spoilt cells read as empty and stop nothing', async () => {
    book.edit('Tickets', 'C13', 'many');
    const [{ rows }, high, sorted] = await book.runAll(
      ['listTickets', { size: 1 }],
      ['listTickets', { leastScore: 11 }],
      ['listTickets', { sort: { by: 'score', isDescending: false }, size: 3 }],
    );
    expect(rows).toEqual([{ id: 'T-12', name: 'name 0', score: 0, filter: 'hot', status: 'sold' }]);
    expect([high, sorted].map(shown)).toEqual(['10 5 of 2', '12 8 3 of 12']);
  });

  test('where a formula has another value at each reading, sorted and filtered by it, and of a search', async () => {
    book.format('Tickets', 'I4', 'General');
    book.edit('Tickets', 'I4', '=NOW()');
    const where = { place: { isEmpty: false } };
    const answers = await listAll(
      { sort: { by: 'place', isDescending: true }, size: 3 },
      { where },
      { where, sort: { by: 'id', isDescending: false } },
      { where, q: 'name 9' },
    );
    expect(answers).toEqual(['3 12 11 of 12', '3 of 1', '3 of 1', '3 of 1']);
  });

  test('empty values come last, in descending order or not', async () => {
    book.edit('Tickets', 'I4', 'Rome');
    book.edit('Tickets', 'I6', 'Athens');
    const byPlace = (isDescending: boolean): Query => ({ sort: { by: 'place', isDescending }, size: 4 });
    expect(await listAll(byPlace(true), byPlace(false))).toEqual(['3 5 12 11 of 12', '5 3 12 11 of 12']);
  });

  test('of no rows at all', async () => {
    book.remove('Tickets', 'rows', 2, 12);
    const queries = spread(QUERIES, 4).map(([, query]) => query);
    const all = [...queries.map(({ where, ...query }) => query), ...queries];
    expect(await listAll(...all)).toEqual(all.map(() => ' of 0'));
  });

  test('after page shows each row once', async () => {
    const [, ...seen] = await book.runAll(
      ['addTickets', Array(TIMES).fill({ name: 'new' })],
      ['listTickets', { page: 1, size: 24 }],
      ['listTickets', { page: 2, size: 24 }],
      ['listTickets', { page: 3, size: 24 }],
    );
    const ids = seen.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(ids).toEqual(Array.from({ length: 72 }, (_, index) => `T-${72 - index}`));
  });

  test("leaves out lines of the owner's own, which have no id", async () => {
    book.edit('Tickets', 'D20', 'hot');
    book.edit('Tickets', 'B20', 'name 1');
    const answers = await listAll({ where: { filter: 'hot' } }, { q: 'name 1' });
    expect(answers).toEqual(['12 9 6 3 of 4', '10 7 5 of 3']);
  });

  test('figures by a column, of the rows that match, without blank rows', async () => {
    book.insert('Tickets', 'rows', 3);
    book.insert('Tickets', 'columns', 3);
    book.edit('Tickets', 'J5', 'Rome');
    const [byFilter, byPlace] = await book.runAll(
      ['countTickets', 'filter'],
      ['countTickets', 'place', { status: 'sold', filter: 'warm' }],
    );
    expect(byFilter).toEqual([
      { label: 'warm', values: { rows: 4, score: 32, places: 0 } },
      { label: 'cold', values: { rows: 4, score: 26, places: 0 } },
      { label: 'hot', values: { rows: 4, score: 20, places: 1 } },
    ]);
    expect(byPlace).toEqual([{ label: '', values: { rows: 2, score: 18, places: 0 } }]);
  });
});
