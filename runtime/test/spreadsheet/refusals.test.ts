import { type Realm, type Step, startRealm } from '../harness/realm';

// What Google does in these cases is not documented, or more than is emulated: a silent answer would be a wrong one.
describe('Refused by name is', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm({ scopes: ['spreadsheets'] });
  });
  afterEach(() => realm.close());

  const CASES: [string, () => unknown, string][] = [
    [
      'a copy of looks to cells without their conditional formats',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        const rule = SpreadsheetApp.newConditionalFormatRule().whenCellEmpty().setBackground('red');
        sheet.setConditionalFormatRules([rule.setRanges([sheet.getRange('A1:A5')]).build()]);
        sheet.getRange('A1').copyTo(sheet.getRange('C1'));
        SpreadsheetApp.flush();
      },
      'Range.copyTo of looks from or to cells with conditional formats',
    ],
    [
      'a copy of conditional formats alone',
      () => {
        const { PASTE_CONDITIONAL_FORMATTING } = SpreadsheetApp.CopyPasteType;
        const [from, to] = ['A1', 'D1'].map((a1) => SpreadsheetApp.getActiveSheet().getRange(a1));
        if (from && to) from.copyTo(to, PASTE_CONDITIONAL_FORMATTING, false);
        SpreadsheetApp.flush();
      },
      'Range.copyTo with PASTE_CONDITIONAL_FORMATTING',
    ],
    [
      'a copy that transposes formulas',
      () => {
        const { PASTE_NORMAL } = SpreadsheetApp.CopyPasteType;
        const sheet = SpreadsheetApp.getActiveSheet();
        sheet.getRange('B2').setFormula('=A1').copyTo(sheet.getRange('D1'), PASTE_NORMAL, true);
        SpreadsheetApp.flush();
      },
      'Range.copyTo that transposes formulas',
    ],
    [
      'an address with its end open upwards',
      () => SpreadsheetApp.getActiveSheet().getRange('A:A5'),
      'The address A:A5',
    ],
    [
      'a copy of a sheet with named ranges',
      () => {
        const book = SpreadsheetApp.getActive();
        book.setNamedRange('items', book.getActiveSheet().getRange('A1'));
        book.duplicateActiveSheet();
      },
      'or with named ranges,',
    ],
    [
      'a name that is none',
      () =>
        SpreadsheetApp.getActive().setNamedRange('two words', SpreadsheetApp.getActiveSheet().getRange('A1')),
      'Spreadsheet.setNamedRange of a range',
    ],
    [
      'a name that is an address',
      () => SpreadsheetApp.getActive().setNamedRange('AB12', SpreadsheetApp.getActiveSheet().getRange('A1')),
      'Spreadsheet.setNamedRange of a range',
    ],
    [
      'a name that differs in case only',
      () => {
        const [book, range] = [SpreadsheetApp.getActive(), SpreadsheetApp.getActiveSheet().getRange('A1')];
        book.setNamedRange('items', range);
        book.setNamedRange('Items', range);
      },
      'Spreadsheet.setNamedRange of a range',
    ],
    [
      "a named range of another spreadsheet's cells",
      () => {
        const book = SpreadsheetApp.getActive();
        book.setNamedRange('items', book.getActiveSheet().getRange('A1'));
        const other = SpreadsheetApp.create('other').getRange('A1');
        book.getNamedRanges()[0]?.setRange(other);
      },
      'Spreadsheet.setNamedRange of a range that is gone or in another spreadsheet',
    ],
    [
      'a copy of a spreadsheet with protections',
      () => {
        const book = SpreadsheetApp.getActive();
        book.getActiveSheet().protect();
        book.copy('copy');
      },
      'Spreadsheet.copy with protections',
    ],
    ['a sheet without a name', () => SpreadsheetApp.getActive().insertSheet(''), 'A sheet without a name'],
    [
      'a place beyond the sheets',
      () => SpreadsheetApp.getActive().insertSheet('far', 7),
      'A position of a sheet that is none',
    ],
    [
      'place 0 of the sheets',
      () => SpreadsheetApp.getActive().moveActiveSheet(0),
      'A position of a sheet that is none',
    ],
    [
      'a locale that is none',
      () => SpreadsheetApp.getActive().setSpreadsheetLocale('klingon'),
      'The locale "klingon"',
    ],
    [
      'an order by nothing',
      () => SpreadsheetApp.getActiveSheet().getRange('A1:B2').sort({}),
      'Range.sort by',
    ],
    ['a row of nothing', () => SpreadsheetApp.getActiveSheet().appendRow([]), 'Sheet.appendRow of nothing'],
    [
      'a value below a strict rule with a formula',
      () => {
        const rule = SpreadsheetApp.newDataValidation()
          .requireFormulaSatisfied('=A1>1')
          .setAllowInvalid(false);
        SpreadsheetApp.getActiveSheet().getRange('A1').setDataValidation(rule.build()).setValue(0);
        SpreadsheetApp.flush();
      },
      'a strict rule CUSTOM_FORMULA',
    ],
    [
      'a protection that was removed',
      () => {
        const protection = SpreadsheetApp.getActiveSheet().protect();
        protection.remove();
        protection.getDescription();
      },
      'A protection that was removed',
    ],
    [
      'a filter that was removed',
      () => {
        const filter = SpreadsheetApp.getActiveSheet().getRange('A1:B2').createFilter();
        filter.remove();
        filter.getRange();
      },
      'A filter that was removed',
    ],
  ];

  test('what nobody has said of Google', async () => {
    const begin = () => SpreadsheetApp.setActiveSpreadsheet(SpreadsheetApp.create('anew'));
    const told = await realm.runAll(...CASES.flatMap(([, act]): Step[] => [[begin], [act]]));
    const errors = told.filter((_, at) => at % 2 === 1);
    expect(errors.map((error, at) => [CASES[at]?.[0], error])).toEqual(
      CASES.map(([what, , message]) => [
        what,
        expect.stringMatching(new RegExp(`${message}.* is not emulated here`)),
      ]),
    );
  });

  // support.google.com/docs/answer/63175 has the rules for names.
  test('no name of a range with letters, digits and underscores, nor a copy within one conditional format', async () => {
    const read = () => {
      const [book, sheet] = [SpreadsheetApp.getActive(), SpreadsheetApp.getActiveSheet()];
      const rule = SpreadsheetApp.newConditionalFormatRule().whenCellEmpty().setBackground('red');
      sheet.setConditionalFormatRules([rule.setRanges([sheet.getRange('A:A')]).build()]);
      sheet.getRange('A1').setValue('x').copyTo(sheet.getRange('A2'));
      book.setNamedRange('_items_2026', sheet.getRange('A2'));
      return book.getRangeByName('_items_2026')?.getValue();
    };
    expect(await realm.run(read)).toBe('x');
  });
});
