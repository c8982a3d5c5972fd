import { type Realm, startRealm } from '../harness/realm';

// Sources: developers.google.com/apps-script/reference/spreadsheet/range (getDisplayValue) and
// michaelkeutel.de/blog/google-sheets-number-formats, which has measured that a number format is written with a point and
// shown with the signs of the locale. The signs are those of stackoverflow.com/questions/73767719 and of Unicode's CLDR.
describe('What a cell shows in the locale of its spreadsheet', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  const shown = (locale: string, value: string | number | boolean, format: string | null) => {
    SpreadsheetApp.getActive().setSpreadsheetLocale(locale);
    const cell = SpreadsheetApp.getActiveSheet().getRange('A1').clear();
    if (format) cell.setNumberFormat(format);
    return cell.setValue(value).getDisplayValue();
  };

  type Cell = [locale: string, value: string | number | boolean, format: string | null, text: string];
  const givenOf = (cells: readonly Cell[]) =>
    cells.map(([locale, value, format]): [string, string | number | boolean, string | null] => [
      locale,
      value,
      format,
    ]);
  const UNKNOWN: Cell[] = [
    ['fr_FR', 1234.5, '#,##0.00', 'Grouped numbers as the locale fr_FR shows them'],
    ['en_US', 1_234_567, '0.0,,"M"', 'Numbers of the format 0.0,,"M"'],
    ['en_US', 0.5, '# ?/?', 'Numbers of the format # ?/?'],
    ['en_US', 5551234, '000-0000', 'Numbers of the format 000-0000'],
    ['en_US', 200, '[>100]"many";0', 'Numbers of the format [>100]'],
    ['en_US', 5, '_($* #,##0.00_)', 'Numbers of the format _($*'],
    ['en_US', 'ten', '0;-0;0;"text"', 'Texts of the format 0;-0;0;"text"'],
    ['ar_EG', 1.5, null, 'Numbers as the locale ar_EG shows them'],
    ['de', 1.5, null, 'Numbers as the locale de shows them'],
    ['de_DE', true, null, 'TRUE and FALSE as the locale de_DE shows them'],
    ['de_DE', '2026-01-02', 'mmmm d', 'Names of months, days and halves of the day as the locale de_DE'],
    ['ja_JP', '1/2/2026', null, 'Dates without a format of their own as the locale ja_JP shows them'],
    ['de_DE', '=TRUE&""', null, 'TRUE and FALSE as the locale de_DE shows them'],
    ['de_DE', '=TEXT(1,5;"0.00")', null, 'a format in this locale'],
  ];

  test('is refused by name where it is not known', async () => {
    const errors = await realm.runEach(shown, givenOf(UNKNOWN));
    expect(errors.map((error, at) => [...(UNKNOWN[at]?.slice(0, 3) ?? []), error])).toEqual(
      UNKNOWN.map((cell) => [...cell.slice(0, 3), expect.stringContaining(cell[3])]),
    );
  });

  test('is read as a value without any doubt', async () => {
    const read = await realm.run(() => {
      SpreadsheetApp.getActive().setSpreadsheetLocale('ja_JP');
      const cells = SpreadsheetApp.getActiveSheet().getRange('A1:C1').clear();
      cells.setValues([['2026/01/02', true, new Date(0)]]);
      cells.setDataValidation(
        SpreadsheetApp.newDataValidation().requireNumberGreaterThan(0).setAllowInvalid(false).build(),
      );
      cells.getCell(1, 1).setValue(7);
      return [cells.getValues(), cells.getFontWeights()];
    });
    expect(read).toEqual([
      [['1900-01-06T00:00:00.000Z', true, '1970-01-01T00:00:00.000Z']],
      [['normal', 'normal', 'normal']],
    ]);
  });

  test('is English for people where it is not known', async () => {
    await realm.run(() => {
      SpreadsheetApp.getActive().setSpreadsheetLocale('fr_FR');
      const cells = SpreadsheetApp.getActiveSheet().getRange('A1:B1').clear().clearDataValidations();
      cells.setValues([[true, 1234.5]]).setNumberFormats([['0', '#,##0.0']]);
    });
    expect(realm.spreadsheets.grid('sheet-test')[0]?.cells[0]?.slice(0, 2)).toEqual(['TRUE', '1,234.5']);
  });

  test('has no number format to read where that of dates is not known', async () => {
    const format = (locale: string) => {
      SpreadsheetApp.getActive().setSpreadsheetLocale(locale);
      return SpreadsheetApp.getActiveSheet().getRange('A2').clear().setValue(new Date(0)).getNumberFormat();
    };
    expect(await realm.runEach(format, [['de_DE'], ['ko_KR']])).toEqual([
      'dd.MM.yyyy',
      expect.stringContaining('The format of dates without one'),
    ]);
  });
});
