import { openStore } from '../../store';
import { type Realm, startRealm } from '../harness/realm';

const BOOK = 'sheet-test';
const OWNER = 'owner@example.com';

// Source: developers.google.com/apps-script/reference/spreadsheet/spreadsheet; that the owner is among the editors is
// told of nowhere there and met by many.
describe('A shared spreadsheet', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const editors = () =>
    SpreadsheetApp.getActive()
      .getEditors()
      .map((user) => user.getEmail());

  test('names its owner first, then whom the owner shared it with', async () => {
    for (const email of ['ann@example.com', 'ben@example.com', 'ann@example.com', OWNER])
      realm.spreadsheets.share(BOOK, email);
    expect(await realm.run(editors)).toEqual([OWNER, 'ann@example.com', 'ben@example.com']);
  });

  test('has its owner alone as its editor at first, takes others by address or as users, and lets them go', async () => {
    const change = () => {
      const book = SpreadsheetApp.getActive().addEditor('ann@example.com').addEditors(['ben@example.com']);
      const [, ann] = book.getEditors();
      if (ann) book.removeEditor(ann).removeEditor('owner@example.com');
    };
    expect(await realm.runAll([editors], [change], [editors])).toEqual([
      [OWNER],
      null,
      [OWNER, 'ben@example.com'],
    ]);
  });

  test('keeps its editors over a restart', async () => {
    const store = openStore(':memory:');
    const before = startRealm({ store });
    before.spreadsheets.share(BOOK, 'ann@example.com');
    await before.close();
    const after = startRealm({ store });
    expect(await after.run(editors)).toEqual([OWNER, 'ann@example.com']);
    await after.close();
  });

  test('has no other editors where it was stored by a runtime that knew of none', async () => {
    const store = openStore(':memory:');
    const before = startRealm({ store });
    await before.run(() => SpreadsheetApp.getActive().rename('Old'));
    await before.close();
    store.prepare("update spreadsheets set book = json_remove(book, '$.editors')").run();
    const after = startRealm({ store });
    expect(await after.run(editors)).toEqual([OWNER]);
    await after.close();
  });
});
