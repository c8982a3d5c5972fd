import {
  errorOf,
  GAS_FAKES,
  INFERRED,
  PUBLIC_SCRIPTS,
  REFERENCE,
  type Sheet,
  tabCasesOf,
  tableOf,
} from './case';

/** Calls that are refused, with what stands in the message. */
const REFUSED: [name: string, call: (sheet: Sheet) => unknown, ...marks: string[]][] = [
  ['no rows', (sheet) => sheet.getRange(1, 1, 0, 1)],
  ['no columns', (sheet) => sheet.getRange(1, 1, 1, 0)],
  ['row 0', (sheet) => sheet.getRange(0, 1)],
  ['row below the grid', (sheet) => sheet.getRange(1001, 1)],
  ['offset beyond the grid', (sheet) => sheet.getRange('A1000').offset(1, 0)],
  ['too many rows of data', (sheet) => sheet.getRange('A1').setValues([[1], [2]]), '2', '1'],
  ['too few columns of data', (sheet) => sheet.getRange('A1:B1').setValues([[1]]), '1', '2'],
  [
    'data without rows',
    (sheet) => sheet.getRange('A1').setValues([1] as never),
    'number[]',
    'SpreadsheetApp.Range.setValues',
  ],
  ['deleting below the grid', (sheet) => sheet.deleteRows(1000, 2)],
  ['inserting below the grid', (sheet) => sheet.insertRowsAfter(1001, 1)],
  ['deleting all rows', (sheet) => sheet.deleteRows(1, 1000)],
  ['freezing all rows', (sheet) => sheet.setFrozenRows(1000)],
  ['11 million cells', (sheet) => sheet.insertRowsAfter(1000, 400_000), '10000000'],
  ['height below the grid', (sheet) => sheet.setRowHeight(1001, 30)],
  ['width beyond the grid', (sheet) => sheet.getColumnWidth(27)],
  ['hiding below the grid', (sheet) => sheet.hideRows(1000, 2)],
];

const ADDRESSES: [address: string, a1: string, rows: number, columns: number][] = [
  ['b2', 'B2', 1, 1],
  ['$D$4:B2', 'B2:D4', 3, 3],
  ['b2:c3', 'B2:C3', 2, 2],
  ['R5C3', 'C5', 1, 1],
  ['r10c5:R1C2', 'B1:E10', 10, 4],
  // An address that leaves an end open stays as it was, and reaches to the border of the grid.
  ['A:A', 'A:A', 1000, 1],
  ['$A:$B', 'A:B', 1000, 2],
  ['D:b', 'B:D', 1000, 3],
  ['5:3', '3:5', 3, 26],
  ['A2:A', 'A2:A', 999, 1],
  ['B3:D', 'B3:D', 998, 3],
  ['A2:2', 'A2:2', 1, 26],
  ['B5:7', 'B5:7', 3, 25],
  ['A1:ZZ', 'A1:Z', 1000, 26],
  ['C:AAB', 'C:Z', 1000, 24],
  ['990:2000', '990:1000', 11, 26],
];

const NO_ADDRESSES = ['B', '7', 'A0', 'A0X', 'A:5', 'A1:', 'A1:B2:C3', '', 'Nowhere!A1'];
const OUTSIDE = ['A1:A1001', 'AA1', 'AA:AB', 'A2000:A'];

const documented = tabCasesOf('sheet-grid', `${REFERENCE}/spreadsheet/sheet`);
const reported = tabCasesOf('sheet-grid', PUBLIC_SCRIPTS);
const measured = tabCasesOf('sheet-grid', GAS_FAKES);

/** The size of the grid, and addresses. */
export const SHEET_GRID = [
  reported('new.has-1000-rows-and-26-columns', [1000, 26, 0, [['']]], (sheet) => [
    sheet.getMaxRows(),
    sheet.getMaxColumns(),
    sheet.getLastRow(),
    sheet.getDataRange().getValues(),
  ]),
  reported(
    'refused',
    tableOf(REFUSED, () => 'Exception'),
    (sheet) =>
      tableOf(REFUSED, ([, call, ...marks]) =>
        errorOf(
          () => {
            call(sheet);
            SpreadsheetApp.flush();
          },
          ...marks,
        ),
      ),
  ),
  measured(
    'addresses',
    tableOf(ADDRESSES, ([, ...range]) => range),
    (sheet) =>
      tableOf(ADDRESSES, ([address]) => {
        const range = sheet.getRange(address);
        return [range.getA1Notation(), range.getNumRows(), range.getNumColumns()];
      }),
  ),
  reported(
    'addresses-that-are-none',
    [...NO_ADDRESSES, ...OUTSIDE].map((address) => [address, 'Exception']),
    (sheet) =>
      [...NO_ADDRESSES, ...OUTSIDE].map((address) => [address, errorOf(() => sheet.getRange(address))]),
  ),
  measured(
    'addresses-and-their-bounds',
    {
      'A5:C10': [true, true, true, true],
      '3:5': [true, true, false, false],
      'B:D': [false, false, true, true],
      'A2:A': [true, false, true, true],
    },
    (sheet) =>
      Object.fromEntries(
        ['A5:C10', '3:5', 'B:D', 'A2:A'].map((address) => {
          const range = sheet.getRange(address);
          const rows = [range.isStartRowBounded(), range.isEndRowBounded()];
          return [address, [...rows, range.isStartColumnBounded(), range.isEndColumnBounded()]];
        }),
      ),
  ),
  tabCasesOf('sheet-grid', INFERRED)(
    'addresses-that-follow-from-an-open-one-have-ends',
    ['B1:B1000', 'A7'],
    (sheet) => {
      const open = sheet.getRange('A:A');
      return [open.offset(0, 1).getA1Notation(), open.getCell(7, 1).getA1Notation()];
    },
  ),
  documented('addresses-with-a-sheet', ['A1', 'A1:B2', 'A:B'], (sheet, spreadsheet) =>
    ['A1', 'A1:B2', 'A:B'].map((a1) => spreadsheet.getRange(`'${sheet.getName()}'!${a1}`).getA1Notation()),
  ),
  documented(
    'new.is-the-active-one',
    true,
    (sheet, spreadsheet) => spreadsheet.getActiveSheet().getSheetId() === sheet.getSheetId(),
  ),
  reported('name.in-another-case-is-taken-and-yet-not-found', [null, 'Exception'], (sheet, spreadsheet) => {
    const name = sheet.getName().toUpperCase();
    const found = spreadsheet.getSheetByName(name);
    return [found, errorOf(() => spreadsheet.deleteSheet(spreadsheet.insertSheet(name)), name)];
  }),
  tabCasesOf('sheet-grid', 'https://github.com/getodk/collect/issues/2918')(
    'name.has-100-characters-at-most',
    [100, 'Exception'],
    (sheet) => [
      sheet.setName('x'.repeat(100)).getName().length,
      errorOf(() => sheet.setName('x'.repeat(101)), '100'),
    ],
  ),
];
