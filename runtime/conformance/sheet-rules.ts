import { errorOf, PUBLIC_SCRIPTS, REFERENCE, type Sheet, tabCasesOf, tableOf } from './case';

type Builder = GoogleAppsScript.Spreadsheet.DataValidationBuilder;
type Rule = (builder: Builder, sheet: Sheet) => Builder;

const RULES: [name: string, rule: Rule, fits: unknown, violates: unknown][] = [
  ['list', (rule) => rule.requireValueInList(['Open', 'Closed']), 'Open', 'open'],
  ['checkbox', (rule) => rule.requireCheckbox(), true, 'yes'],
  ['number between', (rule) => rule.requireNumberBetween(1, 5), 5, 6],
  ['number above', (rule) => rule.requireNumberGreaterThan(0), 0.5, 'many'],
  ['date', (rule) => rule.requireDate(), '1/2/2026', 'soon'],
  ['date after', (rule) => rule.requireDateAfter(new Date(0)), '1/2/2026', '1/2/1960'],
  ['text with', (rule) => rule.requireTextContains('A'), 'bab', 'bob'],
  ['email', (rule) => rule.requireTextIsEmail(), 'a@b.co', 'a at b'],
  ['value of a range', (rule, sheet) => rule.requireValueInRange(sheet.getRange('D1:D2')), 'x', 'z'],
];

const documented = tabCasesOf('sheet-rules', `${REFERENCE}/spreadsheet/data-validation-builder`);
const ofProtections = tabCasesOf('sheet-rules', `${REFERENCE}/spreadsheet/protection`);

/** Data validation and protection. */
export const SHEET_RULES = [
  tabCasesOf('sheet-rules', PUBLIC_SCRIPTS)(
    'strict.refuses-at-the-flush-and-names-the-cell',
    tableOf(RULES, () => ['no error', 'no error', 'no error', 'Exception']),
    (sheet) => {
      sheet.getRange('D1:D2').setValues([['x'], ['y']]);
      return tableOf(RULES, ([, rule, fits, violates]) => {
        const built = rule(SpreadsheetApp.newDataValidation(), sheet).setAllowInvalid(false).build();
        const cell = sheet.getRange('F1').clear().clearDataValidations().setDataValidation(built);
        SpreadsheetApp.flush();
        return [fits, violates].flatMap((value) => [
          errorOf(() => cell.setValue(value)),
          errorOf(() => SpreadsheetApp.flush(), 'F1'),
        ]);
      });
    },
  ),
  documented('lenient.is-the-default-and-refuses-nothing', 'Gone', (sheet) => {
    const list = SpreadsheetApp.newDataValidation().requireValueInList(['Open']).build();
    return sheet.getRange('A1').setDataValidation(list).setValue('Gone').getValue();
  }),
  documented('rule.can-be-read-back', ['DATE_AFTER', 0, true, 'later'], (sheet) => {
    const after = SpreadsheetApp.newDataValidation().requireDateAfter(new Date(0)).setHelpText('later');
    const rule = sheet.getRange('A1').setDataValidation(after.build()).getDataValidation();
    const date = rule?.getCriteriaValues()[0].getTime();
    return [String(rule?.getCriteriaType()), date, rule?.getAllowInvalid(), rule?.getHelpText()];
  }),
  ofProtections('protection.warning-stops-no-script', 'x', (sheet) => {
    sheet.getRange('A1').protect().setWarningOnly(true).setDescription('careful');
    return sheet.getRange('A1').setValue('x').getValue();
  }),
  ofProtections('protection.can-be-described-moved-and-removed', ['all', 'A1', 'D3', 1, 0], (sheet) => {
    const { RANGE, SHEET } = SpreadsheetApp.ProtectionType;
    const free = sheet.getRange('A1');
    sheet.protect().setDescription('all').setUnprotectedRanges([free]);
    sheet.getRange('B1').protect().setRange(sheet.getRange('D3'));
    const [whole] = sheet.getProtections(SHEET);
    const ranges = sheet.getProtections(RANGE);
    const moved = ranges[0]?.getRange().getA1Notation();
    ranges[0]?.remove();
    const unprotected = whole?.getUnprotectedRanges()[0]?.getA1Notation();
    return [whole?.getDescription(), unprotected, moved, ranges.length, sheet.getProtections(RANGE).length];
  }),
];
