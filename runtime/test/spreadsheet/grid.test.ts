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
  ];
  test.each(REFUSED)('%s is refused', async (_, snippet, message) => {
    await expect(realm.run(snippet)).rejects.toMatchObject({ name: 'Exception', message });
  });

  test('a new sheet is the last one, and the active one', async () => {
    const snippet = () => {
      const book = SpreadsheetApp.getActive();
      book.insertSheet('Two');
      const names = book.getSheets().map((sheet) => sheet.getName());
      return [book.getActiveSheet().getName(), names];
    };
    expect(await realm.run(snippet)).toEqual(['Two', ['Sheet1', 'Two']]);
  });

  test('what is not emulated throws by name', async () => {
    const chart = realm.run(() => SpreadsheetApp.getActiveSheet().newChart());
    await expect(chart).rejects.toThrow('Sheet.newChart exists on Google, and is not emulated here.');
  });
});
