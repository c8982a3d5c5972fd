import { type Realm, startRealm } from '../harness/realm';

describe('TextFinder', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  test('no text leaves the sheet and the whole search is one call', async () => {
    const { calls } = await realm.execute(() => {
      SpreadsheetApp.getActive().getRange('B1:B1000').createTextFinder('apple').findAll();
    });
    expect(calls).toMatchObject([{ method: 'spreadsheet.find', cells: 1000, bytes: 0, ms: 800 + 300 + 4 }]);
  });
});
