import { type Claim, GAS_FAKES, type Json, listClaims, onEnglishTab, onScratchTab, REFERENCE } from './case';

const FUNCTION_LIST = 'https://support.google.com/docs/table/25273';

/** In a sheet with 1, 2 in A1:A2, `apple` in B1 and a date in C1:C2. */
const FORMULAS: [formula: string, value: Json][] = [
  ['=A1', 1],
  ['=D1', ''],
  ['=SUM(A:A)', 3],
  ['="a"="A"', true],
  ['=1="1"', false],
  ['="5"+1', 6],
  ['="x"&1.5&TRUE', 'x1.5TRUE'],
  ['=C1+1', '2026-01-03T00:00:00.000Z'],
  ['=C2-C1', 7],
  ['=MAX(C1:C2)', '2026-01-09T00:00:00.000Z'],
  ['=VLOOKUP(1,A1:C2,3,FALSE)', '2026-01-02T00:00:00.000Z'],
  ['=COUNTIF(B1:B2,"APP*")', 1],
  ['=ROUND(1.005,2)', 1.01],
  ['=IF(FALSE,1)', false],
  ['=IFERROR(NOSUCH(),"caught")', 'caught'],
  ['=SUM(1;2)', 3],
  ['=ABS()', '#N/A'],
  ['=Nowhere!A1', '#REF!'],
  ['=Z2000', '#REF!'],
  ['=SQRT(-1)', '#NUM!'],
  ['=0^0', '#NUM!'],
  ['=E1', '#REF!'],
];

/** What formulas come to, and what becomes of cells. */
export const SHEET_CELLS: Claim[] = listClaims(FUNCTION_LIST, [
  ...FORMULAS.map(([formula, expected]) => ({
    id: `sheet-cells.formula.${formula}`,
    isInferred: true,
    expected,
    run: () =>
      onEnglishTab((sheet) => {
        sheet.getRange('A1:C2').setValues([
          [1, 'apple', '2026-01-02'],
          [2, '', '2026-01-09'],
        ]);
        return sheet.getRange('E1').setFormula(formula).getValue();
      }),
  })),
  {
    id: 'sheet-cells.formula.of-a-range-is-copied-into-its-cells',
    source: `${REFERENCE}/spreadsheet/range#setformulaformula`,
    isInferred: true,
    expected: [
      [
        ['=A1+$A$1', '=B1+$A$1'],
        ['=A2+$A$1', '=B2+$A$1'],
      ],
      [['=A1'], ['=A2']],
    ],
    run: () =>
      onScratchTab((sheet) => [
        sheet.getRange('C1:D2').setFormula('=A1+$A$1').getFormulas(),
        sheet.getRange('E1:E2').setValue('=A1').getFormulas(),
      ]),
  },
  {
    id: 'sheet-cells.formula.follows-its-cells',
    source: `${REFERENCE}/spreadsheet/range#movetotarget`,
    isInferred: true,
    expected: ['=A2+SUM(A2:A4)', '=B1+#REF!', '=A9'],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('E5').setFormula('=A1+SUM(A1:A3)');
        sheet.insertRowBefore(1);
        const inserted = sheet.getRange('E6').getFormula();
        const deleted = sheet.getRange('E7').setFormula('=C1+B1');
        sheet.deleteColumn(2);
        const moved = sheet.getRange('E8').setFormula('=A1');
        sheet.getRange('A1').moveTo(sheet.getRange('A9'));
        return [inserted, deleted.offset(0, -1).getFormula(), moved.getFormula()];
      }),
  },
  {
    id: 'sheet-cells.color.is-returned-in-six-small-digits',
    source: GAS_FAKES,
    expected: ['#f08080', '#ffffff', '#abcdef', '#ff0000', null],
    run: () =>
      onScratchTab((sheet) => {
        const cell = sheet.getRange('A1');
        const colors = ['LightCoral', '#FFF', '#AbCdEf'].map((color) =>
          cell.setBackground(color).getBackground(),
        );
        return [...colors, sheet.setTabColor('red').getTabColor(), sheet.setTabColor(null).getTabColor()];
      }),
  },
  {
    id: 'sheet-cells.checkbox.others-are-not-checked',
    source: GAS_FAKES,
    expected: [[true, 'YES', 'DONE', 'text'], [false, 'NO', '', 'text'], null],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1').insertCheckboxes();
        sheet.getRange('B1').insertCheckboxes('YES', 'NO');
        sheet.getRange('C1').insertCheckboxes('DONE');
        sheet.getRange('D1').setValue('text');
        const range = sheet.getRange('A1:D1');
        return [range.check().getValues()[0], range.uncheck().getValues()[0], range.isChecked()];
      }),
  },
  {
    id: 'sheet-cells.clear.of-a-list-takes-rules-and-of-a-range-does-not',
    source: `${REFERENCE}/spreadsheet/range-list#clear()`,
    isInferred: true,
    expected: [true, false],
    run: () =>
      onScratchTab((sheet) => {
        const cell = sheet.getRange('A1').insertCheckboxes();
        const kept = cell.clear().getDataValidation() !== null;
        sheet.getRangeList(['A1']).clear();
        return [kept, cell.getDataValidation() !== null];
      }),
  },
  {
    id: 'sheet-cells.white-space.is-trimmed-and-text-stays-text',
    source: `${REFERENCE}/spreadsheet/range#trimwhitespace`,
    isInferred: true,
    expected: ['a b', '7'],
    run: () =>
      onScratchTab((sheet) => {
        const range = sheet.getRange('A1:B1').setValues([['  a \n b ', "' 7 "]]);
        return range.trimWhitespace().getValues()[0];
      }),
  },
  {
    id: 'sheet-cells.blank.is-no-formula',
    source: `${REFERENCE}/spreadsheet/range#isblank`,
    isInferred: true,
    expected: false,
    run: () => onScratchTab((sheet) => sheet.getRange('A1').setFormula('=""').isBlank()),
  },
  {
    id: 'sheet-cells.formula.follows-a-named-range-that-is-renamed',
    source: `${REFERENCE}/spreadsheet/named-range#setnamename`,
    isInferred: true,
    expected: ['=claimed_extent+1', 8],
    run: () =>
      onScratchTab((sheet, spreadsheet) => {
        spreadsheet.setNamedRange('claimed_size', sheet.getRange('A1').setValue(7));
        const formula = sheet.getRange('B1').setFormula('=claimed_size+1');
        const own = (named: GoogleAppsScript.Spreadsheet.NamedRange) => /^claimed_/.test(named.getName());
        try {
          spreadsheet.getNamedRanges().find(own)?.setName('claimed_extent');
          return [formula.getFormula(), formula.getValue()];
        } finally {
          formula.clear();
          for (const named of spreadsheet.getNamedRanges().filter(own)) named.remove();
        }
      }),
  },
]);
