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
    [
      'what hides rows, and what a theme decides, is refused by name',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        const errorOf = (act: () => unknown) => {
          try {
            return act();
          } catch (error) {
            return String(error);
          }
        };
        const theme = SpreadsheetApp.newColor().setThemeColor(SpreadsheetApp.ThemeColorType.ACCENT1).build();
        const hidden = SpreadsheetApp.newFilterCriteria().setHiddenValues(['A']).build();
        const filter = sheet.getRange('A1:B4').createFilter().setColumnFilterCriteria(1, hidden);
        return [
          filter.getColumnFilterCriteria(1)?.getHiddenValues(),
          errorOf(() => sheet.isRowHiddenByFilter(2)),
          errorOf(() => sheet.getRange('A1').setBackgroundObject(theme)),
        ];
      },
      [
        ['A'],
        expect.stringContaining('Sheet.isRowHiddenByFilter of a filter with criteria is not emulated'),
        expect.stringContaining('The color ACCENT1 of a theme in a cell exists on Google'),
      ],
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

  test('R1C1 without a formula is null, and of whole columns throws', async () => {
    const told = await realm.runAll(
      [() => SpreadsheetApp.getActiveSheet().getRange('A1').getFormulaR1C1()],
      [() => SpreadsheetApp.getActiveSheet().getRange('A1').setFormula('=SUM(B:B)').getFormulaR1C1()],
    );
    expect(told).toEqual([null, expect.stringContaining('R1C1 notation of B:B is not emulated here.')]);
  });
});
