import { type Realm, startRealm } from '../harness/realm';

// Sources: developers.google.com/apps-script/reference/spreadsheet/range#isEndRowBounded(), and the tests of
// github.com/brucemcpherson/gas-fakes, which are written against Google.
describe('An address', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  const read = (address: string) => {
    const range = SpreadsheetApp.getActiveSheet().getRange(address);
    return [range.getA1Notation(), range.getNumRows(), range.getNumColumns()];
  };

  const READ: [address: string, a1: string, rows: number, columns: number][] = [
    ['b2', 'B2', 1, 1],
    ['$D$4:B2', 'B2:D4', 3, 3],
    ['A:A', 'A:A', 1000, 1],
    ['D:b', 'B:D', 1000, 3],
    ['3:5', '3:5', 3, 26],
    ['A2:A', 'A2:A', 999, 1],
    ['A2:2', 'A2:2', 1, 26],
    ['B5:7', 'B5:7', 3, 25],
    ['A1:ZZ', 'A1:Z', 1000, 26],
    ['C:AAB', 'C:Z', 1000, 24],
    ['990:2000', '990:1000', 11, 26],
    ['Sheet1!A:B', 'A:B', 1000, 2],
    ["'Sheet1'!A1", 'A1', 1, 1],
    ['R5C3', 'C5', 1, 1],
    ['r10c5:R1C2', 'B1:E10', 10, 4],
  ];
  const readAll = (addresses: readonly string[]) =>
    realm.runEach(
      read,
      addresses.map((address): [string] => [address]),
    );

  test('is read as Google reads it', async () => {
    const ranges = await readAll(READ.map(([address]) => address));
    expect(ranges.map((range, at) => [READ[at]?.[0], ...(range as unknown[])])).toEqual(READ);
  });

  const OUTSIDE = 'The coordinates of the range are outside the dimensions of the sheet.';
  const REFUSED: [address: string, message: string][] = [
    ['B', 'Range not found'],
    ['7', 'Range not found'],
    ['A0', 'Range not found'],
    ['A:5', 'Range not found'],
    ['A1:', 'Range not found'],
    ['A1:B2:C3', 'Range not found'],
    ['', 'Range not found'],
    ['Nowhere!A1', 'Range not found'],
    ['A1:A1001', OUTSIDE],
    ['AA1', OUTSIDE],
    ['AA:AB', OUTSIDE],
    ['A2000:A', OUTSIDE],
    ['A:A5', 'The address A:A5 is not emulated here.'],
  ];

  test('that is none, or lies outside of the sheet, is refused', async () => {
    const told = await readAll(REFUSED.map(([address]) => address));
    expect(told.map((error, at) => [REFUSED[at]?.[0], error])).toEqual(
      REFUSED.map(([address, message]) => [address, expect.stringContaining(message)]),
    );
  });

  test('of a named range that is open grows with the grid', async () => {
    const rows = await realm.run(() => {
      const book = SpreadsheetApp.getActive();
      const sheet = book.insertSheet('Growing');
      book.setNamedRange('all', sheet.getRange('A2:A'));
      sheet.insertRowsAfter(1000, 5);
      sheet.deleteRows(2, 3);
      return [book.getRangeByName('all')?.getA1Notation(), sheet.getRange('all').getNumRows()];
    });
    expect(rows).toEqual(['A2:A', 1001]);
  });
});
