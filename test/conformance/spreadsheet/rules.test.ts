import { type Realm, startRealm } from '../../harness/realm';

// Sources: platform facts 6.1 (validation, protection), 6.3; .../reference/spreadsheet/data-validation-builder.
describe('Validation and protection', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  type Build = (builder: GoogleAppsScript.Spreadsheet.DataValidationBuilder) => unknown;
  const RULES: [rule: string, build: Build, accepted: unknown, refused: unknown][] = [
    ['a list', (b) => b.requireValueInList(['Open', 'Closed']), 'Open', 'open'],
    ['a checkbox', (b) => b.requireCheckbox(), true, 'yes'],
    ['a number between', (b) => b.requireNumberBetween(1, 5), 5, 6],
    ['a number above', (b) => b.requireNumberGreaterThan(0), 0.5, 'many'],
    ['a date', (b) => b.requireDate(), '1/2/2026', 'soon'],
    ['a date after', (b) => b.requireDateAfter(new Date(0)), '1/2/2026', '1/2/1960'],
    ['text with', (b) => b.requireTextContains('A'), 'bab', 'bob'],
    ['an email', (b) => b.requireTextIsEmail(), 'a@b.co', 'a at b'],
    [
      'a value of a range',
      (b) => b.requireValueInRange(SpreadsheetApp.getActive().getRange('D1:D2')),
      'x',
      'z',
    ],
  ];
  test.each(RULES)(
    'a strict rule of %s takes %#: what fits and refuses what does not',
    async (_, build, fits, odd) => {
      const source = `(value) => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet.getRange('D1:D2').setValues([['x'], ['y']]);
      const builder = SpreadsheetApp.newDataValidation();
      (${build})(builder);
      sheet.getRange('F1').setDataValidation(builder.setAllowInvalid(false).build());
      SpreadsheetApp.flush();
      sheet.getRange('F1').setValue(value);
      SpreadsheetApp.flush();
    }`;
      const write = { toString: () => source } as unknown as (value: unknown) => void;
      await realm.run(write, fits);
      await expect(realm.run(write, odd)).rejects.toThrow(
        'The data you entered in cell F1 violates the data validation rules set on this cell.',
      );
    },
  );

  test('a list says what it takes, at the flush and not before', async () => {
    const failing = realm.run(() => {
      const cell = SpreadsheetApp.getActiveSheet().getRange('A1');
      const list = SpreadsheetApp.newDataValidation().requireValueInList(['Open', 'Closed']);
      cell.setDataValidation(list.setAllowInvalid(false).build()).setValue('Gone');
      console.log('written');
      return cell.getValue();
    });
    await expect(failing).rejects.toThrow('Please enter one of the following values: Open, Closed.');
    expect(realm.runtime.executions.at(-1)?.log).toEqual([{ level: 'log', text: 'written' }]);
  });

  test('a rule that allows invalid data, the default, refuses nothing', async () => {
    const value = await realm.run(() => {
      const cell = SpreadsheetApp.getActiveSheet().getRange('A1');
      cell.setDataValidation(SpreadsheetApp.newDataValidation().requireValueInList(['Open']).build());
      return cell.setValue('Gone').getValue();
    });
    expect(value).toBe('Gone');
  });

  test('a rule can be read back', async () => {
    const facts = await realm.run(() => {
      const cell = SpreadsheetApp.getActiveSheet().getRange('A1');
      const builder = SpreadsheetApp.newDataValidation().requireDateAfter(new Date(0)).setHelpText('later');
      const rule = cell.setDataValidation(builder.build()).getDataValidation();
      return [
        rule?.getCriteriaType(),
        rule?.getCriteriaValues()[0].getTime(),
        rule?.getAllowInvalid(),
        rule?.getHelpText(),
      ];
    });
    expect(facts).toEqual(['DATE_AFTER', 0, true, 'later']);
  });

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

  test('protections can be listed, described and removed', async () => {
    const facts = await realm.run(() => {
      const sheet = SpreadsheetApp.getActiveSheet();
      sheet
        .protect()
        .setDescription('all')
        .setUnprotectedRanges([sheet.getRange('A1')]);
      sheet.getRange('B1').protect().addEditor('friend@example.com');
      const { RANGE, SHEET } = SpreadsheetApp.ProtectionType;
      const [whole] = sheet.getProtections(SHEET);
      const [range] = sheet.getProtections(RANGE);
      const editors = range?.getEditors().map((user) => user.getEmail());
      range?.remove();
      return [
        whole?.getDescription(),
        whole?.getUnprotectedRanges()[0]?.getA1Notation(),
        editors,
        sheet.getProtections(RANGE).length,
      ];
    });
    expect(facts).toEqual(['all', 'A1', ['owner@example.com', 'friend@example.com'], 0]);
  });
});
