import { type Book, startBook } from './book';

const INITIAL = { own: '', words: '', list: [], count: 1, flag: false, many: [] };

describe('settings in a sheet that its owner has changed', () => {
  let book: Book;
  beforeEach(async () => {
    book = await startBook();
  });
  afterEach(() => book.close());

  test.each<[string, (book: Book) => void]>([
    ['nothing', () => {}],
    ['the rows sorted', (book) => book.sort('Options', 1)],
    ['a row in between', (book) => book.insert('Options', 'rows', 4)],
    ['a column in front', (book) => book.insert('Options', 'columns', 1)],
    ['a column in between', (book) => book.insert('Options', 'columns', 2)],
    ['the columns swapped', (book) => book.move('Options', 'columns', 1, 3)],
    ['blanks around a key', (book) => book.edit('Options', 'A3', ' words ')],
  ])('%s: they are found by their names', async (_, change) => {
    change(book);
    const changed = { words: '=1', list: ['x'], count: 5, flag: true, many: ['a', 'b'] };
    await book.run('setOptions', changed);
    expect(await book.run('getOptions')).toEqual({ ...INITIAL, ...changed });
  });

  test('what stands between two that are set stays as it is, formula and all', async () => {
    book.edit('Options', 'B4', '=1+1');
    await book.run('setOptions', { words: 'a', count: 2 });
    expect(book.formula('Options', 'B4')).toBe('=1+1');
  });

  test('what is there already is not written again', async () => {
    await book.run('setOptions', { words: "'", count: 2 });
    book.protect('Options', 'B3');
    await book.run('setOptions', { words: "'", count: 3 });
    expect(await book.run('getOptions')).toMatchObject({ words: "'", count: 3 });
  });

  test('a key pasted twice: the upper one counts', async () => {
    book.edit('Options', 'A9', 'words');
    book.edit('Options', 'B9', 'lower');
    await book.run('setOptions', { words: 'upper' });
    expect(await book.run('getOptions')).toMatchObject({ words: 'upper' });
    expect(book.grid('Options').at(-1)).toEqual(['words', 'lower']);
  });

  test.each<[string, (book: Book) => void, string]>([
    ['the value column renamed', (book) => book.edit('Options', 'B1', 'Value'), 'no column headed "value"'],
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
  ])('%s is said, and set up completes it', async (_, change, message) => {
    change(book);
    const error = { name: 'UserError', message: expect.stringContaining(message) };
    await expect(book.run('getOptions')).rejects.toMatchObject(error);
    await expect(book.run('setOptions', { words: 'x' })).rejects.toMatchObject(error);
    await book.run('setUp');
    expect(await book.run('getOptions')).toEqual(expect.objectContaining({ words: '' }));
  });

  test.each([
    ['list', 'B4', '[oops', 'Options!B4 must be JSON'],
    ['count', 'B5', 'many', 'Options!B5 must be a whole number'],
    ['count', 'B5', '-1', 'Options!B5 must be a whole number'],
    ['count', 'B5', '2.5', 'Options!B5 must be a whole number'],
    ['count', 'B5', '1e99', 'Options!B5 must be a whole number'],
    ['flag', 'B6', 'perhaps', 'Options!B6 must be TRUE or FALSE'],
  ])('%s spoilt at %s by %s reads as empty and is reported', async (key, a1, text, said) => {
    book.edit('Options', a1, text);
    const { returned, log } = await book.execute('getOptions', []);
    expect(JSON.parse(returned?.kind === 'value' ? (returned.json ?? '') : '')).toEqual({
      ...INITIAL,
      [key]: { list: [], count: 0, flag: false }[key],
    });
    expect(log).toEqual([{ level: 'warn', text: expect.stringContaining(said) }]);
  });

  test('a grid without a row to spare can be set up again', async () => {
    book.remove('Options', 'rows', 7, 994);
    await book.run('setUp');
    expect(await book.run('getOptions')).toEqual(INITIAL);
  });
});
