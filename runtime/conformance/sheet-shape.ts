import { errorOf, GAS_FAKES, INFERRED, REFERENCE, type Sheet, tabCasesOf, tableOf } from './case';

const REGIONS: [cell: string, region: string, along?: 'ROWS' | 'COLUMNS'][] = [
  ['C3', 'B2:D4'],
  ['A1', 'A1'],
  ['B1', 'B1:D4'],
  ['E3', 'B2:E4'],
  ['F6', 'F6:G7'],
  ['C4', 'C2:C4', 'ROWS'],
  ['F7', 'F7:G7', 'COLUMNS'],
];

const NEXT: [step: string, cell: string][] = [
  ['B1 DOWN', 'B2'],
  ['B2 DOWN', 'B5'],
  ['D2 DOWN', 'D4'],
  ['B5 DOWN', 'B1000'],
  ['A1000 DOWN', 'A1000'],
  ['B4 UP', 'B2'],
  ['D4 UP', 'D2'],
  ['B2 UP', 'B1'],
  ['A2 NEXT', 'B2'],
  ['B2 NEXT', 'D2'],
  ['D2 NEXT', 'Z2'],
  ['E2 PREVIOUS', 'D2'],
  ['B2 PREVIOUS', 'A2'],
];

/** The rows that come of A1:D4, which holds the address of each cell. */
const SHIFTS: [name: string, shift: (sheet: Sheet) => unknown, rows: string[]][] = [
  [
    'deleteCells COLUMNS',
    (sheet) => sheet.getRange('B2:C3').deleteCells(SpreadsheetApp.Dimension.COLUMNS),
    ['A1 B1 C1 D1', 'A2 D2  ', 'A3 D3  ', 'A4 B4 C4 D4'],
  ],
  [
    'deleteCells ROWS',
    (sheet) => sheet.getRange('B2:C3').deleteCells(SpreadsheetApp.Dimension.ROWS),
    ['A1 B1 C1 D1', 'A2 B4 C4 D2', 'A3   D3', 'A4   D4'],
  ],
  [
    'insertCells COLUMNS',
    (sheet) => sheet.getRange('B2:C2').insertCells(SpreadsheetApp.Dimension.COLUMNS),
    ['A1 B1 C1 D1', 'A2   B2', 'A3 B3 C3 D3', 'A4 B4 C4 D4'],
  ],
  [
    'insertCells ROWS',
    (sheet) => sheet.getRange('B2:B3').insertCells(SpreadsheetApp.Dimension.ROWS),
    ['A1 B1 C1 D1', 'A2  C2 D2', 'A3  C3 D3', 'A4 B2 C4 D4'],
  ],
];

type Paste = keyof typeof SpreadsheetApp.CopyPasteType;

/** The copy of red cells with notes, on gray cells with large text. */
const PASTES: [name: string, type: Paste, values: string, background: string, size: number, note: string][] =
  [
    ['normal', 'PASTE_NORMAL', '1 2, 3 2', '#ff0000', 10, 'note'],
    ['no borders', 'PASTE_NO_BORDERS', '1 2, 3 2', '#ff0000', 10, 'note'],
    ['values', 'PASTE_VALUES', '1 2, 3 2', '#cccccc', 20, ''],
    ['formula', 'PASTE_FORMULA', '1 2, 3 2', '#cccccc', 20, ''],
    ['format', 'PASTE_FORMAT', ' ,  ', '#ff0000', 10, ''],
    ['rules', 'PASTE_DATA_VALIDATION', ' ,  ', '#cccccc', 20, ''],
    ['values transposed', 'PASTE_VALUES', '1 3, 2 2', '#cccccc', 20, ''],
  ];

const documented = tabCasesOf('sheet-shape', `${REFERENCE}/spreadsheet/range`);
const measured = tabCasesOf('sheet-shape', GAS_FAKES);
const inferred = tabCasesOf('sheet-shape', INFERRED);

