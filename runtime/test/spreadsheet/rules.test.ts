import { type Realm, startRealm } from '../harness/realm';

// Sources: platform facts 6.1 and 6.3.
describe('Protection', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  test("somebody else's protection refuses scripts at the flush; a warning does not", async () => {
    realm.spreadsheets.protectFromScripts('sheet-test', 'Sheet1', 'B1:B10');
    await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1').protect().setWarningOnly(true).setDescription('careful');
      sheet.getRange('A1').setValue('x');
    });
    const failing = realm.run(() => void SpreadsheetApp.getActiveSheet().getRange('A2:B2').setValue('x'));
    await expect(failing).rejects.toThrow(
      'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
    );
  });

  // Source: developers.google.com/apps-script/reference/spreadsheet/protection
  test('a protection moves to another range', async () => {
    const protectedNow = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('C1:C2').protect().setDescription('moved').setRange(sheet.getRange('D3'));
      const found = sheet
        .getProtections(SpreadsheetApp.ProtectionType.RANGE)
        .find((one) => one.getDescription() === 'moved');
      return found?.getRange().getA1Notation();
    });
    expect(protectedNow).toBe('D3');
  });

  test('a protected range has its owner among its editors', async () => {
    const editors = await realm.run(() => {
      const protection = SpreadsheetApp.getActiveSheet().getRange('B1').protect();
      return protection
        .addEditor('friend@example.com')
        .getEditors()
        .map((user) => user.getEmail());
    });
    expect(editors).toEqual(['owner@example.com', 'friend@example.com']);
  });

  test("somebody else's protection refuses new looks too", async () => {
    realm.spreadsheets.protectFromScripts('sheet-test', 'Sheet1', 'B1:B10');
    const paint = () => {
      SpreadsheetApp.getActiveSheet().getRange('B1').setBackground('red');
      SpreadsheetApp.flush();
    };
    await expect(realm.run(paint)).rejects.toThrow('You are trying to edit a protected cell or object.');
    const remove = () =>
      SpreadsheetApp.getActiveSheet().getProtections(SpreadsheetApp.ProtectionType.RANGE)[0]?.remove();
    await expect(realm.run(remove)).rejects.toThrow('You are trying to edit a protected cell or object.');
  });

  // developers.google.com/apps-script/reference/spreadsheet/protection#removeEditors(String): the owner cannot be removed.
  test('the owner stays an editor of what the owner protects', async () => {
    const editors = await realm.run(() => {
      const protection = SpreadsheetApp.getActiveSheet().protect().addEditor('ann@example.com');
      return protection
        .removeEditors(protection.getEditors())
        .getEditors()
        .map((user) => user.getEmail());
    });
    expect(editors).toEqual(['owner@example.com']);
  });

  test('a filter tells where it is now', async () => {
    const address = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const filter = sheet.getRange('A1:B2').createFilter();
      sheet.insertRowBefore(1);
      return filter.getRange().getA1Notation();
    });
    expect(address).toBe('A2:B3');
  });
});
