import { spread } from '../harness/extent';
import { type Book, startBook } from './book';

const INITIAL = { own: '', words: '', list: [], count: 1, flag: false, many: [] };

describe('settings in a sheet that its owner has changed', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startBook();
  });
  afterEach(() => book.close());

  test.each(
    spread<[string, (book: Book) => void]>(
      [
        ['nothing', () => {}],
        ['the rows sorted', (book) => book.sort('Options', 1)],
        ['a row in between', (book) => book.insert('Options', 'rows', 4)],
        ['a column in front', (book) => book.insert('Options', 'columns', 1)],
        ['a column in between', (book) => book.insert('Options', 'columns', 2)],
        ['the columns swapped', (book) => book.move('Options', 'columns', 1, 3)],
        ['blanks around a key', (book) => book.edit('Options', 'A3', ' words ')],
      ],
      4,
    ),
  )('%s: they are found by their names', async (_, change) => {
    change(book);
    const changed = { words: '=1', list: ['x'], count: 5, flag: true, many: ['a', 'b'] };
    const [, options] = await book.runAll(['setOptions', changed], ['getOptions']);
    expect(options).toEqual({ ...INITIAL, ...changed });
  });

  test('what stands between two that are set stays as it is, formula and all', async () => {
    book.edit('Options', 'B4', '=1+1');
    await book.run('setOptions', { words: 'a', count: 2 });
    expect(book.formula('Options', 'B4')).toBe('=1+1');
  });

  test('what is there already is not written again', async () => {
    await book.run('setOptions', { words: "'", count: 2 });
    book.protect('Options', 'B3');
    const [, options] = await book.runAll(['setOptions', { words: "'", count: 3 }], ['getOptions']);
    expect(options).toMatchObject({ words: "'", count: 3 });
  });

  test('a key pasted twice: the upper one counts', async () => {
    book.edit('Options', 'A9', 'words');
    book.edit('Options', 'B9', 'lower');
    const [, options] = await book.runAll(['setOptions', { words: 'upper' }], ['getOptions']);
    expect(options).toMatchObject({ words: 'upper' });
    expect(book.grid('Options').at(-1)).toEqual(['words', 'lower']);
  });

  test.each(
    spread<[string, (book: Book) => void, string]>(
      [
        [
          'the value column renamed',
          (book) => book.edit('Options', 'B1', 'Value'),
          'no column headed "value"',
        ],
        [
          'a key renamed',
          (book) => book.edit('Options', 'A3', 'word'),
          'The Options tab has no row "words". Run Set up',
        ],
        [
          'a row deleted',
          (book) => book.remove('Options', 'rows', 3),
          'The Options tab has no row "words". Run Set up',
        ],
        [
          'the tab renamed',
          (book) => book.rename('Options', 'Mine'),
          'The sheet has no tab "Options". Run Set up',
        ],
      ],
      2,
    ),
  )('%s is said, and set up completes it', async (_, change, message) => {
    change(book);
    const [read, written, , options] = await book.runAll(
      ['refusalOf', 'getOptions'],
      ['refusalOf', 'setOptions', { words: 'x' }],
      ['setUp'],
      ['getOptions'],
    );
    for (const refusal of [read, written]) {
      expect(refusal).toMatch(/^UserError: /);
      expect(refusal).toContain(message);
    }
    expect(options).toMatchObject({ words: '' });
  });

  test('what an entry cannot hold reads as empty and is reported', async () => {
    book.edit('Options', 'B4', '[oops');
    book.edit('Options', 'B6', 'perhaps');
    const said = [
      ['B4', 'JSON'],
      ['B5', 'a whole number'],
      ['B6', 'TRUE or FALSE'],
    ].map(([a1, holds]) => ({
      level: 'warn',
      text: expect.stringContaining(`Options!${a1} must be ${holds}`),
    }));
    for (const text of spread(['many', '-1', '2.5', '1e99'], 2)) {
      book.edit('Options', 'B5', text);
      const { returned, log } = await book.execute('getOptions', []);
      const came = JSON.parse(returned?.kind === 'value' ? (returned.json ?? '') : '');
      expect([text, came, log]).toEqual([text, { ...INITIAL, list: [], count: 0, flag: false }, said]);
    }
  });

  test('a grid without a row to spare can be set up again', async () => {
    book.remove('Options', 'rows', 7, 994);
    const [, options] = await book.runAll(['setUp'], ['getOptions']);
    expect(options).toEqual(INITIAL);
  });
});
