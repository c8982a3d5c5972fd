import { type Realm, startRealm } from '../harness/realm';

// Sources: platform facts 6.1-6.3 and 12.14.
describe('The grid', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const REFUSED: [string, () => void, string][] = [
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
    ['a column alone', () => void SpreadsheetApp.getActiveSheet().getRange('B'), 'Range not found'],
    [
      'a cell beyond the grid',
      () => void SpreadsheetApp.getActiveSheet().getRange('AA1'),
      'The coordinates of the range are outside the dimensions of the sheet.',
    ],
  ];
  test.each(REFUSED)('%s is refused', async (_, snippet, message) => {
    await expect(realm.run(snippet)).rejects.toMatchObject({ name: 'Exception', message });
  });

  test('a named range that is open grows with the grid', async () => {
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

  test('what is not emulated throws by name', async () => {
    const image = realm.run(() => SpreadsheetApp.getActiveSheet().insertImage('https://a.example', 1, 1));
    await expect(image).rejects.toThrow('Sheet.insertImage exists on Google, and is not emulated here.');
  });
});
