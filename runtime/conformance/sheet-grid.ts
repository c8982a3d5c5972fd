import {
  type Claim,
  GAS_FAKES,
  listClaims,
  onEnglishTab,
  onScratchTab,
  PUBLIC_SCRIPTS,
  REFERENCE,
  refusal,
} from './case';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const OUTSIDE = 'The coordinates of the range are outside the dimensions of the sheet.';
const NO_SUCH_ROWS = 'Those rows are out of bounds.';

const REFUSED: [name: string, call: (sheet: Sheet) => unknown, message: string][] = [
  ['no-rows', (sheet) => sheet.getRange(1, 1, 0, 1), 'The number of rows in the range must be at least 1.'],
  [
    'no-columns',
    (sheet) => sheet.getRange(1, 1, 1, 0),
    'The number of columns in the range must be at least 1.',
  ],
  ['row-0', (sheet) => sheet.getRange(0, 1), 'The starting row of the range is too small.'],
  ['row-below-the-grid', (sheet) => sheet.getRange(1001, 1), OUTSIDE],
  ['column-beyond-the-grid', (sheet) => sheet.getRange('AA1'), OUTSIDE],
  ['offset-beyond-the-grid', (sheet) => sheet.getRange('A1000').offset(1, 0), OUTSIDE],
  ['no-address', (sheet) => sheet.getRange('A0X'), 'Range not found'],
  ['column-alone', (sheet) => sheet.getRange('B'), 'Range not found'],
  ['sheet-that-is-not-there', (sheet) => sheet.getRange('Nowhere!A1'), 'Range not found'],
  ['end-below-the-grid', (sheet) => sheet.getRange('A1:A1001'), OUTSIDE],
  [
    'too-many-rows-of-data',
    (sheet) => sheet.getRange('A1').setValues([[1], [2]]),
    'The number of rows in the data does not match the number of rows in the range. The data has 2 but the range has 1.',
  ],
  [
    'too-few-columns-of-data',
    (sheet) => sheet.getRange('A1:B1').setValues([[1]]),
    'The number of columns in the data does not match the number of columns in the range. The data has 1 but the range has 2.',
  ],
  [
    'data-without-rows',
    (sheet) => sheet.getRange('A1').setValues([1] as never),
    "The parameters (number[]) don't match the method signature for SpreadsheetApp.Range.setValues.",
  ],
  ['deleting-below-the-grid', (sheet) => sheet.deleteRows(1000, 2), NO_SUCH_ROWS],
  ['inserting-below-the-grid', (sheet) => sheet.insertRowsAfter(1001, 1), NO_SUCH_ROWS],
  [
    'deleting-all-rows',
    (sheet) => sheet.deleteRows(1, 1000),
    'It is not possible to delete all non-frozen rows.',
  ],
  [
    'freezing-all-rows',
    (sheet) => sheet.setFrozenRows(1000),
    "You can't freeze all visible rows on the sheet.",
  ],
  [
    '11-million-cells',
    (sheet) => sheet.insertRowsAfter(1000, 400_000),
    'This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
  ],
];

const ADDRESSES: [address: string, range: string][] = [
  ['B2', 'B2'],
  ['$B$2:D4', 'B2:D4'],
  ['D4:B2', 'B2:D4'],
  ['b2:c3', 'B2:C3'],
  ['R2C3', 'C2'],
  ['R10C5:R1C2', 'B1:E10'],
  ['r1c1:r2c2', 'A1:B2'],
];

/** An address that leaves an end open stays as it was, and reaches to the border of the grid. */
const OPEN_ADDRESSES: [address: string, range: string, size: [rows: number, columns: number]][] = [
  ['C:C', 'C:C', [1000, 1]],
  ['D:B', 'B:D', [1000, 3]],
  ['$A:$B', 'A:B', [1000, 2]],
  ['5:3', '3:5', [3, 26]],
  ['A2:A', 'A2:A', [999, 1]],
  ['B3:D', 'B3:D', [998, 3]],
  ['B5:5', 'B5:5', [1, 25]],
];

