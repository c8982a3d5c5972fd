import { type Realm, startRealm } from '../harness/realm';

const ACCEPTED: [given: string, color: string][] = [
  ['red', '#ff0000'],
  ['LightCoral', '#f08080'],
  ['#FFF', '#ffffff'],
  ['#AbCdEf', '#abcdef'],
];

describe('Cells', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());
  beforeEach(() =>
    realm.run(() => void SpreadsheetApp.getActiveSheet().clear().getRange('A1:Z20').clearNote()),
  );

  // apps-script/reference/spreadsheet/range#setbackgroundcolor, gas-fakes test/testsheetssets.js
  test.each(ACCEPTED)('have the color %s as Google returns it', async (given, color) => {
    const colors = await realm.run((text: string) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const range = sheet
        .getRange('A1:B1')
        .setBackground(text)
        .setFontColors([[text, null]]);
      sheet.getRangeList(['A2']).setBackground(text);
      sheet.setTabColor(text);
      const result = [range.getBackground(), range.getFontColors()[0], sheet.getRange('A2').getBackground()];
      return [...result, sheet.getTabColor(), range.setBackground(null).getBackground()];
    }, given);
    expect(colors).toEqual([color, [color, '#000000'], color, color, '#ffffff']);
  });

  // Google takes any text for a color (issuetracker.google.com/issues/428869869); what becomes of it is unknown.
  test.each(['no color', 'rgb(1, 2, 3)', ''])('refuse a color that nobody knows: "%s"', async (given) => {
    const refused = realm.run(
      (text: string) => void SpreadsheetApp.getActiveSheet().getRange('A1').setBackground(text),
      given,
    );
    await expect(refused).rejects.toThrow(`The color "${given}" is not emulated here`);
  });

  // apps-script/reference/spreadsheet/range#clearoptions
  test.each([
    [{ contentsOnly: true }, ['', '#ff0000', 'note', 'CHECKBOX']],
    [{ formatOnly: true }, [true, '#ffffff', 'note', 'CHECKBOX']],
    [{ commentsOnly: true }, [true, '#ff0000', '', 'CHECKBOX']],
    [{ validationsOnly: true }, [true, '#ff0000', 'note', '']],
    [{ skipFilteredRows: true }, ['', '#ffffff', 'note', 'CHECKBOX']],
    [{ contentsOnly: true, skipFilteredRows: true }, ['', '#ff0000', 'note', 'CHECKBOX']],
  ])('lose what the options of clear name: %j', async (options, left) => {
    const parts = await realm.run((options: object) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const make = () => {
        const cell = sheet.getRange('A1').clear().clearDataValidations().insertCheckboxes();
        return cell.check().setBackground('red').setNote('note');
      };
      const seen = () => {
        const cell = sheet.getRange('A1');
        const rule = cell.getDataValidation();
        return [cell.getValue(), cell.getBackground(), cell.getNote(), String(rule?.getCriteriaType() ?? '')];
      };
      make().clear(options);
      const one = seen();
      make();
      sheet.getRangeList(['A1']).clear(options);
      return [one, seen()];
    }, options);
    const ofList =
      'skipFilteredRows' in options && !('contentsOnly' in options) ? [...left.slice(0, 3), ''] : left;
    expect(parts).toEqual([left, ofList]);
  });

  // gas-fakes test/testsheetsdatavalidations.js: "checking checkboxes", "unchecking checkboxes"
  test('without a checkbox are neither checked nor unchecked', async () => {
    const seen = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const range = sheet.getRange('A1:D1');
      sheet.getRange('A1').insertCheckboxes();
      sheet.getRange('B1').insertCheckboxes('YES', 'NO');
      sheet.getRange('C1').insertCheckboxes('DONE');
      sheet.getRange('D1').setValue('text');
      const inserted = range.getValues()[0];
      const checked = range.check().getValues()[0];
      const states = [range.isChecked(), sheet.getRange('A1:C1').isChecked()];
      const unchecked = range.uncheck().getValues()[0];
      states.push(
        sheet.getRange('A1:C1').isChecked(),
        sheet.getRange('A1').check() && sheet.getRange('A1:B1').isChecked(),
      );
      return [inserted, checked, unchecked, states];
    });
    expect(seen).toEqual([
      [false, 'NO', '', 'text'],
      [true, 'YES', 'DONE', 'text'],
      [false, 'NO', '', 'text'],
      [null, true, false, null],
    ]);
  });

  // apps-script/reference/spreadsheet/range#removecheckboxes
  test('lose a checkbox with its value, and keep any other value', async () => {
    const seen = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const checkbox = SpreadsheetApp.newDataValidation().requireCheckbox().build();
      const range = sheet.getRange('A1:C1').setDataValidations([[checkbox, checkbox, null]]);
      range.setValues([[true, 'other', 'text']]).removeCheckboxes();
      return [range.getValues()[0], range.getDataValidations()[0]];
    });
    expect(seen).toEqual([
      ['', 'other', 'text'],
      [null, null, null],
    ]);
  });

  // gas-fakes test/testsheets.js: "Range.moveTo"
  test('move onto a place that overlaps with theirs', async () => {
    const seen = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const source = sheet.getRange('A1:B2').setValues([
        ['A1', 'B1'],
        ['A2', 'B2'],
      ]);
      source.setBackground('#ff0000').moveTo(sheet.getRange('B1'));
      const range = sheet.getRange('A1:C2');
      return [range.getValues(), range.getBackgrounds()[0]];
    });
    expect(seen).toEqual([
      [
        ['', 'A1', 'B1'],
        ['', 'A2', 'B2'],
      ],
      ['#ffffff', '#ff0000', '#ff0000'],
    ]);
  });

  test('that move are followed by the formulas that refer to them', async () => {
    const seen = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1:C1').setValues([[1, 2, '=A1+SUM(A1:B1)+D1']]);
      sheet.getRange('A1:B1').moveTo(sheet.getRange('A5'));
      const moved = sheet.getRange('C1').getFormula();
      sheet.getRange('C1').moveTo(sheet.getRange('C7'));
      return [moved, sheet.getRange('C7').getFormula(), sheet.getRange('C7').getValue()];
    });
    expect(seen).toEqual(['=A5+SUM(A5:B5)+D1', '=A5+SUM(A5:B5)+D1', 4]);
  });

  // apps-script/reference/spreadsheet/range#trimwhitespace
  test('lose the white space around their text', async () => {
    const values = await realm.run(() => {
      const range = SpreadsheetApp.getActiveSheet().getRange('A1:D1');
      range.setValues([['  a \n\t b ', "' 7 ", 5, '=" x "']]).trimWhitespace();
      return range.getValues()[0];
    });
    expect(values).toEqual(['a b', '7', 5, ' x ']);
  });

  // apps-script/reference/spreadsheet/range#isblank
  test('are blank without any content, and a formula is one', async () => {
    const blank = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1').setFormula('=""');
      sheet.getRange('A2').setBackground('red');
      sheet.getRange('A3').setValue(0).setNumberFormat(';;');
      return ['A1', 'A2', 'A3', 'A1:B2', 'B1:B9'].map((address) => sheet.getRange(address).isBlank());
    });
    expect(blank).toEqual([false, true, false, false, true]);
  });

  test.each([
    ['an array', '[1, 2]'],
    ['an object', '({ a: 1 })'],
    ['a function', '() => 1'],
    ['an invalid date', 'new Date(NaN)'],
  ])('refuse %s', async (kind, expression) => {
    const refused = realm.run((text: string) => {
      // biome-ignore lint/security/noGlobalEval: the value cannot be passed
      SpreadsheetApp.getActiveSheet().getRange('A1').setValue(globalThis.eval(text));
    }, expression);
    await expect(refused).rejects.toThrow(`Writing ${kind} into a cell is not emulated here.`);
  });

  test('take a formula each when a range is given one, as copies of the first', async () => {
    const formulas = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('C1:D2').setFormula('=A1+$A$1');
      return sheet.getRange('C1:D2').getFormulas();
    });
    expect(formulas).toEqual([
      ['=A1+$A$1', '=B1+$A$1'],
      ['=A2+$A$1', '=B2+$A$1'],
    ]);
  });
});