/** Merged cells, and cells that move. */
export const SHEET_SHAPE = [
  inferred('merge.keeps-the-content-of-the-first-cell', ['A1  C1 D1', '  C2 D2'], (sheet) => {
    fill(sheet);
    sheet.getRange('A1:B2').merge();
    return textOf(sheet).slice(0, 2);
  }),
  inferred(
    'merge.value-for-all-is-the-first-cell',
    ['Title', '', ''],
    (sheet) => sheet.getRange('A1:C1').merge().setValue('Title').getValues()[0],
  ),
  measured('merge.across-and-vertically', ['A5:A7', 'B5:B7', 'D1:F1', 'D2:F2'], (sheet) => {
    sheet.getRange('D1:F2').mergeAcross();
    sheet.getRange('A5:B7').mergeVertically();
    return mergesIn(sheet);
  }),
  documented(
    'merge.refuses-parts-and-frozen-rows',
    ['Exception', 'Exception', 'Exception', ['A1:B2', 'B3:C3'], [true, true, false]],
    (sheet) => {
      sheet.getRange('A1:B2').merge();
      sheet.getRange('B3:C3').merge();
      const refused = [
        errorOf(() => sheet.getRange('A1').breakApart()),
        errorOf(() => sheet.getRange('B1:C1').merge()),
        errorOf(() => sheet.setFrozenColumns(2)),
      ];
      const areParts = ['B2', 'A1:C3', 'D3'].map((a1) => sheet.getRange(a1).isPartOfMerge());
      return [...refused, mergesIn(sheet), areParts];
    },
  ),
  inferred('merge.does-not-cross-frozen-rows', 'Exception', (sheet) => {
    sheet.setFrozenRows(1);
    return errorOf(() => sheet.getRange('A1:A2').merge());
  }),
  inferred('merge.survives-clear-and-grows-with-rows', [['B2:C4'], ['B3:B6']], (sheet) => {
    sheet.getRange('B2:C4').merge();
    const cleared = mergesIn(sheet.clear());
    sheet.insertRowBefore(1).insertRowBefore(4).deleteColumn(3);
    return [cleared, mergesIn(sheet)];
  }),
  measured(
    'data-region.ends-at-blank-rows-and-columns',
    tableOf(REGIONS, ([, region]) => region),
    (sheet) => {
      for (const filled of ['B2:D4', 'F6:G7']) sheet.getRange(filled).setValue(1);
      return tableOf(REGIONS, ([a1, , along]) => {
        const cell = sheet.getRange(a1);
        const region = along ? cell.getDataRegion(SpreadsheetApp.Dimension[along]) : cell.getDataRegion();
        return region.getA1Notation();
      });
    },
  ),
  measured(
    'next-data-cell.goes-as-ctrl-and-an-arrow',
    tableOf(NEXT, ([, cell]) => cell),
    (sheet) => {
      for (const filled of ['B2', 'B5', 'D2:D4']) sheet.getRange(filled).setValue(1);
      return tableOf(NEXT, ([step]) => {
        const [a1 = '', direction] = step.split(' ') as [string, keyof typeof SpreadsheetApp.Direction];
        return sheet.getRange(a1).getNextDataCell(SpreadsheetApp.Direction[direction]).getA1Notation();
      });
    },
  ),
  documented(
    'shifted-cells',
    tableOf(SHIFTS, ([, , rows]) => rows),
    (sheet) =>
      tableOf(SHIFTS, ([, shift]) => {
        fill(sheet);
        shift(sheet);
        return textOf(sheet);
      }),
  ),
  inferred('shifted-cells.beside-formulas', [[' 2', '3 4', '7 6'], 12], (sheet) => {
    sheet.getRange('A1:B3').setValues([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    sheet.getRange('A3').setFormula('=B1').setValue(7);
    const sum = sheet.getRange('C1').setFormula('=SUM(B1:B3)');
    sheet.getRange('A1').deleteCells(SpreadsheetApp.Dimension.ROWS);
    sheet.getRange('A1').insertCells(SpreadsheetApp.Dimension.ROWS);
    return [textOf(sheet, 'A1:B3'), sum.getValue()];
  }),
  inferred('copy.of-a-tab-goes-to-the-end-and-is-not-activated', [true, true, true], (sheet, spreadsheet) => {
    const copy = sheet.copyTo(spreadsheet);
    try {
      const isLast = copy.getIndex() === spreadsheet.getNumSheets();
      const isNamed = copy.getName().includes(sheet.getName());
      return [isLast, isNamed, spreadsheet.getActiveSheet().getName() === sheet.getName()];
    } finally {
      spreadsheet.deleteSheet(copy);
    }
  }),
  documented(
    'copy.has-what-its-type-says',
    tableOf(PASTES, ([, , ...copy]) => copy),
    (sheet) => {
      const source = makeSource(sheet);
      return tableOf(PASTES, ([name, type]) => {
        const target = sheet.getRange('D1:E2').clear().clearNote().setBackground('#cccccc').setFontSize(20);
        source.copyTo(sheet.getRange('D1'), SpreadsheetApp.CopyPasteType[type], name.endsWith('transposed'));
        const values = target.getValues().map((row) => row.join(' '));
        return [values.join(', '), target.getBackground(), target.getFontSize(), target.getNote()];
      });
    },
  ),
  tabCasesOf('sheet-shape', 'https://issuetracker.google.com/issues/427192537')(
    'copy.takes-a-type-only-with-transposed',
    '#ff0000',
    (sheet) => {
      const source = makeSource(sheet);
      const copyTo = source.copyTo as (to: unknown, type: unknown) => void;
      copyTo.call(source, sheet.getRange('D1'), SpreadsheetApp.CopyPasteType.PASTE_VALUES);
      return sheet.getRange('D1').getBackground();
    },
  ),
  documented(
    'copy.gives-widths-and-looks-alone',
    [
      [300, ''],
      ['#ff0000', ''],
    ],
    (sheet) => {
      const [source, target] = [makeSource(sheet), sheet.getRange('D1')];
      sheet.setColumnWidth(1, 300);
      source.copyTo(target, SpreadsheetApp.CopyPasteType.PASTE_COLUMN_WIDTHS, false);
      source.copyFormatToRange(sheet, 7, 8, 1, 2);
      const looks = sheet.getRange('H2');
      return [
        [sheet.getColumnWidth(4), target.getValue()],
        [looks.getBackground(), looks.getValue()],
      ];
    },
  ),
  measured('copy.repeats-the-source-in-whole', { G1: 4, 'G1:I4': 8, 'G1:G4': 8 }, (sheet) => {
    const source = makeSource(sheet);
    const fillIn = (target: string) => {
      sheet.getRange('G1:K6').clear();
      source.copyTo(sheet.getRange(target), { formatOnly: true });
      return sheet
        .getRange('G1:K6')
        .getBackgrounds()
        .flat()
        .filter((color) => color === '#ff0000').length;
    };
    return Object.fromEntries(['G1', 'G1:I4', 'G1:G4'].map((target) => [target, fillIn(target)]));
  }),
  documented(
    'duplicates.are-removed-whatever-their-case',
    [
      ['A1:B3', 'foo bar', 'bar foo', 'foo foo', ' '],
      ['A1:B2', 'foo bar', 'bar foo', ' ', ' '],
    ],
    (sheet) =>
      [undefined, [2]].map((columns) => {
        const range = sheet.getRange('A1:B4').setValues([
          ['foo', 'bar'],
          ['bar', 'foo'],
          ['foo', 'foo'],
          ['Bar', 'FOO'],
        ]);
        const kept = columns ? range.removeDuplicates(columns) : range.removeDuplicates();
        return [kept.getA1Notation(), ...range.getValues().map((row) => row.join(' '))];
      }),
  ),
  tabCasesOf('sheet-shape', `${REFERENCE}/spreadsheet/embedded-chart-builder`)(
    'charts.are-kept-as-built-changed-and-removed',
    [['COLUMN', 'Leads', 'A1:B4', 2, 4], ['LINE', 'Calls', 'A1:B4', 2, 4], 1, 0],
    (sheet) => {
      fill(sheet);
      const tell = () =>
        sheet.getCharts().map((chart) => {
          const [range] = chart.getRanges();
          const at = chart.getContainerInfo();
          return [
            String(chart.modify().getChartType()),
            chart.getOptions().get('title'),
            range?.getA1Notation(),
            at.getAnchorRow(),
            at.getAnchorColumn(),
          ];
        })[0];
      const built = sheet
        .newChart()
        .setChartType(Charts.ChartType.COLUMN)
        .addRange(sheet.getRange('A1:B4'))
        .setNumHeaders(1)
        .setOption('title', 'Leads')
        .setPosition(2, 4, 0, 0)
        .build();
      sheet.insertChart(built);
      const inserted = tell();
      const [chart] = sheet.getCharts();
      if (!chart) return [inserted];
      sheet.updateChart(
        chart.modify().setChartType(Charts.ChartType.LINE).setOption('title', 'Calls').build(),
      );
      const updated = tell();
      const before = sheet.getCharts().length;
      for (const one of sheet.getCharts()) sheet.removeChart(one);
      return [inserted, updated, before, sheet.getCharts().length];
    },
  ),
];

function fill(sheet: Sheet): void {
  const values = [1, 2, 3, 4].map((row) => ['A', 'B', 'C', 'D'].map((column) => `${column}${row}`));
  sheet.getRange('A1:D4').setValues(values);
}

/** The cells, row by row. */
function textOf(sheet: Sheet, a1 = 'A1:D4'): string[] {
  return sheet
    .getRange(a1)
    .getValues()
    .map((row) => row.join(' '));
}

function makeSource(sheet: Sheet): GoogleAppsScript.Spreadsheet.Range {
  const source = sheet.getRange('A1:B2').setValues([
    [1, 2],
    [3, '=A1+1'],
  ]);
  return source.setBackground('#ff0000').setNote('note').setBorder(true, true, true, true, true, true);
}

function mergesIn(sheet: Sheet): string[] {
  const merges = sheet.getRange('A1:Y20').getMergedRanges();
  return merges.map((range) => range.getA1Notation()).sort();
}