/** The size of the grid, and addresses. */
export const SHEET_GRID: Claim[] = listClaims(`${REFERENCE}/spreadsheet/sheet`, [
  {
    id: 'sheet-grid.new.has-1000-rows-and-26-columns',
    source: PUBLIC_SCRIPTS,
    expected: [1000, 26, 0, [['']]],
    run: () =>
      onScratchTab((sheet) => [
        sheet.getMaxRows(),
        sheet.getMaxColumns(),
        sheet.getLastRow(),
        sheet.getDataRange().getValues(),
      ]),
  },
  ...REFUSED.map(([name, call, message]) => ({
    id: `sheet-grid.refused.${name}`,
    source: PUBLIC_SCRIPTS,
    expected: `Exception: ${message}`,
    run: () =>
      onScratchTab((sheet) =>
        refusal(() => {
          call(sheet);
          SpreadsheetApp.flush();
        }),
      ),
  })),
  ...ADDRESSES.map(([address, expected]) => ({
    id: `sheet-grid.address.${address}`,
    expected,
    run: () => onScratchTab((sheet) => sheet.getRange(address).getA1Notation()),
  })),
  ...OPEN_ADDRESSES.map(([address, range, size]) => ({
    id: `sheet-grid.address.${address}`,
    source: GAS_FAKES,
    isInferred: true,
    expected: [range, ...size],
    run: () =>
      onScratchTab((sheet) => {
        const found = sheet.getRange(address);
        return [found.getA1Notation(), found.getNumRows(), found.getNumColumns()];
      }),
  })),
  {
    id: 'sheet-grid.address.which-ends-are-bounded',
    source: GAS_FAKES,
    isInferred: true,
    expected: [
      [true, true, true, true],
      [true, true, false, false],
      [false, false, true, true],
      [true, false, true, true],
    ],
    run: () =>
      onScratchTab((sheet) =>
        ['A5:C10', '3:5', 'B:D', 'A2:A'].map((address) => {
          const range = sheet.getRange(address);
          return [
            range.isStartRowBounded(),
            range.isEndRowBounded(),
            range.isStartColumnBounded(),
            range.isEndColumnBounded(),
          ];
        }),
      ),
  },
  {
    id: 'sheet-grid.address.what-follows-from-an-open-one-has-ends',
    isInferred: true,
    expected: ['B1:B1000', 'A7'],
    run: () =>
      onScratchTab((sheet) => {
        const open = sheet.getRange('A:A');
        return [open.offset(0, 1).getA1Notation(), open.getCell(7, 1).getA1Notation()];
      }),
  },
  {
    id: 'sheet-grid.address.with-a-sheet',
    expected: ['A1', 'A1:B2', 'A:B'],
    run: () =>
      onScratchTab((sheet, spreadsheet) =>
        ['A1', 'A1:B2', 'A:B'].map((a1) =>
          spreadsheet.getRange(`'${sheet.getName()}'!${a1}`).getA1Notation(),
        ),
      ),
  },
  {
    id: 'sheet-grid.new.becomes-the-active-one',
    expected: true,
    run: () =>
      onScratchTab((sheet, spreadsheet) => spreadsheet.getActiveSheet().getSheetId() === sheet.getSheetId()),
  },
  {
    id: 'sheet-grid.name.in-another-case-is-taken-and-yet-not-found',
    source: PUBLIC_SCRIPTS,
    isInferred: true,
    expected: [null, 'Exception: A sheet with the name "CLAIM" already exists. Please enter another name.'],
    run: () =>
      onScratchTab((sheet, spreadsheet) => {
        const name = sheet.getName().toUpperCase();
        const found = spreadsheet.getSheetByName(name);
        const refused = refusal(() => spreadsheet.deleteSheet(spreadsheet.insertSheet(name)));
        return [found, refused.replace(name, 'CLAIM')];
      }),
  },
]);

