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

// Inferred: they follow as named ranges and formulas do.
describe('When a row or column comes in front', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  test('a rule follows the cells that it lists', async () => {
    const listed = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const rule = SpreadsheetApp.newDataValidation().requireValueInRange(sheet.getRange('C1:C3')).build();
      sheet.getRange('A5').setDataValidation(rule);
      sheet.insertRowBefore(1);
      const [range] = sheet.getRange('A6').getDataValidation()?.getCriteriaValues() ?? [];
      return range.getA1Notation();
    });
    expect(listed).toBe('C2:C4');
  });

  test('a list that is deleted is refused by name', async () => {
    const remove = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const rule = SpreadsheetApp.newDataValidation().requireValueInRange(sheet.getRange('C1:C3')).build();
      sheet.getRange('A5').setDataValidation(rule);
      sheet.deleteColumn(3);
    };
    await expect(realm.run(remove)).rejects.toThrow(
      'Sheet.deleteColumns of the cells that a data validation rule lists',
    );
  });

  test('the formula of a conditional format follows, and so do the criteria of a filter', async () => {
    const moved = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      const rule = SpreadsheetApp.newConditionalFormatRule().whenFormulaSatisfied('=$B2>5').setBold(true);
      sheet.setConditionalFormatRules([rule.setRanges([sheet.getRange('A2:B5')]).build()]);
      const filter = sheet.getRange('A1:B5').createFilter();
      filter.setColumnFilterCriteria(2, SpreadsheetApp.newFilterCriteria().whenCellEmpty().build());
      sheet.insertRowBefore(1).insertColumnBefore(1);
      const [first] = sheet.getConditionalFormatRules();
      const columns = [2, 3].map((column) => sheet.getFilter()?.getColumnFilterCriteria(column) === null);
      const values = first?.getBooleanCondition()?.getCriteriaValues();
      return [first?.getRanges().map((range) => range.getA1Notation()), values, columns];
    });
    expect(moved).toEqual([['B3:C6'], ['=$C3>5'], [true, false]]);
  });
});
