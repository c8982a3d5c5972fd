import { type Book, startBook } from './book';

const LIMIT = 49_000;

/** Each is a text as a desk may get it; what Sheets would take for something else, or could not hold. */
const TEXTS: Record<string, string> = {
  'a formula': '=1+1',
  'a formula that calls out': '=HYPERLINK("https://evil.example","click")',
  'a plus': '+49 30 1',
  'a minus': '- milk',
  'an at': '@sum',
  'an apostrophe in front': "'tis",
  'two apostrophes': "''",
  'only an apostrophe': "'",
  quotes: '"a" “b” \'c\'',
  'a leading zero': '007',
  'an exponent': '1e3',
  'a day': '1/2',
  'an ISO day': '2026-01-02',
  'a time': '19:15',
  'a percentage': '50%',
  'a price': '$5',
  'a boolean': 'TRUE',
  'a boolean in lower case': 'false',
  'an error': '#REF!',
  'a value that looks like null': 'null',
  nothing: '',
  blanks: '  a  ',
  'only blanks': '   ',
  'line feeds': '\n\na\n',
  tabs: '\ta\t',
  'a carriage return': 'a\rb',
  'carriage returns and line feeds': 'a\r\nb\r\n',
  NUL: 'a\0b',
  'every control character': String.fromCharCode(...Array.from({ length: 0xa0 }, (_, code) => code)),
  'half a surrogate pair': 'a\ud83d',
  'the other half': '\ude00a',
  'halves in the wrong order': '\ude00\ud83d',
  'a half before a pair': '\ud83d\ud83d\ude00',
  noncharacters: '\ufffe\uffff',
  'a replacement character': '\ufffd',
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈',
  'right to left': 'שלום \u202eabc\u202c',
  'zero width': '\u200b\ufeffa\u2060',
  'line separators': 'a\u2028b\u2029c',
  'the escape character': '\u241b',
  'what looks like an escape': '\u241b000D \u241b241B',
  'a JSON text': '{"a":["b"]}',
  'exactly what a cell holds': 'x'.repeat(LIMIT),
  'one character more': 'x'.repeat(LIMIT + 1),
  'two full cells': 'x'.repeat(2 * LIMIT),
  'a pair across the border': `${'x'.repeat(LIMIT - 1)}😀y`,
  'a pair up to the border': `${'x'.repeat(LIMIT - 2)}😀`,
  'half a pair before the border': `${'x'.repeat(LIMIT - 1)}\ud83d`,
  'half a pair on either side of the border': `${'x'.repeat(LIMIT - 1)}\ud83d y \ude00`,
  'an escape across the border': `${'x'.repeat(LIMIT - 2)}\r\ny`,
  'formulas in both cells': `${'=1+1 '.repeat(LIMIT / 5)}=2`,
  '200,000 characters': 'wörd 😀 '.repeat(25_000),
  '50,000 control characters': '\u0001'.repeat(50_000),
};

describe('a text comes back as it was written', () => {
  let book: Book;
  const things = Object.entries(TEXTS).map(([id, words]) => ({ id, words, list: [words] }));
  beforeAll(async () => {
    book = await startBook();
    await book.run('addThings', things);
  });
  afterAll(() => book.close());

  test('by insert and select', async () => {
    const found = new Map((await book.run('listThings')).map((thing) => [thing.id, thing]));
    for (const { id, words, list } of things) {
      expect({ id, same: found.get(id)?.words === words }).toEqual({ id, same: true });
      expect({ id, same: found.get(id)?.list[0] === list[0] }).toEqual({ id, same: true });
    }
  });

  test('by update', async () => {
    const changes = things.map(({ id }, index) => ({ id, words: things.at(-1 - index)?.words ?? '' }));
    const [, read] = await book.runAll(['changeAll', changes], ['getAll', changes.map(({ id }) => id)]);
    const found = new Map(read.map(({ id, words }) => [id, words]));
    for (const { id, words } of changes)
      expect({ id, same: found.get(id) === words }).toEqual({ id, same: true });
  });

  test('by a setting', async () => {
    const words = Object.values(TEXTS);
    const found = await book.run('passThroughOptions', words);
    for (const [index, one] of words.entries()) expect([index, found[index] === one]).toEqual([index, true]);
  });
});

describe('in the sheet a text reads as it would in a mail', () => {
  let book: Book;
  beforeAll(async () => {
    book = await startBook();
  });
  afterAll(() => book.close());

  test('only the characters that no sheet can hold are spelt out', async () => {
    const texts = ['=1+1', "it's", 'Smile 😀 עברית', 'two\nlines\tand a tab', '100 %', '\u200b'];
    const words = [...texts, 'a\0b\r\nc\ud83d \u241b'];
    await book.run(
      'addThings',
      words.map((one, at) => ({ id: `x${at}`, words: one })),
    );
    const shown = book.grid('Things').map((cells) => cells[1]);
    expect(shown.slice(1)).toEqual([...texts, 'a\u241b0000b\u241b000D\nc\u241bD83D \u241b241B']);
  });

  test('what the owner types over a long text counts, and the rest of it is gone', async () => {
    await book.run('addThings', [{ id: 'long', words: 'x'.repeat(120_000) }]);
    const row = book.grid('Things').length;
    book.edit('Things', `B${row}`, 'short');
    const [found, listed] = await book.runAll(['getThing', 'long'], ['listWords']);
    expect(found).toMatchObject({ words: 'short' });
    expect(listed.at(-1)).toEqual({ id: 'long', words: 'short' });
  });
});
