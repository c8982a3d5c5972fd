import fc from 'fast-check';
import type { Sheet } from '../../runtime/spreadsheet/sheet';
import type { SearchResult } from '../../src/tracker/case/answers';
import { extent, randomCases } from '../harness/extent';
import { type Desk, type Step, startTracking } from '../harness/local';
import { compose } from '../harness/mail';

/** What differs by accents, letter case or kinds of white space, what looks alike and is not, and signs of expressions. */
const PIECES = [
  ...['a', 'A', 'á', 'Å', 'a\u0301', 'e', 'É', 'ß', 'S', 'が', 'か', 'か\u3099', '한', '한'.normalize('NFD')],
  ...['й', 'И', 'Σ', 'σ', 'שׁ', 'ש', '1', '.', '*', '\\', '(', '[', '^', '-', '+', '😀', '❤\uFE0F', '❤'],
  ...[' ', ' ', '\n', '\u00A0', '\u3000'],
];

/** In texts voiced kana are composed, as nearly all mail has them: of others the plain ones are found as well. */
const WRITTEN = PIECES.filter((piece) => piece !== 'か\u3099');

const IN_ONE_EXECUTION = 20;
const MAILS = extent({ usual: 20, long: 100 });

/** Another way to the same: texts are made plain first, and compared then. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(?!\u3099)\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .replace(/\s+/g, ' ');
}

describe('a phrase is found in just the texts that have it', () => {
  let desk: Desk;
  let texts: { caseNumber: string; field: string; text: string }[];
  const text = fc
    .array(fc.constantFrom(...WRITTEN), { minLength: 5, maxLength: 30 })
    .map((all) => all.join(''));

  beforeAll(async () => {
    desk = await startTracking();
    for (const body of fc.sample(text, randomCases(MAILS, MAILS)))
      await desk.deliver(await compose({ subject: 'Any', text: `<${body}>` }));
    await desk.run('checkMail');
    const notes = fc.sample(text, { numRuns: MAILS, seed: 7 });
    const { grid } = desk.spreadsheets.books
      .get(desk.local.scripts.desk.spreadsheetId)
      .findByName('Cases') as Sheet;
    const at = desk.grid('Cases')[0]?.indexOf('notes') ?? -1;
    for (const index of desk.rows('Cases').keys()) grid.setValue(index + 2, at + 1, notes[index] ?? '');
    texts = [
      ...desk.rows('Messages').map((row) => ({ ...row, field: 'body', text: row.body })),
      ...desk
        .rows('Cases')
        .flatMap((row) =>
          ['subject', 'sender', 'notes'].map((field) => ({ ...row, field, text: row[field] })),
        ),
    ] as unknown as typeof texts;
  });
  afterAll(() => desk.close());

  test('whatever it is made of', async () => {
    const phrase = fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 })
      .map((all) => all.join('').trim())
      .filter((all) => all !== '');
    const phrases = fc.sample(phrase, randomCases(20, 100));
    let found = 0;
    for (let at = 0; at < phrases.length; at += IN_ONE_EXECUTION) {
      const asked = phrases.slice(at, at + IN_ONE_EXECUTION);
      const told = await desk.runAll(...asked.map((one): Step => ['searchCases', { keyword: `"${one}"` }]));
      for (const [index, one] of asked.entries()) {
        const { cases } = told[index] as SearchResult;
        const hits = cases.flatMap((row) => row.hits.map(({ field }) => `${row.caseNumber} ${field}`));
        const expected = texts
          .filter((row) => plain(row.text).includes(plain(one)))
          .map((row) => `${row.caseNumber} ${row.field}`);
        found += expected.length;
        expect([one, hits.sort()]).toEqual([one, expected.sort()]);
      }
    }
    expect(found).toBeGreaterThan(extent({ usual: 10, long: MAILS }));
  });
});
