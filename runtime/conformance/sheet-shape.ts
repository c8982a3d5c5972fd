import { type Claim, GAS_FAKES, listClaims, onScratchTab, REFERENCE, refusal } from './case';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const PART_OF_MERGE = 'Exception: You must select all cells in a merged range to merge or unmerge them.';

/** Merged cells, and cells that move. */
export const SHEET_SHAPE: Claim[] = listClaims(`${REFERENCE}/spreadsheet/range`, [
  {
    id: 'sheet-shape.merge.keeps-the-content-of-the-first-cell',
    isInferred: true,
    expected: [
      ['A', ''],
      ['', ''],
    ],
    run: () =>
      onFilledTab((sheet) => {
        sheet.getRange('A1:B2').merge();
        return sheet.getRange('A1:B2').breakApart().getValues();
      }),
  },
  {
    id: 'sheet-shape.merge.value-for-all-is-the-first-cell',
    isInferred: true,
    expected: ['Title', '', ''],
    run: () => onScratchTab((sheet) => sheet.getRange('A1:C1').merge().setValue('Title').getValues()[0]),
  },
  {
    id: 'sheet-shape.merge.across-and-vertically',
    source: GAS_FAKES,
    isInferred: true,
    expected: ['A5:A7', 'B5:B7', 'D1:F1', 'D2:F2'],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('D1:F2').mergeAcross();
        sheet.getRange('A5:B7').mergeVertically();
        return mergesIn(sheet);
      }),
  },
  ...[
    ['breaking-a-part', (sheet: Sheet) => sheet.getRange('A1').breakApart()],
    ['joining-a-part', (sheet: Sheet) => sheet.getRange('B1:C1').merge()],
  ].map(([name, call]) => ({
    id: `sheet-shape.merge.refused.${name}`,
    expected: PART_OF_MERGE,
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1:B2').merge();
        return refusal(() => (call as (sheet: Sheet) => unknown)(sheet));
      }),
  })),
  {
    id: 'sheet-shape.merge.refused.frozen-rows',
    isInferred: true,
    expected: "Exception: You can't merge frozen and non-frozen rows.",
    run: () =>
      onScratchTab((sheet) => {
        sheet.setFrozenRows(1);
        return refusal(() => sheet.getRange('A1:A2').merge());
      }),
  },
  {
    id: 'sheet-shape.merge.survives-clear',
    isInferred: true,
    expected: ['A1:B2'],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1:B2').merge();
        sheet.clear();
        return mergesIn(sheet);
      }),
  },
  {
    id: 'sheet-shape.data-region.reaches-over-adjacent-content',
    source: GAS_FAKES,
    isInferred: true,
    expected: ['B2:D4', 'A1', 'B1:D4', 'B2:E4', 'C2:C4', 'B3:D3'],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('B2:D4').setValue(1);
        const { ROWS, COLUMNS } = SpreadsheetApp.Dimension;
        const around = ['C3', 'A1', 'B1', 'E3'].map((a1) => sheet.getRange(a1).getDataRegion());
        const along = [ROWS, COLUMNS].map((dimension) => sheet.getRange('C3').getDataRegion(dimension));
        return [...around, ...along].map((range) => range.getA1Notation());
      }),
  },
  {
    id: 'sheet-shape.next-data-cell.goes-as-ctrl-and-an-arrow',
    source: GAS_FAKES,
    isInferred: true,
    expected: ['B2', 'B4', 'B1000', 'A3', 'Z3'],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('B2:B4').setValue(1);
        const { DOWN, PREVIOUS, NEXT } = SpreadsheetApp.Direction;
        const steps = [
          ['B1', DOWN],
          ['B2', DOWN],
          ['B4', DOWN],
          ['B3', PREVIOUS],
          ['C3', NEXT],
        ] as const;
        return steps.map(([a1, direction]) => sheet.getRange(a1).getNextDataCell(direction).getA1Notation());
      }),
  },
  {
    id: 'sheet-shape.copy.goes-to-the-end-and-is-not-activated',
    isInferred: true,
    expected: [true, true, true],
    run: () =>
      onScratchTab((sheet, spreadsheet) => {
        const copy = sheet.copyTo(spreadsheet);
        try {
          const isLast = copy.getIndex() === spreadsheet.getNumSheets();
          const isNamed = copy.getName() === `Copy of ${sheet.getName()}`;
          return [isLast, isNamed, spreadsheet.getActiveSheet().getName() === sheet.getName()];
        } finally {
          spreadsheet.deleteSheet(copy);
        }
      }),
  },
  {
    id: 'sheet-shape.copy.takes-a-type-only-with-transposed',
    source: 'https://issuetracker.google.com/issues/427192537',
    expected: ['#ff0000', '#ffffff'],
    run: () =>
      onScratchTab((sheet) => {
        const source = sheet.getRange('A1').setBackground('#ff0000').setValue(1);
        const { PASTE_VALUES } = SpreadsheetApp.CopyPasteType;
        const copyTo = source.copyTo as (to: unknown, type: unknown) => void;
        copyTo.call(source, sheet.getRange('B1'), PASTE_VALUES);
        source.copyTo(sheet.getRange('C1'), PASTE_VALUES, false);
        return sheet.getRange('B1:C1').getBackgrounds()[0];
      }),
  },
  {
    id: 'sheet-shape.copy.repeats-the-source-in-whole',
    source: GAS_FAKES,
    isInferred: true,
    expected: [
      [1, 2, ''],
      [3, 4, ''],
      [1, 2, ''],
      [3, 4, ''],
    ],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1:B2').setValues([
          [1, 2],
          [3, 4],
        ]);
        const target = sheet.getRange('J1:L4');
        sheet.getRange('A1:B2').copyTo(target);
        return target.getValues();
      }),
  },
  {
    id: 'sheet-shape.selection.of-several-ranges-is-active-in-the-last',
    source: `${REFERENCE}/spreadsheet/range-list#activate()`,
    expected: [['A1:B2', 'D4:E5'], 'D4:E5'],
    run: () =>
      onScratchTab((sheet) => {
        const list = sheet.getRangeList(['A1:B2', 'D4:E5']).activate();
        return [
          list.getRanges().map((range) => range.getA1Notation()),
          sheet.getActiveRange()?.getA1Notation(),
        ];
      }),
  },
  {
    id: 'sheet-shape.duplicates.are-removed-whatever-their-case',
    expected: [
      'A1:B2',
      [
        ['a', 1],
        ['b', 1],
        ['', ''],
      ],
    ],
    run: () =>
      onScratchTab((sheet) => {
        const range = sheet.getRange('A1:B3').setValues([
          ['a', 1],
          ['b', 1],
          ['A', 1],
        ]);
        return [range.removeDuplicates().getA1Notation(), range.getValues()];
      }),
  },
]);

function onFilledTab<R>(work: (sheet: Sheet) => R): R {
  return onScratchTab((sheet) => {
    sheet.getRange('A1:B2').setValues([
      ['A', 'B'],
      ['C', 'D'],
    ]);
    return work(sheet);
  });
}

function mergesIn(sheet: Sheet): string[] {
  const merges = sheet.getRange('A1:Z20').getMergedRanges();
  return merges.map((range) => range.getA1Notation()).sort();
}
