import { type Realm, startRealm } from '../../harness/realm';

interface Read {
  value: unknown;
  shown: string;
  formula: string;
  format: string;
}

// Sources: platform facts 6.1 (writing values), 12.11 and 12.12; sheets/api/reference/rest/v4/ValueInputOption.
describe('Text written to a cell', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  const AUTOMATIC = '0.###############';

  /** Every text in a cell of its own, all of one format. */
  function write(texts: unknown[], format: string | null = null): Promise<Read[]> {
    return realm.run(
      (items, cellFormat) => {
        const sheet = SpreadsheetApp.getActive().insertSheet();
        const range = sheet.getRange(1, 1, items.length, 1);
        if (cellFormat) range.setNumberFormat(cellFormat);
        range.setValues(items.map((item) => [item]));
        const [values, shown] = [range.getValues(), range.getDisplayValues()];
        const [formulas, formats] = [range.getFormulas(), range.getNumberFormats()];
        return items.map((_, at) => ({
          value: values[at]?.[0],
          shown: shown[at]?.[0] ?? '',
          formula: formulas[at]?.[0] ?? '',
          format: formats[at]?.[0] ?? '',
        }));
      },
      texts,
      format,
    );
  }

  const TEXTS: [typed: string, value: unknown, shown?: string, format?: string][] = [
    ['007', 7, '7', AUTOMATIC],
    ['1e3', 1000, '1.00E+03'],
    ['1,234.5', 1234.5, '1,234.50'],
    ['1,23', '1,23'],
    ['50%', 0.5, '50%'],
    ['12.5%', 0.125, '12.50%'],
    ['$5', 5, '$5'],
    ['-$1,000.25', -1000.25, '-$1,000.25'],
    ['(5)', -5, '-5'],
    ['.5', 0.5, '0.5'],
    ['-5', -5, '-5'],
    ['+5', 5, '5'],
    [' 5 ', 5, '5'],
    ['12345678901234567890', 12345678901234567000, '1.23457E+19'],
    ['1e999', '1e999'],
    ['true', true, 'TRUE'],
    ['FALSE', false, 'FALSE'],
    ['yes', 'yes'],
    ["'007", '007', '007', AUTOMATIC],
    ["'=1", '=1'],
    ["''x", "'x"],
    ['1/2', '2026-01-02T00:00:00.000Z', '1/2'],
    ['03-04', '2026-03-04T00:00:00.000Z', '3-4'],
    ['1/2/26', '2026-01-02T00:00:00.000Z', '1/2/2026', 'M/d/yyyy'],
    ['2026-01-02', '2026-01-02T00:00:00.000Z', '2026-01-02', 'yyyy-mm-dd'],
    ['2026-01-02 10:30', '2026-01-02T10:30:00.000Z', '2026-01-02 10:30'],
    ['Jan 2', '2026-01-02T00:00:00.000Z', 'Jan 2'],
    ['January 2, 2025', '2025-01-02T00:00:00.000Z', 'Jan 2, 2025'],
    ['2-Jan-2025', '2025-01-02T00:00:00.000Z'],
    ['19:15', '1899-12-30T19:15:00.000Z', '19:15'],
    ['7:15 PM', '1899-12-30T19:15:00.000Z', '7:15 PM'],
    ['13/13/2026', '13/13/2026'],
    ['2026-02-30', '2026-02-30'],
    ['2026-01-02T10:30:00Z', '2026-01-02T10:30:00Z'],
    ['May be', 'May be'],
    ['CASE-0001', 'CASE-0001'],
    ['-', '-'],
    ['', ''],
    [' ', ' '],
    ['a\r\nb\tc', 'a\nb\tc'],
    ['a\u0000b\u0007', 'ab'],
    ['a\ud800b', 'a\ufffdb'],
    ['a\ud83d\ude00b', 'a\ud83d\ude00b'],
  ];

  const cases = TEXTS.map(([typed, value, shown, format]) => ({ typed, value, shown, format }));
  test.each(cases)('$typed reads back as $value', async ({ typed, value, shown, format }) => {
    const [cell] = await write([typed]);
    expect(cell).toMatchObject({ value, formula: '' });
    if (shown !== undefined) expect(cell?.shown).toBe(shown);
    if (format !== undefined) expect(cell?.format).toBe(format);
  });

  const FORMULAS: [typed: string, value: unknown, formula: string][] = [
    ['=1+1', 2, '=1+1'],
    ['=2*(3-1)^2/4', 2, '=2*(3-1)^2/4'],
    ['="x"', 'x', '="x"'],
    ['=1/0', '#DIV/0!', '=1/0'],
    ['=HYPERLINK("https://example.com","label")', 'label', '=HYPERLINK("https://example.com","label")'],
    ['=NOSUCH(1)', '#NAME?', '=NOSUCH(1)'],
    ['= ) (', '#ERROR!', '= ) ('],
    ['+1+2', 3, '=+1+2'],
    ['+49 30 1234', '#ERROR!', '=+49 30 1234'],
    ['- milk', '#NAME?', '=- milk'],
    ['@home', '#NAME?', '=@home'],
  ];

  test.each(FORMULAS)('%j is a formula, in plain text cells too', async (typed, value, formula) => {
    expect((await write([typed]))[0]).toMatchObject({ value, formula });
    expect((await write([typed], '@'))[0]).toMatchObject({ value, formula });
  });

  test('a plain text cell keeps numbers, dates and booleans as the text they were', async () => {
    const texts = ['007', '1/2', 'TRUE', '1e3', '50%', '19:15', ' a '];
    const cells = await write(texts, '@');
    expect(cells.map(({ value }) => value)).toEqual(texts);
  });

  test('an apostrophe protects what a plain text cell does not', async () => {
    const texts = ['=1+1', '+1', '-1', '@x', "'x"];
    const cells = await write(
      texts.map((text) => `'${text}`),
      '@',
    );
    expect(cells.map(({ value }) => value)).toEqual(texts);
  });

  test('null and undefined empty a cell', async () => {
    const values = await realm.run(() => {
      const range = SpreadsheetApp.getActive().insertSheet().getRange('A1:B1');
      range.setValues([['x', 'y']]);
      SpreadsheetApp.flush();
      range.setValues([[null, undefined]]);
      return [range.isBlank(), range.getSheet().getLastRow()];
    });
    expect(values).toEqual([true, 0]);
  });

  test('a cell that once held a date shows a later number as a date', async () => {
    const value = await realm.run(() => {
      const cell = SpreadsheetApp.getActive().insertSheet().getRange('A1');
      cell.setValue('1/2/2026').setValue(1);
      return cell.getValue();
    });
    expect(value).toBe('1899-12-31T00:00:00.000Z');
  });

  // Platform facts 6.1: appendRow converts date-like text even in an `@` column.
  test('appendRow reads text anew in plain text columns', async () => {
    const values = await realm.run(() => {
      const sheet = SpreadsheetApp.getActive().insertSheet();
      sheet.getRange('A:B').setNumberFormat('@');
      sheet.appendRow(['19:15', '007']);
      return sheet.getDataRange().getValues();
    });
    expect(values).toEqual([['1899-12-30T19:15:00.000Z', 7]]);
  });

  test('a locale with decimal commas reads days before months and commas as points', async () => {
    const values = await realm.run(() => {
      const book = SpreadsheetApp.getActive();
      book.setSpreadsheetLocale('de_DE');
      const range = book.insertSheet().getRange('A1:D1');
      range.setValues([['1,5', '1.234,5', '2.1.2026', '1.5']]);
      const read = range.getValues();
      book.setSpreadsheetLocale('en_US');
      return read;
    });
    expect(values).toEqual([[1.5, 1234.5, '2026-01-02T00:00:00.000Z', '2026-05-01T00:00:00.000Z']]);
  });
});
