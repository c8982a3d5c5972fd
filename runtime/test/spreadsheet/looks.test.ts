import { type Realm, startRealm } from '../harness/realm';
import { expectFacts, type SheetFact } from './sheet-facts';

// Sources: developers.google.com/apps-script/reference/spreadsheet/text-style-builder, .../range#setFormulaR1C1(String),
// .../filter, and the tests of github.com/brucemcpherson/gas-fakes, which are written against Google.
describe('Looks, filters and R1C1', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const FACTS: readonly SheetFact[] = [
    // developers.google.com/apps-script/reference/spreadsheet/range-list
    [
      'a list of ranges writes formulas, rotations and directions into each',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        const list = sheet.getRangeList(['A2', 'C4']);
        const { RIGHT_TO_LEFT } = SpreadsheetApp.TextDirection;
        const same = list.setFormulaR1C1('=R[-1]C[1]').setTextDirection(RIGHT_TO_LEFT).setTextRotation(45);
        const read = () =>
          list.getRanges().map((range) => {
            const rotation = range.getTextRotation();
            const turned = rotation.isVertical() ? 'vertical' : rotation.getDegrees();
            return [range.getFormula(), String(range.getTextDirection()), turned];
          });
        return [
          same === list,
          read(),
          list.setVerticalText(true) === list,
          read().map(([, , turned]) => turned),
        ];
      },
      [
        true,
        [
          ['=B1', 'RIGHT_TO_LEFT', 45],
          ['=D3', 'RIGHT_TO_LEFT', 45],
        ],
        true,
        ['vertical', 'vertical'],
      ],
    ],
    [
      'a text style says only what was set',
      () => {
        const built = SpreadsheetApp.newTextStyle().setBold(true).setFontSize(12).build();
        return [
          built.isBold(),
          built.getFontSize(),
          built.isItalic(),
          built.getFontFamily(),
          built.getForegroundColor(),
        ];
      },
      [true, 12, null, null, null],
    ],
    [
      'a cell has a whole style, and keeps of it what another does not say',
      () => {
        const cell = SpreadsheetApp.getActiveSheet().getRange('A1');
        const read = () => {
          const style = cell.getTextStyle();
          const text = [style.getFontFamily(), style.getFontSize(), style.getForegroundColor()];
          return [...text, style.isBold(), style.isItalic(), style.isUnderline(), style.isStrikethrough()];
        };
        const before = read();
        cell.setTextStyle(
          SpreadsheetApp.newTextStyle().setUnderline(true).setForegroundColor('#00ff00').build(),
        );
        cell.setTextStyle(SpreadsheetApp.newTextStyle().setBold(true).setStrikethrough(true).build());
        return [before, read(), cell.getFontWeight()];
      },
      [
        ['Arial', 10, '#000000', false, false, false, false],
        ['Arial', 10, '#00ff00', true, false, true, true],
        'bold',
      ],
    ],
    // Source: notes/oddities.md of github.com/brucemcpherson/gas-fakes
    [
      'general is no number format, and normal is an alignment to the left',
      () => {
        const cell = SpreadsheetApp.getActiveSheet().getRange('A1').setValue(1.5).setNumberFormat('0.00');
        const texts = [cell.getDisplayValue(), cell.setNumberFormat('general').getDisplayValue()];
        const alignments = ['normal', 'right', null].map((alignment) =>
          cell.setHorizontalAlignment(alignment as 'right').getHorizontalAlignment(),
        );
        return [...texts, cell.getNumberFormat(), ...alignments];
      },
      ['1.50', '1.5', '0.###############', 'general-left', 'right', 'general'],
    ],
    // Source: test/testsheets.js of github.com/brucemcpherson/gas-fakes
    [
      'null is no formula',
      () => {
        const range = SpreadsheetApp.getActiveSheet().getRange('A1:B1');
        range.setFormulas([['=1+1', '=2+2']]).setFormulas([[null as never, '=3+3']]);
        const first = range.getFormulas()[0];
        return [first, range.setFormula(null as never).getFormulas()[0]];
      },
      [
        ['', '=3+3'],
        ['', ''],
      ],
    ],
    [
      'names that have left the reference still answer',
      () => {
        const book = SpreadsheetApp.getActive() as unknown as { getKey(): string };
        const cell = SpreadsheetApp.getActiveSheet().getRange('A1') as unknown as {
          setBackgroundColor(color: string): unknown;
          getBackgroundColors(): string[][];
          getBorder(): unknown;
        };
        cell.setBackgroundColor('red');
        let refusal = '';
        try {
          cell.getBorder();
        } catch (error) {
          refusal = String(error);
        }
        return [book.getKey(), cell.getBackgroundColors(), refusal];
      },
      [
        'sheet-test',
        [['#ff0000']],
        'Exception: SpreadsheetApp.Range.getBorder exists on Google, and is not emulated here.',
      ],
    ],
    // Sources: developers.google.com/apps-script/reference/spreadsheet/color-builder, .../base/rgb-color
    [
      'colors as objects',
      () => {
        const range = SpreadsheetApp.getActiveSheet().getRange('A1:B1');
        const refused = (act: () => unknown) => {
          try {
            return act();
          } catch (error) {
            return String(error);
          }
        };
        const rgb = SpreadsheetApp.newColor().setRgbColor('#FF8000').build();
        const theme = SpreadsheetApp.newColor().setThemeColor(SpreadsheetApp.ThemeColorType.ACCENT1);
        range.setBackgroundObjects([[rgb, null as never]]).setFontColorObject(rgb);
        const { getRed, getGreen, getBlue } = range.getBackgroundObject().asRgbColor();
        return [
          [String(SpreadsheetApp.newColor().getColorType()), String(rgb.getColorType()), String(theme)],
          range.getBackgroundObjects()[0]?.map((color) => color.asRgbColor().asHexString()),
          range.getFontColors()[0],
          [getRed(), getGreen(), getBlue()],
          range.getTextStyle().getForegroundColorObject()?.asRgbColor().asHexString(),
          String(theme.build().asThemeColor().getThemeColorType()),
          refused(() => theme.asRgbColor()),
          refused(() => rgb.asThemeColor()),
          refused(() => range.setBackgroundObject(theme.build())),
        ];
      },
      [
        ['UNSUPPORTED', 'RGB', 'ColorBuilder'],
        ['#ff8000', '#ffffff'],
        ['#ff8000', '#ff8000'],
        [255, 128, 0],
        '#ff8000',
        'ACCENT1',
        'Exception: Object is not of type RgbColor.',
        'Exception: Object is not of type ThemeColor.',
        'Exception: The color ACCENT1 of a theme in a cell exists on Google, and is not emulated here, only RGB.',
      ],
    ],
    [
      'rotation and direction',
      () => {
        const range = SpreadsheetApp.getActiveSheet().getRange('A1:B1').setTextRotation(45);
        const cell = range.getCell(1, 1);
        const turned = range
          .getTextRotations()
          .flat()
          .map((rotation) => rotation.getDegrees());
        const vertical = cell.setVerticalText(true).getTextRotation();
        const direction = [cell.getTextDirection()];
        cell.setTextDirection(SpreadsheetApp.TextDirection.RIGHT_TO_LEFT);
        return [
          turned,
          vertical.isVertical(),
          vertical.getDegrees(),
          direction,
          String(cell.getTextDirection()),
        ];
      },
      [[45, 45], true, 0, [null], 'RIGHT_TO_LEFT'],
    ],
    [
      'a cell without a wrap strategy overflows and says that it wraps',
      () => {
        const cell = SpreadsheetApp.getActiveSheet().getRange('A1');
        const before = [cell.getWrap(), String(cell.getWrapStrategy())];
        return [before, cell.setWrap(false).getWrap(), cell.setWrap(true).getWrap()];
      },
      [[true, 'OVERFLOW'], false, true],
    ],
    [
      'relative dates have criteria of their own',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        const rule = SpreadsheetApp.newConditionalFormatRule()
          .whenDateAfter(SpreadsheetApp.RelativeDate.PAST_WEEK)
          .setBold(true)
          .setRanges([sheet.getRange('A:A')]);
        sheet.setConditionalFormatRules([rule.build()]);
        const [stored] = sheet.getConditionalFormatRules();
        const condition = stored?.getBooleanCondition();
        const values = condition?.getCriteriaValues() ?? [];
        const looks = [condition?.getBold(), condition?.getItalic()];
        const isSame = values[0] === SpreadsheetApp.RelativeDate.PAST_WEEK;
        return [String(condition?.getCriteriaType()), isSame, looks, stored?.getRanges()[0]?.getA1Notation()];
      },
      ['DATE_AFTER_RELATIVE', true, [true, null], 'A:A'],
    ],
  ];

  test('cells look as they were told to', async () => {
    await expectFacts(realm, FACTS);
  });

  const R1C1: [a1: string, r1c1: string, formula: string, canonical: string][] = [
    ['A1', '=R[1]C[1]', '=B2', '=R[1]C[1]'],
    ['C3', '=R1C1', '=$A$1', '=R1C1'],
    ['D4', '=R[1]C1', '=$A5', '=R[1]C1'],
    ['E5', '=R[-2]C[-1]', '=D3', '=R[-2]C[-1]'],
    ['G7', '=R[-1]C[-1]+R1C1*R[1]C[1]', '=F6+$A$1*H8', '=R[-1]C[-1]+R1C1*R[1]C[1]'],
    ['H15', '=R[-1]C & " some R1C1"', '=H14 & " some R1C1"', '=R[-1]C[0] & " some R1C1"'],
    ['A2', '=SUM(R[-1]C:R[-1]C[2])', '=SUM(A1:C1)', '=SUM(R[-1]C[0]:R[-1]C[2])'],
    ['B3', '=SUM(R1C1:R2C[0])', '=SUM($A$1:B$2)', '=SUM(R1C1:R2C[0])'],
    ['B3', "='R1C1'!R1C1", "='R1C1'!$A$1", "='R1C1'!R1C1"],
    ['B3', '=LOG10(R[0]C[1])', '=LOG10(C3)', '=LOG10(R[0]C[1])'],
    ['A1', '=R[-1]C', '=#REF!', '=#REF!'],
  ];

  test('R1C1 is relative to its cell', async () => {
    const convert = (address: string, text: string) => {
      const cell = SpreadsheetApp.getActiveSheet().getRange(address).setFormulaR1C1(text);
      return [cell.getFormula(), cell.getFormulaR1C1()];
    };
    const formulas = await realm.runEach(
      convert,
      R1C1.map(([a1, r1c1]): [string, string] => [a1, r1c1]),
    );
    expect(formulas.map((both, at) => [...(R1C1[at]?.slice(0, 2) ?? []), ...(both as string[])])).toEqual(
      R1C1,
    );
  });

  test('R1C1 without a formula is null, and of whole columns throws', async () => {
    const told = await realm.runAll(
      [() => SpreadsheetApp.getActiveSheet().getRange('A1').getFormulaR1C1()],
      [() => SpreadsheetApp.getActiveSheet().getRange('A1').setFormula('=SUM(B:B)').getFormulaR1C1()],
    );
    expect(told).toEqual([null, expect.stringContaining('R1C1 notation of B:B is not emulated here.')]);
  });

  const filterTable = () => {
    const sheet = SpreadsheetApp.getActiveSheet();
    sheet.getRange('A1:B4').setValues([
      ['Name', 'Count'],
      ['A', 10],
      ['C', 30],
      ['B', 20],
    ]);
    return void sheet.getRange('A1:B4').createFilter();
  };

  test('a sheet has one filter, which sorts the rows below its header and keeps its criteria', async () => {
    const sort = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getFilter()?.sort(2, false);
      return sheet.getRange('A1:A4').getValues().flat();
    };
    const change = () => {
      const filter = SpreadsheetApp.getActiveSheet()
        .getRange('Z9')
        .getFilter() as GoogleAppsScript.Spreadsheet.Filter;
      filter.setColumnFilterCriteria(2, SpreadsheetApp.newFilterCriteria().whenNumberGreaterThan(15).build());
      filter.setColumnFilterCriteria(1, SpreadsheetApp.newFilterCriteria().setHiddenValues(['A']).build());
      const criteria = filter.getColumnFilterCriteria(2);
      const hidden = filter.getColumnFilterCriteria(1)?.getHiddenValues();
      filter.removeColumnFilterCriteria(2);
      return [
        String(criteria?.getCriteriaType()),
        criteria?.getCriteriaValues(),
        hidden,
        filter.getColumnFilterCriteria(2),
      ];
    };
    const isHidden = () => SpreadsheetApp.getActiveSheet().isRowHiddenByFilter(2);
    const [, rows, again, kept, refused] = await realm.runAll(
      [filterTable],
      [sort],
      [filterTable],
      [change],
      [isHidden],
    );
    expect(rows).toEqual(['Name', 'C', 'B', 'A']);
    expect(again).toContain("You can't create a filter in a sheet that already has a filter.");
    expect(kept).toEqual(['NUMBER_GREATER_THAN', [15], ['A'], null]);
    expect(refused).toContain('Sheet.isRowHiddenByFilter of a filter with criteria is not emulated');
  });

  test('splitTextToColumns by a text and by a delimiter that has a name', async () => {
    const split = (delimiter: string, text: string) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1:A3').setValues([[text], ['alone'], [7]]);
      const { SEMICOLON } = SpreadsheetApp.TextToColumnsDelimiter;
      if (delimiter === 'SEMICOLON') sheet.getRange('A1:A3').splitTextToColumns(SEMICOLON);
      else sheet.getRange('A1:A3').splitTextToColumns(delimiter);
      return sheet.getRange('A1:C3').getValues();
    };
    const columns = [
      ['a', '', 'c'],
      ['alone', '', ''],
      [7, '', ''],
    ];
    const [byComma, , byName] = await realm.runAll(
      [split, ',', 'a,,c'],
      [() => void SpreadsheetApp.getActiveSheet().clear()],
      [split, 'SEMICOLON', 'a;;c'],
    );
    expect([byComma, byName]).toEqual([columns, columns]);
  });
});
