import { type Realm, type Step, startRealm } from '../harness/realm';

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
  const clear = () => {
    SpreadsheetApp.getActiveSheet().clear().getRange('A1:Z20').clearNote().clearDataValidations();
  };
  /** Each in a sheet without cells. */
  const runAll = async (...steps: readonly Step[]) =>
    (await realm.runAll(...steps.flatMap((step): Step[] => [[clear], step]))).filter((_, at) => at % 2 === 1);

  // apps-script/reference/spreadsheet/range#setbackgroundcolor, gas-fakes test/testsheetssets.js
  test('have a color as Google returns it', async () => {
    const colorsOf = (text: string) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const range = sheet
        .getRange('A1:B1')
        .setBackground(text)
        .setFontColors([[text, null]]);
      sheet.getRangeList(['A2']).setBackground(text);
      sheet.setTabColor(text);
      const result = [range.getBackground(), range.getFontColors()[0], sheet.getRange('A2').getBackground()];
      return [...result, sheet.getTabColor(), range.setBackground(null).getBackground()];
    };
    const colors = await runAll(...ACCEPTED.map(([given]): Step => [colorsOf, given]));
    expect(colors).toEqual(ACCEPTED.map(([, color]) => [color, [color, '#000000'], color, color, '#ffffff']));
  });

  // Google takes any text for a color (issuetracker.google.com/issues/428869869); what becomes of it is unknown.
  test('refuse a color that nobody knows', async () => {
    const unknown = ['no color', 'rgb(1, 2, 3)', ''];
    const told = await realm.runEach(
      (text: string) => void SpreadsheetApp.getActiveSheet().getRange('A1').setBackground(text),
      unknown.map((given): [string] => [given]),
    );
    expect(told).toEqual(
      unknown.map((given) => expect.stringContaining(`The color "${given}" is not emulated here`)),
    );
  });

  // apps-script/reference/spreadsheet/range#clearoptions
  const LEFT: [object, unknown[]][] = [
    [{ contentsOnly: true }, ['', '#ff0000', 'note', 'CHECKBOX']],
    [{ formatOnly: true }, [true, '#ffffff', 'note', 'CHECKBOX']],
    [{ commentsOnly: true }, [true, '#ff0000', '', 'CHECKBOX']],
    [{ validationsOnly: true }, [true, '#ff0000', 'note', '']],
    [{ skipFilteredRows: true }, ['', '#ffffff', 'note', 'CHECKBOX']],
    [{ contentsOnly: true, skipFilteredRows: true }, ['', '#ff0000', 'note', 'CHECKBOX']],
  ];

  test('lose what the options of clear name', async () => {
    const clearBy = (options: object) => {
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
    };
    const parts = await runAll(...LEFT.map(([options]): Step => [clearBy, options]));
    expect(parts.map((part, at) => [LEFT[at]?.[0], part])).toEqual(
      LEFT.map(([options, left]) => {
        const isListAlone = 'skipFilteredRows' in options && !('contentsOnly' in options);
        return [options, [left, isListAlone ? [...left.slice(0, 3), ''] : left]];
      }),
    );
  });

  const FACTS: [fact: string, snippet: () => unknown, answer: unknown][] = [
    // gas-fakes test/testsheetsdatavalidations.js: "checking checkboxes", "unchecking checkboxes"
    [
      'without a checkbox are neither checked nor unchecked',
      () => {
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
      },
      [
        [false, 'NO', '', 'text'],
        [true, 'YES', 'DONE', 'text'],
        [false, 'NO', '', 'text'],
        [null, true, false, null],
      ],
    ],
    // apps-script/reference/spreadsheet/range#removecheckboxes
    [
      'lose a checkbox with its value, and keep any other value',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        const checkbox = SpreadsheetApp.newDataValidation().requireCheckbox().build();
        const range = sheet.getRange('A1:C1').setDataValidations([[checkbox, checkbox, null]]);
        range.setValues([[true, 'other', 'text']]).removeCheckboxes();
        return [range.getValues()[0], range.getDataValidations()[0]];
      },
      [
        ['', 'other', 'text'],
        [null, null, null],
      ],
    ],
    // gas-fakes test/testsheets.js: "Range.moveTo"
    [
      'move onto a place that overlaps with theirs',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        const source = sheet.getRange('A1:B2').setValues([
          ['A1', 'B1'],
          ['A2', 'B2'],
        ]);
        source.setBackground('#ff0000').moveTo(sheet.getRange('B1'));
        const range = sheet.getRange('A1:C2');
        return [range.getValues(), range.getBackgrounds()[0]];
      },
      [
        [
          ['', 'A1', 'B1'],
          ['', 'A2', 'B2'],
        ],
        ['#ffffff', '#ff0000', '#ff0000'],
      ],
    ],
    [
      'that move are followed by the formulas that refer to them',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        sheet.getRange('A1:C1').setValues([[1, 2, '=A1+SUM(A1:B1)+D1']]);
        sheet.getRange('A1:B1').moveTo(sheet.getRange('A5'));
        const moved = sheet.getRange('C1').getFormula();
        sheet.getRange('C1').moveTo(sheet.getRange('C7'));
        return [moved, sheet.getRange('C7').getFormula(), sheet.getRange('C7').getValue()];
      },
      ['=A5+SUM(A5:B5)+D1', '=A5+SUM(A5:B5)+D1', 4],
    ],
    // apps-script/reference/spreadsheet/range#trimwhitespace
    [
      'lose the white space around their text',
      () => {
        const range = SpreadsheetApp.getActiveSheet().getRange('A1:D1');
        range.setValues([['  a \n\t b ', "' 7 ", 5, '=" x "']]).trimWhitespace();
        return range.getValues()[0];
      },
      ['a b', '7', 5, ' x '],
    ],
    // apps-script/reference/spreadsheet/range#isblank
    [
      'are blank without any content, and a formula is one',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        sheet.getRange('A1').setFormula('=""');
        sheet.getRange('A2').setBackground('red');
        sheet.getRange('A3').setValue(0).setNumberFormat(';;');
        return ['A1', 'A2', 'A3', 'A1:B2', 'B1:B9'].map((address) => sheet.getRange(address).isBlank());
      },
      [false, true, false, false, true],
    ],
    [
      'take a formula each when a range is given one, as copies of the first',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        sheet.getRange('C1:D2').setFormula('=A1+$A$1');
        return sheet.getRange('C1:D2').getFormulas();
      },
      [
        ['=A1+$A$1', '=B1+$A$1'],
        ['=A2+$A$1', '=B2+$A$1'],
      ],
    ],
  ];

  test('take checkboxes, formulas and text, and move', async () => {
    const told = await runAll(...FACTS.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [FACTS[at]?.[0], answer])).toEqual(
      FACTS.map(([fact, , answer]) => [fact, answer]),
    );
  });

  // The forms in which public scripts find lists and objects in their sheets.
  test('store lists and objects as Java prints them', async () => {
    const values = await realm.run(() => {
      const range = SpreadsheetApp.getActiveSheet().getRange('A1:A3');
      return range.setValues([[[1, 2]], [{ a: 1, b: 'x' }], [Number.NaN]]).getValues();
    });
    expect(values).toEqual([
      [expect.stringMatching(/^\[Ljava\.lang\.Object;@[0-9a-f]+$/)],
      ['{a=1.0, b=x}'],
      ['#NUM!'],
    ]);
  });

  test('refuse what is no value', async () => {
    const told = await runAll(
      [
        () =>
          void SpreadsheetApp.getActiveSheet()
            .getRange('A1')
            .setValue(() => 1),
      ],
      [() => void SpreadsheetApp.getActiveSheet().getRange('A1').setValue(new Date(Number.NaN))],
    );
    const kinds = ['a function', 'an invalid date'];
    expect(told).toEqual(
      kinds.map((kind) => expect.stringContaining(`Writing ${kind} into a cell is not emulated here.`)),
    );
  });
});
