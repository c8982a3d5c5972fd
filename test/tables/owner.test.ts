import { spread } from '../harness/extent';
import { type Book, startPreparedBook } from './book';

const DAY = Date.UTC(2026, 0, 2, 10, 30);
const HOUR = 3_600_000;
const ONE = { id: 'T-1', words: 'one', list: ['a'], day: DAY, count: 1, size: 'small' } as const;
const TWO = { id: 'T-2', words: 'two', list: ['b'], day: DAY, count: 2, size: 'large' } as const;

describe('in a sheet that its owner has changed', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startPreparedBook('two things', (original) =>
      original.run('addThings', [ONE, TWO].map(copy)),
    );
  });
  afterEach(() => book.close());

  /** Reading, changing, moving a time on and adding all find their way. */
  async function assertWorks(): Promise<void> {
    const [, , , things] = await book.runAll(
      ['changeThing', 'T-2', { words: 'changed', list: ['c'] }],
      ['advanceDays', { 'T-1': DAY + HOUR }],
      ['addThings', [{ ...copy(ONE), id: 'T-3', words: 'new' }]],
      ['listThings'],
    );
    expect(things.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { ...ONE, day: DAY + HOUR },
      { ...TWO, words: 'changed', list: ['c'] },
      { ...ONE, id: 'T-3', words: 'new' },
    ]);
  }

  const CHANGES: [string, (book: Book) => void][] = [
    ['rows sorted', (book) => book.sort('Things', 2)],
    ['a blank row in the middle', (book) => book.insert('Things', 'rows', 3)],
    ['a blank row on top', (book) => book.insert('Things', 'rows', 2)],
    ['a column in front', (book) => book.insert('Things', 'columns', 1)],
    ['columns in between', (book) => book.insert('Things', 'columns', 3, 30)],
    [
      'a column with notes',
      (book) => {
        book.insert('Things', 'columns', 2);
        book.edit('Things', 'B1', 'my own');
        book.edit('Things', 'B2', '=A2');
      },
    ],
    ['blanks around a header', (book) => book.edit('Things', 'B1', ' words ')],
    ['a column moved to the end', (book) => book.move('Things', 'columns', 1, 7)],
    ['a column moved to the front', (book) => book.move('Things', 'columns', 5, 1)],
    ['the header no longer frozen', (book) => book.freeze('Things', 0)],
    ['every row below the last one deleted', (book) => book.remove('Things', 'rows', 4, 997)],
    ['another locale', (book) => book.settings({ locale: 'de_DE' })],
    ['a filter', (book) => book.filter('Things', 'A1:F3')],
    ['a hidden row', (book) => book.hideRow('Things', 2)],
  ];

  test.each(spread(CHANGES, 4))('%s', async (_, change) => {
    change(book);
    await assertWorks();
  });

  test('another time zone: a day keeps what it shows, and a new one is the right moment', async () => {
    const shown = () => book.grid('Things').map((cells) => cells[3]);
    const before = shown();
    book.settings({ timeZone: 'Pacific/Auckland' });
    const [, found] = await book.runAll(['addThings', [{ ...copy(ONE), id: 'T-3' }]], ['getThing', 'T-3']);
    expect(shown()).toEqual([...before, '2026-01-02 23:30']);
    expect(found).toEqual({ ...ONE, id: 'T-3' });
  });

  test('rows deleted: they stay gone', async () => {
    book.remove('Things', 'rows', 2);
    const days = { 'T-1': DAY + HOUR, 'T-2': DAY + HOUR };
    const [, listed, refusal] = await book.runAll(
      ['advanceDays', days],
      ['listThings'],
      ['refusalOf', 'changeThing', 'T-1', {}],
    );
    expect(listed).toEqual([{ ...TWO, day: DAY + HOUR }]);
    expect(refusal).toContain('There is no thing T-1.');
  });

  test('times of many rows are moved on, and what somebody typed in between stays', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ ...copy(ONE), id: `M-${index}` }));
    await book.run('addThings', many);
    book.edit('Things', 'D8', 'no day at all');
    book.edit('Things', 'D10', '');
    const before = [ONE, TWO, ...many].map((thing, index) =>
      index === 6 || index === 8 ? { ...thing, day: null } : thing,
    );
    const odd = before.filter((_, index) => index % 2 === 1);
    const days = Object.fromEntries(odd.map(({ id }, index) => [id, DAY + index * HOUR]));
    const [, listed] = await book.runAll(['advanceDays', days], ['listThings']);
    const after = before.map((thing, index) =>
      index % 2 === 1 ? { ...thing, day: DAY + ((index - 1) / 2) * HOUR } : thing,
    );
    expect(listed).toEqual(after);
    expect(book.grid('Things')[7]?.[3]).toBe('no day at all');
  });

  test('a time is never moved back', async () => {
    const days = { 'T-1': DAY - HOUR, 'T-2': DAY + HOUR };
    const [, listed] = await book.runAll(['advanceDays', days], ['listThings']);
    expect(listed).toEqual([ONE, { ...TWO, day: DAY + HOUR }]);
  });

  test('all rows deleted, down to a grid of one row', async () => {
    book.freeze('Things', 0);
    book.remove('Things', 'rows', 2, 999);
    const long = { ...copy(ONE), words: 'x'.repeat(50_000) };
    const [before, , after] = await book.runAll(['listThings'], ['addThings', [long]], ['listThings']);
    expect([before, after]).toEqual([[], [long]]);
  });

  test('a grid of one row can be set up again', async () => {
    book.freeze('Things', 0);
    book.remove('Things', 'rows', 2, 999);
    const [, , listed] = await book.runAll(['setUp'], ['addThings', [copy(ONE)]], ['listThings']);
    expect(listed).toEqual([ONE]);
  });

  test('a row pasted twice: the upper one counts', async () => {
    for (const [column, text] of [
      ['A', 'T-1'],
      ['B', 'copy'],
    ])
      book.edit('Things', `${column}4`, text ?? '');
    await book.run('changeThing', 'T-1', { words: 'changed' });
    expect(book.grid('Things').map((cells) => cells[1])).toEqual(['words', 'changed', 'two', 'copy']);
  });

  test.each([
    ['notes below the table', 'B9', 'call Anna'],
    ['notes below the table, in a column of their own', 'F9', 'small'],
    ['a formula far below', 'B40', '=1+1'],
  ])('%s are never overwritten', async (_, a1, text) => {
    book.edit('Things', a1, text);
    const before = book.grid('Things');
    await book.run('addThings', [{ ...copy(ONE), id: 'T-3' }]);
    const after = book.grid('Things');
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.at(-1)?.[0]).toBe('T-3');
  });

  test('an id typed as a number is found as text', async () => {
    book.format('Things', 'A4', '0');
    book.edit('Things', 'A4', '4711');
    book.edit('Things', 'B4', 'by hand');
    const [, found, listed] = await book.runAll(
      ['changeThing', '4711', { words: 'found' }],
      ['getThing', '4711'],
      ['listWords'],
    );
    expect(found).toMatchObject({ id: '4711', words: 'found' });
    expect(listed.map(({ id }) => id)).toEqual(['T-1', 'T-2', '4711']);
  });

  /** One row for each cell, which its owner then types over. */
  async function spoil(cells: readonly { column: string; format?: string; text: string }[]) {
    book.remove('Things', 'rows', 2, 2);
    const things = cells.map((_, index) => ({ ...copy(ONE), id: `S-${index}` }));
    await book.run('addThings', things);
    for (const [index, { column, format, text }] of cells.entries()) {
      const a1 = `${column}${index + 2}`;
      book.allowAnything('Things', a1);
      if (format) book.format('Things', a1, format);
      book.edit('Things', a1, text);
    }
    const { returned, log } = await book.execute('listThings', []);
    const listed: object[] = JSON.parse(returned?.kind === 'value' ? (returned.json ?? '') : '');
    return { things, listed, log };
  }

  test('what is typed in another form is read as what was meant', async () => {
    const cells = [
      { column: 'B', format: '0.00', text: '7', read: { words: '7' } },
      { column: 'B', format: 'General', text: '2026-01-02', read: { words: '2026-01-02T00:00:00.000Z' } },
      { column: 'B', format: 'General', text: 'true', read: { words: 'TRUE' } },
      { column: 'E', format: '@', text: '12', read: { count: 12 } },
      { column: 'F', format: '@', text: 'LARGE ', read: { size: 'large' } },
    ];
    const { things, listed } = await spoil(cells);
    expect(listed).toEqual(things.map((thing, index) => ({ ...thing, ...cells[index]?.read })));
  });

  test('what no column can hold reads as empty, is reported by its address, and stops nothing', async () => {
    const cells = [
      { column: 'C', text: '[oops', read: { list: [] }, holds: 'JSON' },
      { column: 'C', text: '{"a":1}', read: { list: [] }, holds: 'JSON' },
      { column: 'C', text: '[null]', read: { list: [] }, holds: 'JSON' },
      { column: 'D', text: 'soon', read: { day: null }, holds: 'a date' },
      { column: 'E', text: 'many', read: { count: 0 }, holds: 'a whole number' },
      { column: 'E', text: '-3', read: { count: 0 }, holds: 'a whole number' },
      { column: 'E', text: '1.5', read: { count: 0 }, holds: 'a whole number' },
      { column: 'E', text: '1e99', read: { count: 0 }, holds: 'a whole number' },
      { column: 'E', text: '=1/0', read: { count: 0 }, holds: 'a whole number' },
      { column: 'F', text: 'huge', read: { size: 'small' }, holds: 'one of small, large' },
    ];
    const { things, listed, log } = await spoil(cells);
    expect(listed).toEqual(things.map((thing, index) => ({ ...thing, ...cells[index]?.read })));
    expect(log).toEqual(
      cells.map(({ column, holds }, index) => ({
        level: 'warn',
        text: expect.stringContaining(`Things!${column}${index + 2} must be ${holds}`),
      })),
    );
    const changes = things.map(({ id }) => ({ id, words: 'still works' }));
    await book.run('changeAll', changes);
  });

  test('an empty cell is not reported', async () => {
    book.edit('Things', 'C2:F2', '');
    const { log, returned } = await book.execute('listThings', []);
    expect(log).toEqual([]);
    const [first] = JSON.parse(returned?.kind === 'value' ? (returned.json ?? '') : '');
    expect(first).toEqual({
      id: 'T-1',
      words: 'one',
      list: [],
      day: null,
      count: 0,
      size: 'small',
    });
  });

  describe('a commit over several tabs', () => {
    const adding = (): ['addToBoth', object[], { id: string; words: string }[]] => [
      'addToBoth',
      [{ ...copy(ONE), id: 'T-3' }],
      [{ id: 'P-1', words: 'part' }],
    ];
    const add = () => book.run(...adding());
    const all = () => ['Things', 'Parts', 'Options'].map((tab) => book.grid(tab));

    test.each<[string, (book: Book) => void, string]>([
      [
        'a header renamed',
        (book) => book.edit('Parts', 'B1', 'Words'),
        'The Parts tab has no column headed "words".',
      ],
      [
        'a column deleted',
        (book) => book.remove('Parts', 'columns', 2),
        'The Parts tab has no column headed "words".',
      ],
      [
        'the key renamed',
        (book) => book.edit('Things', 'A1', 'ID'),
        'The Things tab has no column headed "id".',
      ],
      [
        'a row above the header',
        (book) => book.insert('Parts', 'rows', 1),
        'The Parts tab has no column headed "id".',
      ],
      ['a tab renamed', (book) => book.rename('Parts', 'My parts'), 'The sheet has no tab "Parts".'],
    ])('%s: nothing is written, and the error says what to do', async (_, change, message) => {
      change(book);
      const before = all();
      await expect(add()).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringContaining(message),
      });
      expect(all()).toEqual(before);
    });

    test.each(['Things', 'Parts'])(
      'the tab %s protected by somebody else: what came before stays',
      async (tab) => {
        book.protect(tab, 'A1:B1000');
        const [refusal, words, parts, before] = await book.runAll(
          ['refusalOf', ...adding()],
          ['listWords'],
          ['listParts'],
          ['getOptions'],
        );
        expect(refusal).toContain('You are trying to edit a protected cell');
        expect(words.some(({ id }) => id === 'T-3')).toBe(tab === 'Parts');
        expect([parts, before]).toMatchObject([[], { count: 1 }]);
        book.unprotect();
        const [, after] = await book.runAll(adding(), ['getOptions']);
        expect(after).toMatchObject({ count: 7 });
      },
    );

    test('a strict rule in the way: what came before stays, later ones go on', async () => {
      book.demand('Parts', 'B2:B1000', ['yes', 'no']);
      const part = { id: 'P-1', words: 'yes' };
      const [refusal, , parts] = await book.runAll(
        ['refusalOf', ...adding()],
        ['addToBoth', [], [part]],
        ['listParts'],
      );
      expect(refusal).toContain('violates the data validation rules');
      expect(book.grid('Things').map(([id]) => id)).toEqual(['id', 'T-1', 'T-2', 'T-3']);
      expect(parts).toEqual([part]);
    });
  });

  test('what lists rows says which header is missing, also where its column was the last one', async () => {
    book.edit('Things', 'B1', 'Words');
    book.remove('Parts', 'columns', 2);
    const refusals = await book.runAll(
      ['refusalOf', 'listThings'],
      ['refusalOf', 'listWords'],
      ['refusalOf', 'listParts'],
    );
    expect(refusals).toEqual(
      ['Things', 'Things', 'Parts'].map((tab) =>
        expect.stringContaining(`UserError: The ${tab} tab has no column headed "words".`),
      ),
    );
  });
});

function copy<T extends { list: readonly string[] }>(thing: T): Omit<T, 'list'> & { list: string[] } {
  return { ...thing, list: [...thing.list] };
}