type Option =
  | 'matchCase'
  | 'matchEntireCell'
  | 'useRegularExpression'
  | 'matchFormulaText'
  | 'ignoreDiacritics';

const SEARCHES: [name: string, text: string, options: Option[], found: string[]][] = [
  ['anywhere-in-any-case', 'apple', [], ['B2', 'C2', 'D2']],
  ['in-this-case', 'apple', ['matchCase'], ['C2', 'D2']],
  ['whole-cell', 'apple', ['matchEntireCell'], ['B2', 'D2']],
  ['whole-cell-in-this-case', 'apple', ['matchEntireCell', 'matchCase'], ['D2']],
  ['dot-is-a-dot', 'a.c', [], ['B3']],
  ['dot-in-an-expression', 'a.c', ['useRegularExpression'], ['B3', 'C3']],
  [
    'classes-of-letters-in-an-expression',
    '[cC][aA\u00E0-\u00E5][fF][eE\u00C9\u00E9][\u0300-\u036F]*',
    ['useRegularExpression'],
    ['D3'],
  ],
  ['accents-matter', 'cafe', [], []],
  ['accents-ignored', 'cafe', ['ignoreDiacritics'], ['D3']],
  ['number-as-shown', '1,234.50', [], ['B4']],
  ['number-as-stored', '1234', [], []],
  ['date-as-shown', '11/21/2026', [], ['C4']],
  ['formula-is-not-looked-at', 'example', [], []],
  ['formula-when-asked', 'example', ['matchFormulaText'], ['D4']],
  ['nowhere', 'nowhere', [], []],
];

export const SHEET_FIND: Claim[] = listClaims(`${REFERENCE}/spreadsheet/text-finder`, [
  ...SEARCHES.map(([name, text, options, expected]) => ({
    id: `sheet-find.${name}`,
    expected,
    run: () =>
      inFruit((sheet) => {
        const finder = sheet.createTextFinder(text);
        for (const option of options) finder[option](true);
        return finder.findAll().map((range) => range.getA1Notation());
      }),
  })),
  {
    id: 'sheet-find.next-ends-with-null-and-previous-begins-at-the-end',
    expected: [['B2', 'C2', 'D2', null], 'D2'],
    run: () =>
      inFruit((sheet) => {
        const finder = sheet.createTextFinder('apple');
        const next = [1, 2, 3, 4].map(() => finder.findNext()?.getA1Notation());
        return [next, sheet.getRange('B2:D2').createTextFinder('apple').findPrevious()?.getA1Notation()];
      }),
  },
  {
    id: 'sheet-find.replacements-are-counted-by-occurrence',
    isInferred: true,
    expected: [3, 'b-b'],
    run: () =>
      onEnglishTab((sheet) => {
        sheet.getRange('A1:A2').setValues([['a-a'], ['a']]);
        return [sheet.createTextFinder('a').replaceAllWith('b'), sheet.getRange('A1').getValue()];
      }),
  },
  {
    id: 'sheet-find.replaced-text-is-read-as-typed',
    expected: [2, [1, 2, 'x']],
    run: () =>
      onEnglishTab((sheet) => {
        sheet.getRange('A1:A3').setValues([['n$1'], ['N$2'], ['x']]);
        const count = sheet.createTextFinder('n$').replaceAllWith('0');
        return [count, sheet.getRange('A1:A3').getValues().flat()];
      }),
  },
]);

function inFruit<R>(work: (sheet: GoogleAppsScript.Spreadsheet.Sheet) => R): R {
  return onEnglishTab((sheet) => {
    sheet.getRange('B2:D4').setValues([
      ['Apple', 'pineapple', 'apple'],
      ['a.c', 'abc', 'café'],
      [1234.5, new Date(Date.UTC(2026, 10, 21, 9)), '=HYPERLINK("https://example.com/x","shown")'],
    ]);
    sheet.getRange('B4').setNumberFormat('#,##0.00');
    return work(sheet);
  });
}
