import { openStore } from '../../store';
import { type Realm, startRealm } from '../harness/realm';

describe('A spreadsheet', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  test('everything survives a restart', async () => {
    const store = openStore(':memory:');
    const before = startRealm({ store });
    const write = () => {
      const book = SpreadsheetApp.getActive();
      book.rename('Tools');
      const sheet = book.insertSheet('Items');
      sheet.getRange('A1:C1').setValues([['a', '2026-01-02', '=1+1']]);
      sheet.getRange('A100').setValue('far').setNote('note').setBackground('#123456');
      sheet.setFrozenRows(1);
      sheet.hideRows(5);
      sheet.getRange('A7:A8').shiftRowGroupDepth(1);
      sheet.collapseAllRowGroups();
      sheet.setColumnWidth(2, 240);
      sheet.deleteRows(200, 801);
      book.setNamedRange('far', sheet.getRange('A100'));
      sheet.protect().setWarningOnly(true);
      book.deleteSheet(book.getSheetByName('Sheet1') as GoogleAppsScript.Spreadsheet.Sheet);
    };
    const read = () => {
      const book = SpreadsheetApp.getActive();
      const sheet = book.getSheets()[0] as GoogleAppsScript.Spreadsheet.Sheet;
      const far = book.getRangeByName('far') as GoogleAppsScript.Spreadsheet.Range;
      return [
        [book.getName(), book.getNumSheets(), sheet.getName(), sheet.getMaxRows(), sheet.getFrozenRows()],
        [sheet.getRange('A1:C1').getValues()[0], sheet.getRange('C1').getFormula(), sheet.getLastRow()],
        [
          far.getA1Notation(),
          far.getNote(),
          far.getBackground(),
          [5, 6, 7, 8, 9].map((row) => [sheet.isRowHiddenByUser(row), sheet.getRowGroupDepth(row)]),
          sheet.getColumnWidth(2),
        ],
        sheet
          .getProtections(SpreadsheetApp.ProtectionType.SHEET)
          .map((protection) => protection.isWarningOnly()),
      ];
    };
    const [, expected] = await before.runAll([write], [read]);
    await before.close();
    const after = startRealm({ store });
    expect(await after.run(read)).toEqual(expected);
    expect(expected).toEqual([
      ['Tools', 1, 'Items', 199, 1],
      [['a', '2026-01-02T00:00:00.000Z', 2], '=1+1', 100],
      [
        'A100',
        'note',
        '#123456',
        [
          [true, 0],
          [false, 0],
          [true, 1],
          [true, 1],
          [false, 0],
        ],
        240,
      ],
      [true],
    ]);
    await after.close();
  });

  test('the scope spreadsheets opens it by its id', async () => {
    const wide = startRealm({ scopes: ['spreadsheets'] });
    expect(await wide.run(() => SpreadsheetApp.openById('sheet-test').getName())).toBe(
      'Untitled spreadsheet',
    );
    await wide.close();
  });

  test('without any scope for spreadsheets nothing can be read', async () => {
    const narrow = startRealm({ scopes: [] });
    const reading = narrow.run(() => SpreadsheetApp.getActive().getName());
    await expect(reading).rejects.toThrow(
      'Required permissions: https://www.googleapis.com/auth/spreadsheets.currentonly',
    );
    await narrow.close();
  });

  // Platform facts 11.2.
  test('the ledger has the modelled cost of each call', async () => {
    const { calls } = await realm.execute(() => {
      const sheet = SpreadsheetApp.getActive().getSheetByName('Sheet1') as GoogleAppsScript.Spreadsheet.Sheet;
      sheet.getLastRow();
      sheet.insertRowsAfter(1000, 19_000);
      sheet.getRange('A1:A20000').setValues(Array.from({ length: 20_000 }, () => [1]));
      sheet.getLastRow();
      sheet.getRange('A1:A10000').getValues();
      SpreadsheetApp.flush();
      sheet.appendRow(['x']);
    });
    const rounded = calls.map(({ method, cells, ms }) => [method.split('.')[1], cells, Math.round(ms)]);
    expect(rounded).toEqual([
      ['describe', 0, 810],
      ['describeSheet', 0, 10],
      ['insert', 0, 150],
      ['setValues', 20_000, 786],
      ['describeSheet', 0, 150],
      ['getValues', 10_000, 178],
      ['flush', 0, 0],
      ['appendRow', 1, 110],
    ]);
  });

  test('100,000 cells of a column are read by one call, at their price', async () => {
    await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.insertRowsAfter(1000, 99_000);
      sheet.getRange('A1:A100000').setValues(Array.from({ length: 100_000 }, (_, row) => [`'ITEM-${row}`]));
    });
    const { calls, returned } = await realm.execute(
      () => SpreadsheetApp.getActiveSheet().getRange('A1:A100000').getValues()[99_999],
    );
    expect(returned).toMatchObject({ json: '["ITEM-99999"]' });
    const reads = calls.filter(({ method }) => method === 'spreadsheet.getValues');
    expect(reads).toMatchObject([{ cells: 100_000 }]);
    expect(reads[0]?.ms).toBeLessThan(1_100);
  });
});
