import { type Realm, startRealm } from '../../harness/realm';

// Sources: platform facts 6.1-6.3 and 12.14.
describe('The grid', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  test('a new sheet has 1000 rows, 26 columns and no last row', async () => {
    const facts = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      return [
        sheet.getName(),
        sheet.getMaxRows(),
        sheet.getMaxColumns(),
        sheet.getLastRow(),
        sheet.getDataRange().getValues(),
      ];
    });
    expect(facts).toEqual(['Sheet1', 1000, 26, 0, [['']]]);
  });

  const REFUSED: [string, () => void, string][] = [
    [
      'no rows',
      () => SpreadsheetApp.getActiveSheet().getRange(1, 1, 0, 1),
      'The number of rows in the range must be at least 1.',
    ],
    [
      'no columns',
      () => SpreadsheetApp.getActiveSheet().getRange(1, 1, 1, 0),
      'The number of columns in the range must be at least 1.',
    ],
    [
      'a row 0',
      () => SpreadsheetApp.getActiveSheet().getRange(0, 1),
      'The starting row of the range is too small.',
    ],
    [
      'a row below the grid',
      () => SpreadsheetApp.getActiveSheet().getRange(1001, 1),
      'The coordinates of the range are outside the dimensions of the sheet.',
    ],
    [
      'a column beyond the grid',
      () => SpreadsheetApp.getActiveSheet().getRange('AA1'),
      'The coordinates of the range are outside the dimensions of the sheet.',
    ],
    [
      'an offset beyond the grid',
      () => SpreadsheetApp.getActiveSheet().getRange('A1000').offset(1, 0),
      'The coordinates of the range are outside the dimensions of the sheet.',
    ],
    ['no address', () => SpreadsheetApp.getActiveSheet().getRange('A0X'), 'Range not found'],
    [
      'too many rows of data',
      () =>
        SpreadsheetApp.getActiveSheet()
          .getRange('A1')
          .setValues([[1], [2]]),
      'The number of rows in the data does not match the number of rows in the range. The data has 2 but the range has 1.',
    ],
    [
      'too few columns of data',
      () =>
        SpreadsheetApp.getActiveSheet()
          .getRange('A1:B1')
          .setValues([[1]]),
      'The number of columns in the data does not match the number of columns in the range. The data has 1 but the range has 2.',
    ],
    [
      'data without rows',
      () =>
        SpreadsheetApp.getActiveSheet()
          .getRange('A1')
          .setValues([1] as never),
      "The parameters (number[]) don't match the method signature for SpreadsheetApp.Range.setValues.",
    ],
    [
      'deleting rows below the grid',
      () => SpreadsheetApp.getActiveSheet().deleteRows(1000, 2),
      'Those rows are out of bounds.',
    ],
    [
      'inserting below the grid',
      () => SpreadsheetApp.getActiveSheet().insertRowsAfter(1001, 1),
      'Those rows are out of bounds.',
    ],
    [
      'deleting all rows',
      () => SpreadsheetApp.getActiveSheet().deleteRows(1, 1000),
      'It is not possible to delete all non-frozen rows.',
    ],
    [
      'deleting the last sheet',
      () => SpreadsheetApp.getActive().deleteSheet(SpreadsheetApp.getActiveSheet()),
      "You can't remove all the sheets in a document.",
    ],
    [
      'hiding the last visible sheet',
      () => void SpreadsheetApp.getActiveSheet().hideSheet(),
      "You can't hide all the sheets in a document.",
    ],
    [
      'a sheet of a name that is taken',
      () => void SpreadsheetApp.getActive().insertSheet('sheet1'),
      'A sheet with the name "sheet1" already exists. Please enter another name.',
    ],
    [
      'freezing all rows',
      () => SpreadsheetApp.getActiveSheet().setFrozenRows(1000),
      "You can't freeze all visible rows on the sheet.",
    ],
    [
      '11 million cells',
      () => SpreadsheetApp.getActiveSheet().insertRowsAfter(1000, 400_000),
      'This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
    ],
  ];
  test.each(REFUSED)('%s is refused', async (_, snippet, message) => {
    await expect(realm.run(snippet)).rejects.toMatchObject({ name: 'Exception', message });
  });

  const ADDRESSES: [string, string][] = [
    ['B2', 'B2'],
    ['$B$2:D4', 'B2:D4'],
    ['D4:B2', 'B2:D4'],
    ['A2:A', 'A2:A1000'],
    ['C:C', 'C1:C1000'],
    ['3:4', 'A3:Z4'],
    ["'Sheet1'!A1", 'A1'],
    ['Sheet1!A1:B', 'A1:B1000'],
  ];
  test.each(ADDRESSES)('%s is %s', async (address, expected) => {
    const snippet = (a1: string) => SpreadsheetApp.getActive().getRange(a1).getA1Notation();
    expect(await realm.run(snippet, address)).toBe(expected);
  });

  test('appendRow makes room, setValues does not', async () => {
    const rows = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.deleteRows(3, 998);
      for (const text of ['a', 'b', 'c']) sheet.appendRow([text]);
      return [sheet.getMaxRows(), sheet.getLastRow(), sheet.getRange('A3').getValue()];
    });
    expect(rows).toEqual([3, 3, 'c']);
  });

  test('inserted, deleted and moved rows take names, protections, formats and notes along', async () => {
    const after = await realm.run(() => {
      const book = SpreadsheetApp.getActive();
      const sheet = book.getActiveSheet();
      sheet.getRange('A1:A5').setValues([[1], [2], [3], [4], [5]]);
      sheet.getRange('A3').setNote('three').setNumberFormat('0.00').setFontWeight('bold');
      book.setNamedRange('third', sheet.getRange('A3'));
      sheet.getRange('A3:A4').protect();
      sheet.insertRowsBefore(2, 2);
      const address = () => book.getRangeByName('third')?.getA1Notation();
      const seen = [address()];
      sheet.deleteRow(1);
      seen.push(address());
      sheet.moveRows(sheet.getRange('A4'), 1);
      seen.push(address());
      const protectedRange = sheet.getProtections(SpreadsheetApp.ProtectionType.RANGE)[0]?.getRange();
      const cell = sheet.getRange('A1');
      return [
        seen,
        protectedRange?.getA1Notation(),
        cell.getNote(),
        cell.getDisplayValue(),
        cell.getFontWeight(),
      ];
    });
    expect(after).toEqual([['A5', 'A4', 'A1'], 'A5', 'three', '3.00', 'bold']);
  });

  test('inserted and moved columns shift cells', async () => {
    const rows = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1:C1').setValues([['a', 'b', 'c']]);
      sheet.setColumnWidth(2, 300);
      sheet.insertColumnBefore(2);
      const inserted = sheet.getDataRange().getValues()[0];
      sheet.moveColumns(sheet.getRange('D:D'), 1);
      sheet.deleteColumn(3);
      return [inserted, sheet.getDataRange().getValues()[0], sheet.getColumnWidth(3), sheet.getMaxColumns()];
    });
    expect(rows).toEqual([['a', '', 'b', 'c'], ['c', 'a', 'b'], 300, 26]);
  });

  test('rows inserted below look like the row above and say nothing', async () => {
    const row = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1').setNumberFormat('@').setValue('x').setNote('note');
      sheet.insertRowAfter(1);
      const cell = sheet.getRange('A2');
      return [cell.getNumberFormat(), cell.getValue(), cell.getNote()];
    });
    expect(row).toEqual(['@', '', '']);
  });

  test('a sort moves cells whole: numbers, then text, then booleans, empty cells last', async () => {
    const sorted = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1:B6').setValues([
        ['head', 1],
        ['b', 2],
        [true, 3],
        ['', 4],
        [10, 5],
        ['A', 6],
      ]);
      sheet.getRange('A5').setBackground('#ff0000');
      sheet.setFrozenRows(1);
      sheet.sort(1);
      const up = sheet.getRange('B1:B6').getValues().flat();
      sheet.sort(1, false);
      return [up, sheet.getRange('B1:B6').getValues().flat(), sheet.getRange('A5').getBackground()];
    });
    expect(sorted).toEqual([[1, 5, 6, 2, 3, 4], [1, 3, 2, 6, 5, 4], '#ff0000']);
  });

  test('insertCheckboxes writes FALSE, so that the column counts as content', async () => {
    const snippet = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A:A').insertCheckboxes();
      return [sheet.getLastRow(), sheet.getRange('A1').getValue(), sheet.getRange('A1').isChecked()];
    };
    expect(await realm.run(snippet)).toEqual([1000, false, false]);
  });

  test('a new sheet becomes the active one', async () => {
    const snippet = () => {
      const book = SpreadsheetApp.getActive();
      book.insertSheet('Two');
      const names = book.getSheets().map((sheet) => sheet.getName());
      return [book.getActiveSheet().getName(), names, book.getSheetByName('two')];
    };
    expect(await realm.run(snippet)).toEqual(['Two', ['Sheet1', 'Two'], null]);
  });

  test('what is not emulated throws by name', async () => {
    const chart = realm.run(() => SpreadsheetApp.getActiveSheet().newChart());
    await expect(chart).rejects.toThrow('Sheet.newChart is not emulated by the local runtime.');
  });
});
