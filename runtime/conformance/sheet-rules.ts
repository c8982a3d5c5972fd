import {
  type Claim,
  listClaims,
  onEnglishTab,
  onScratchTab,
  PUBLIC_SCRIPTS,
  REFERENCE,
  refusal,
} from './case';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Builder = GoogleAppsScript.Spreadsheet.DataValidationBuilder;

const VIOLATES =
  'Exception: The data you entered in cell F1 violates the data validation rules set on this cell.';

const RULES: [
  name: string,
  rule: (builder: Builder, sheet: Sheet) => Builder,
  fits: unknown,
  violates: unknown,
][] = [
  ['list', (rule) => rule.requireValueInList(['Open', 'Closed']), 'Open', 'open'],
  ['checkbox', (rule) => rule.requireCheckbox(), true, 'yes'],
  ['number-between', (rule) => rule.requireNumberBetween(1, 5), 5, 6],
  ['number-above', (rule) => rule.requireNumberGreaterThan(0), 0.5, 'many'],
  ['date', (rule) => rule.requireDate(), '1/2/2026', 'soon'],
  ['date-after', (rule) => rule.requireDateAfter(new Date(0)), '1/2/2026', '1/2/1960'],
  ['text-with', (rule) => rule.requireTextContains('A'), 'bab', 'bob'],
  ['email', (rule) => rule.requireTextIsEmail(), 'a@b.co', 'a at b'],
  ['value-of-a-range', (rule, sheet) => rule.requireValueInRange(sheet.getRange('D1:D2')), 'x', 'z'],
];

/** Data validation and protection. */
export const SHEET_RULES: Claim[] = listClaims(`${REFERENCE}/spreadsheet/data-validation-builder`, [
  ...RULES.map(([name, rule, fits, violates]) => ({
    id: `sheet-rules.strict.${name}`,
    source: PUBLIC_SCRIPTS,
    expected: ['not refused', VIOLATES],
    run: () =>
      onEnglishTab((sheet) => {
        sheet.getRange('D1:D2').setValues([['x'], ['y']]);
        const built = rule(SpreadsheetApp.newDataValidation(), sheet).setAllowInvalid(false).build();
        const cell = sheet.getRange('F1').setDataValidation(built);
        SpreadsheetApp.flush();
        return [fits, violates].map((value) => firstSentence(refusal(() => writeNow(cell, value))));
      }),
  })),
  {
    id: 'sheet-rules.strict.list-says-what-it-takes-at-the-flush',
    source: PUBLIC_SCRIPTS,
    expected: ['not refused', `${VIOLATES} Please enter one of the following values: Open, Closed.`],
    run: () =>
      onScratchTab((sheet) => {
        const list = SpreadsheetApp.newDataValidation().requireValueInList(['Open', 'Closed']);
        const cell = sheet.getRange('F1').setDataValidation(list.setAllowInvalid(false).build());
        SpreadsheetApp.flush();
        return [refusal(() => cell.setValue('Gone')), refusal(() => SpreadsheetApp.flush())];
      }),
  },
  {
    id: 'sheet-rules.lenient.is-the-default-and-refuses-nothing',
    expected: 'Gone',
    run: () =>
      onScratchTab((sheet) => {
        const list = SpreadsheetApp.newDataValidation().requireValueInList(['Open']).build();
        return sheet.getRange('A1').setDataValidation(list).setValue('Gone').getValue();
      }),
  },
  {
    id: 'sheet-rules.rule.can-be-read-back',
    expected: ['DATE_AFTER', 0, true, 'later'],
    run: () =>
      onEnglishTab((sheet) => {
        const after = SpreadsheetApp.newDataValidation().requireDateAfter(new Date(0)).setHelpText('later');
        const rule = sheet.getRange('A1').setDataValidation(after.build()).getDataValidation();
        return [
          String(rule?.getCriteriaType()),
          rule?.getCriteriaValues()[0].getTime(),
          rule?.getAllowInvalid(),
          rule?.getHelpText(),
        ];
      }),
  },
  {
    id: 'sheet-rules.protection.warning-stops-no-script',
    source: `${REFERENCE}/spreadsheet/protection`,
    expected: 'x',
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1').protect().setWarningOnly(true).setDescription('careful');
        return sheet.getRange('A1').setValue('x').getValue();
      }),
  },
  {
    id: 'sheet-rules.protection.can-be-described-and-removed',
    source: `${REFERENCE}/spreadsheet/protection`,
    expected: ['all', 'A1', 1, 0],
    run: () => onScratchTab(describeProtections),
  },
]);

function writeNow(cell: GoogleAppsScript.Spreadsheet.Range, value: unknown): void {
  cell.setValue(value);
  SpreadsheetApp.flush();
}

/** The rest of the message describes the rule, differently for each. */
function firstSentence(text: string): string {
  return text.replace(/(on this cell\.).*/, '$1');
}

function describeProtections(sheet: Sheet): unknown {
  const { RANGE, SHEET } = SpreadsheetApp.ProtectionType;
  sheet
    .protect()
    .setDescription('all')
    .setUnprotectedRanges([sheet.getRange('A1')]);
  sheet.getRange('B1').protect();
  const [whole] = sheet.getProtections(SHEET);
  const ranges = sheet.getProtections(RANGE);
  ranges[0]?.remove();
  return [
    whole?.getDescription(),
    whole?.getUnprotectedRanges()[0]?.getA1Notation(),
    ranges.length,
    sheet.getProtections(RANGE).length,
  ];
}
