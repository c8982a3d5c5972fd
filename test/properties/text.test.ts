import fc from 'fast-check';
import { randomCases } from '../harness/extent';
import { type Book, startBook } from '../tables/book';

const LIMIT = 49_000;

/** What is apt to go wrong, alone or next to each other. */
const NASTY = [
  "'",
  '"',
  '=',
  '=1+1',
  '+',
  '-',
  '@',
  '#REF!',
  'TRUE',
  '1/2',
  '1e3',
  '0',
  '%',
  ',',
  '.',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\0',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u200b',
  '\u2028',
  '\u202e',
  '\u241b',
  '\u241b000D',
  'D',
  '\ud83d',
  '\ude00',
  '😀',
  'é',
  'e\u0301',
  'ש',
  '\ufeff',
  '\ufffd',
  '\ufffe',
  '{}',
  '[]',
  'null',
];

const nasty = fc.array(fc.constantFrom(...NASTY), { maxLength: 8 }).map((parts) => parts.join(''));
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((codes) => String.fromCharCode(...codes));
/** A text that is cut where something nasty stands. */
const atBorder = fc
  .tuple(fc.integer({ min: LIMIT - 12, max: LIMIT }), nasty, fc.constantFrom('', 'y', 'z'.repeat(LIMIT)))
  .map(([length, middle, end]) => 'x'.repeat(length) + middle + end);

const anyText = fc.oneof(
  { arbitrary: fc.string({ unit: 'binary' }), weight: 8 },
  { arbitrary: fc.string({ unit: 'grapheme' }), weight: 8 },
  { arbitrary: codeUnits, weight: 16 },
  { arbitrary: nasty, weight: 24 },
  { arbitrary: atBorder, weight: 1 },
);
const texts = fc.array(anyText, { minLength: 30, maxLength: 60 });

describe('any text', () => {
  let book: Book;
  beforeAll(async () => {
    book = await startBook();
  });
  afterAll(() => book.close());

  test('comes back from rows as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (words) => {
        const things = words.map((one, index) => ({ id: `T-${index}`, words: one, list: [one] }));
        await book.run('addThings', things);
        const changes = things.map(({ id }, index) => ({ id, words: words.at(-1 - index) ?? '' }));
        const [listed] = await book.runAll(['listThings'], ['changeAll', changes.slice(0, 10)]);
        const changed = await book.run(
          'getAll',
          things.map(({ id }) => id),
        );
        book.remove('Things', 'rows', 2, things.length);
        expect(listed.map(({ id, words, list }) => ({ id, words, list }))).toEqual(things);
        expect(changed.map((one) => one.words)).toEqual([
          ...changes.slice(0, 10).map((one) => one.words),
          ...words.slice(10),
        ]);
      }),
      randomCases(1, 30),
    );
  });

  test('comes back from settings as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (words) => {
        expect(await book.run('passThroughOptions', words)).toEqual(words);
      }),
      randomCases(1, 20),
    );
  });
});
