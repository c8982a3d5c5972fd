import { type Claim, GAS_FAKES, listClaims, onScratchTab, REFERENCE, refusal } from './case';

const R1C1: [cell: string, r1c1: string, formula: string, canonical: string][] = [
  ['A1', '=R[1]C[1]', '=B2', '=R[1]C[1]'],
  ['C3', '=R1C1', '=$A$1', '=R1C1'],
  ['D4', '=R[1]C1', '=$A5', '=R[1]C1'],
  ['E5', '=R[-2]C[-1]', '=D3', '=R[-2]C[-1]'],
  ['H15', '=R[-1]C & " R1C1"', '=H14 & " R1C1"', '=R[-1]C[0] & " R1C1"'],
  ['A2', '=SUM(R[-1]C:R[-1]C[2])', '=SUM(A1:C1)', '=SUM(R[-1]C[0]:R[-1]C[2])'],
];

/** Text styles, wrapping, filters, formulas in R1C1 notation. */
export const SHEET_LOOKS: Claim[] = listClaims(`${REFERENCE}/spreadsheet/range`, [
  ...R1C1.map(([cell, r1c1, formula, canonical]) => ({
    id: `sheet-looks.r1c1.${r1c1}`,
    source: GAS_FAKES,
    isInferred: true,
    expected: [formula, canonical],
    run: () =>
      onScratchTab((sheet) => {
        const range = sheet.getRange(cell).setFormulaR1C1(r1c1);
        return [range.getFormula(), range.getFormulaR1C1()];
      }),
  })),
  {
    id: 'sheet-looks.r1c1.none-is-null',
    expected: null,
    run: () => onScratchTab((sheet) => sheet.getRange('A1').getFormulaR1C1()),
  },
  {
    id: 'sheet-looks.number-format.general-is-none',
    source: GAS_FAKES,
    isInferred: true,
    expected: ['1.5', '0.###############'],
    run: () =>
      onScratchTab((sheet) => {
        const cell = sheet.getRange('A1').setValue(1.5).setNumberFormat('0.00').setNumberFormat('general');
        return [cell.getDisplayValue(), cell.getNumberFormat()];
      }),
  },
  {
    id: 'sheet-looks.alignment.normal-is-general-left',
    source: GAS_FAKES,
    isInferred: true,
    expected: ['general-left', 'general'],
    run: () =>
      onScratchTab((sheet) => {
        const cell = sheet.getRange('A1').setHorizontalAlignment('normal');
        return [cell.getHorizontalAlignment(), cell.setHorizontalAlignment(null).getHorizontalAlignment()];
      }),
  },
  {
    id: 'sheet-looks.wrap.unset-says-that-it-wraps',
    source: GAS_FAKES,
    isInferred: true,
    expected: [true, 'OVERFLOW', false],
    run: () =>
      onScratchTab((sheet) => {
        const cell = sheet.getRange('A1');
        const unset = [cell.getWrap(), String(cell.getWrapStrategy())];
        return [...unset, cell.setWrap(false).getWrap()];
      }),
  },
  {
    id: 'sheet-looks.text-style.keeps-what-it-does-not-say',
    isInferred: true,
    expected: [true, 20, 'Arial', '#000000'],
    run: () =>
      onScratchTab((sheet) => {
        const cell = sheet.getRange('A1').setFontSize(20);
        const style = cell.setTextStyle(SpreadsheetApp.newTextStyle().setBold(true).build()).getTextStyle();
        return [style.isBold(), style.getFontSize(), style.getFontFamily(), style.getForegroundColor()];
      }),
  },
  {
    id: 'sheet-looks.text-style.built-from-nothing-is-null',
    source: GAS_FAKES,
    isInferred: true,
    expected: [null, null, true],
    run: () => {
      const style = SpreadsheetApp.newTextStyle().setBold(true).build();
      return [style.getForegroundColor(), style.getFontSize(), style.isBold()];
    },
  },
  {
    id: 'sheet-looks.direction.unset-is-null',
    source: GAS_FAKES,
    isInferred: true,
    expected: null,
    run: () => onScratchTab((sheet) => sheet.getRange('A1').getTextDirection()),
  },
  {
    id: 'sheet-looks.filter.only-one-in-a-sheet',
    source: GAS_FAKES,
    isInferred: true,
    expected: "Exception: You can't create a filter in a sheet that already has a filter.",
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1:B2').createFilter();
        return refusal(() => sheet.getRange('A1:C3').createFilter());
      }),
  },
  {
    id: 'sheet-looks.filter.is-that-of-the-sheet-and-sorts-below-its-header',
    source: GAS_FAKES,
    isInferred: true,
    expected: ['A1:A3', ['Name', 'A', 'B']],
    run: () =>
      onScratchTab((sheet) => {
        const table = sheet.getRange('A1:A3').setValues([['Name'], ['B'], ['A']]);
        table.createFilter();
        const filter = sheet.getRange('F9').getFilter();
        filter?.sort(1, true);
        return [filter?.getRange().getA1Notation(), table.getValues().flat()];
      }),
  },
  {
    id: 'sheet-looks.criteria.of-a-relative-date',
    source: GAS_FAKES,
    isInferred: true,
    expected: ['DATE_AFTER_RELATIVE', 'TODAY'],
    run: () => {
      const { TODAY } = SpreadsheetApp.RelativeDate;
      const criteria = SpreadsheetApp.newFilterCriteria().whenDateAfter(TODAY).build();
      return [String(criteria.getCriteriaType()), String(criteria.getCriteriaValues()[0])];
    },
  },
  {
    id: 'sheet-looks.split.keeps-empty-parts',
    source: GAS_FAKES,
    isInferred: true,
    expected: [['a', '', 'c']],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1').setValue('a::c').splitTextToColumns(':');
        return sheet.getRange('A1:C1').getValues();
      }),
  },
]);
