import { type Realm, startRealm } from '../harness/realm';
import { expectFacts, type SheetFact } from './sheet-facts';

// Sources: platform facts 6.1 and 6.3.
describe('Protections and rules', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  test("somebody else's protection refuses values and looks at the flush, and to be removed; a warning does not", async () => {
    realm.spreadsheets.protectFromScripts('sheet-test', 'Sheet1', 'B1:B10');
    const write = () => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('A1').protect().setWarningOnly(true).setDescription('careful');
      sheet.getRange('A1').setValue('x');
      SpreadsheetApp.flush();
    };
    const paint = () => {
      SpreadsheetApp.getActiveSheet().getRange('B1').setBackground('red');
      SpreadsheetApp.flush();
    };
    const remove = () =>
      SpreadsheetApp.getActiveSheet()
        .getProtections(SpreadsheetApp.ProtectionType.RANGE)
        .find((one) => one.getRange().getA1Notation() === 'B1:B10')
        ?.remove();
    const refused = expect.stringContaining('You are trying to edit a protected cell or object.');
    expect(await realm.runAll([write], [paint], [remove])).toEqual([null, refused, refused]);
    const failing = realm.run(() => void SpreadsheetApp.getActiveSheet().getRange('A2:B2').setValue('x'));
    await expect(failing).rejects.toThrow(
      'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
    );
  });

  const FACTS: readonly SheetFact[] = [
    [
      'a protected range has its owner among its editors',
      () => {
        const protection = SpreadsheetApp.getActiveSheet().getRange('B1').protect();
        return protection
          .addEditor('friend@example.com')
          .getEditors()
          .map((user) => user.getEmail());
      },
      ['owner@example.com', 'friend@example.com'],
    ],
    // developers.google.com/apps-script/reference/spreadsheet/protection#removeEditors(String): the owner cannot be removed.
    [
      'the owner stays an editor of what the owner protects',
      () => {
        const protection = SpreadsheetApp.getActiveSheet().protect().addEditor('ann@example.com');
        return protection
          .removeEditors(protection.getEditors())
          .getEditors()
          .map((user) => user.getEmail());
      },
      ['owner@example.com'],
    ],
    [
      'a filter tells where it is now',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        const filter = sheet.getRange('A1:B2').createFilter();
        sheet.insertRowBefore(1);
        return filter.getRange().getA1Notation();
      },
      'A2:B3',
    ],
    // Inferred: what follows rows and columns does as named ranges and formulas do.
    [
      'a rule follows the cells that it lists',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        const rule = SpreadsheetApp.newDataValidation().requireValueInRange(sheet.getRange('C1:C3')).build();
        sheet.getRange('A5').setDataValidation(rule);
        sheet.insertRowBefore(1);
        const [range] = sheet.getRange('A6').getDataValidation()?.getCriteriaValues() ?? [];
        return range.getA1Notation();
      },
      'C2:C4',
    ],
    [
      'a list that is deleted is refused by name',
      () => {
        const sheet = SpreadsheetApp.getActiveSheet();
        const rule = SpreadsheetApp.newDataValidation().requireValueInRange(sheet.getRange('C1:C3')).build();
        sheet.getRange('A5').setDataValidation(rule);
        sheet.deleteColumn(3);
      },
      expect.stringContaining('Sheet.deleteColumns of the cells that a data validation rule lists'),
    ],
    [
      'the formula of a conditional format follows, and so do the criteria of a filter',
      () => {
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
      },
      [['B3:C6'], ['=$C3>5'], [true, false]],
    ],
  ];

  test('tell whom they let in and where they are now', async () => {
    await expectFacts(realm, FACTS);
  });
});
