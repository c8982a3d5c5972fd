import {
  type Claim,
  type Json,
  listClaims,
  onEnglishTab,
  REFERENCE,
  REPO_TO_SHEETS,
  SHEETQUERY,
  V8,
  VALUE_INPUT,
} from './case';

const AUTOMATIC = '0.###############';
const THIS_YEAR = new Date().getUTCFullYear();

/** Written to a cell without a format of its own. */
const TEXTS: [typed: string, value: Json, shown?: string, format?: string][] = [
  ['007', 7, '7', AUTOMATIC],
  ['1e3', 1000, '1.00E+03'],
  ['1,234.5', 1234.5, '1,234.50'],
  ['1,23', '1,23'],
  ['50%', 0.5, '50%'],
  ['12.5%', 0.125, '12.50%'],
  ['$5', 5, '$5'],
  ['-$1,000.25', -1000.25, '-$1,000.25'],
  ['(5)', -5, '-5'],
  ['.5', 0.5, '0.5'],
  ['-5', -5, '-5'],
  ['+5', 5, '5'],
  [' 5 ', 5, '5'],
  ['12345678901234567890', 12345678901234567000, '1.23457E+19'],
  ['1e999', '1e999'],
  ['true', true, 'TRUE'],
  ['FALSE', false, 'FALSE'],
  ['yes', 'yes'],
  ["'007", '007', '007', AUTOMATIC],
  ["'=1", '=1'],
  ["''x", "'x"],
  ['1/2', `${THIS_YEAR}-01-02T00:00:00.000Z`, '1/2'],
  ['03-04', `${THIS_YEAR}-03-04T00:00:00.000Z`, '3-4'],
  ['1/2/26', '2026-01-02T00:00:00.000Z', '1/2/2026', 'M/d/yyyy'],
  ['2026-01-02', '2026-01-02T00:00:00.000Z', '2026-01-02', 'yyyy-mm-dd'],
  ['2026-01-02 10:30', '2026-01-02T10:30:00.000Z', '2026-01-02 10:30'],
  ['Jan 2', `${THIS_YEAR}-01-02T00:00:00.000Z`, 'Jan 2'],
  ['January 2, 2025', '2025-01-02T00:00:00.000Z', 'Jan 2, 2025'],
  ['2-Jan-2025', '2025-01-02T00:00:00.000Z'],
  ['19:15', '1899-12-30T19:15:00.000Z', '19:15'],
  ['7:15 PM', '1899-12-30T19:15:00.000Z', '7:15 PM'],
  ['13/13/2026', '13/13/2026'],
  ['2026-02-30', '2026-02-30'],
  ['2026-01-02T10:30:00Z', '2026-01-02T10:30:00Z'],
  ['May be', 'May be'],
  ['CASE-0001', 'CASE-0001'],
  ['-', '-'],
  ['', ''],
  [' ', ' '],
  ['a\r\nb\tc', 'a\nb\tc'],
  ['a\u0000b\u0007', 'ab'],
  ['a\ud800b', 'a\ufffdb'],
  ['a\ud83d\ude00b', 'a\ud83d\ude00b'],
];

/** Live formulas, in plain text cells too. */
const FORMULAS: [typed: string, value: Json, formula: string][] = [
  ['=1+1', 2, '=1+1'],
  ['=2*(3-1)^2/4', 2, '=2*(3-1)^2/4'],
  ['="x"', 'x', '="x"'],
  ['=1/0', '#DIV/0!', '=1/0'],
  ['=HYPERLINK("https://example.com","label")', 'label', '=HYPERLINK("https://example.com","label")'],
  ['=NOSUCH(1)', '#NAME?', '=NOSUCH(1)'],
  ['= ) (', '#ERROR!', '= ) ('],
  ['+1+2', 3, '=+1+2'],
  ['+49 30 1234', '#ERROR!', '=+49 30 1234'],
  ['- milk', '#NAME?', '=- milk'],
  ['@home', '#NAME?', '=@home'],
];

/** Three that somebody has measured; the rest follows from "as if typed". */
const MEASURED = ['007', '1e3', 'true', 'FALSE', '1/2', "'007", "'=1", '=1+1'];

/** Text is parsed as if somebody typed it. */
export const SHEET_TEXT: Claim[] = listClaims(VALUE_INPUT, [
  ...TEXTS.map(([typed, value, shown, format]) => ({
    id: `sheet-text.typed.${JSON.stringify(typed)}`,
    ...sourceOf(typed),
    expected: {
      value,
      formula: '',
      ...(shown !== undefined && { shown }),
      ...(format !== undefined && { format }),
    },
    run: () => pick(written(typed), { shown: shown !== undefined, format: format !== undefined }),
  })),
  ...FORMULAS.map(([typed, value, formula]) => ({
    id: `sheet-text.formula.${JSON.stringify(typed)}`,
    ...sourceOf(typed),
    expected: [
      { value, formula },
      { value, formula },
    ],
    run: () => [pick(written(typed), {}), pick(written(typed, '@'), {})],
  })),
  {
    id: 'sheet-text.plain.keeps-what-is-no-formula',
    source: REPO_TO_SHEETS,
    expected: ['007', '1/2', 'TRUE', '1e3', '50%', '19:15', ' a '],
    run: () => plain(['007', '1/2', 'TRUE', '1e3', '50%', '19:15', ' a ']),
  },
  {
    id: 'sheet-text.plain.apostrophe-protects-the-rest',
    source: REPO_TO_SHEETS,
    expected: ['=1+1', '+1', '-1', '@x', "'x"],
    run: () => plain(["'=1+1", "'+1", "'-1", "'@x", "''x"]),
  },
  {
    id: 'sheet-text.append-row.reads-anew-in-plain-columns',
    source: SHEETQUERY,
    expected: [['1899-12-30T19:15:00.000Z', 7]],
    run: () =>
      onEnglishTab((sheet) => {
        sheet.getRange('A:B').setNumberFormat('@');
        sheet.appendRow(['19:15', '007']);
        return sheet.getDataRange().getValues();
      }),
  },
  {
    id: 'sheet-text.null-and-undefined-empty-a-cell',
    source: V8,
    expected: [true, 0],
    run: () =>
      onEnglishTab((sheet) => {
        const range = sheet.getRange('A1:B1');
        range.setValues([['x', 'y']]);
        SpreadsheetApp.flush();
        range.setValues([[null, undefined]]);
        return [range.isBlank(), sheet.getLastRow()];
      }),
  },
  {
    id: 'sheet-text.number-after-a-date-is-a-date',
    isInferred: true,
    expected: '1899-12-31T00:00:00.000Z',
    run: () => onEnglishTab((sheet) => sheet.getRange('A1').setValue('1/2/2026').setValue(1).getValue()),
  },
  {
    id: 'sheet-text.locale.decides-commas-and-days',
    expected: [[1.5, 1234.5, '2026-01-02T00:00:00.000Z', '2026-05-01T00:00:00.000Z']],
    run: () =>
      onEnglishTab((sheet, spreadsheet) => {
        spreadsheet.setSpreadsheetLocale('de_DE');
        const range = sheet.getRange('A1:D1');
        range.setValues([['1,5', '1.234,5', '2.1.2026', '1.5']]);
        return range.getValues();
      }),
  },
  {
    // By the binary digits of 1.005 it would be 1.00.
    id: 'sheet-text.format.rounds-decimal-digits-and-has-a-part-for-zero',
    isInferred: true,
    expected: ['1.01', 'none', '5.00 €'],
    run: () =>
      onEnglishTab((sheet) => {
        const range = sheet.getRange('A1:C1').setValues([[1.005, 0, 5]]);
        range.setNumberFormats([['0.00', '0;-0;"none"', '0.00 [$€-407]']]);
        return range.getDisplayValues()[0] ?? [];
      }),
  },
  {
    id: 'sheet-text.copy.of-values-leaves-dates-as-numbers',
    source: `${REFERENCE}/spreadsheet/copy-paste-type`,
    isInferred: true,
    expected: 46_024,
    run: () =>
      onEnglishTab((sheet) => {
        sheet.getRange('A1').setValue('1/2/2026').copyTo(sheet.getRange('B1'), { contentsOnly: true });
        return sheet.getRange('B1').getValue();
      }),
  },
  {
    id: 'sheet-text.locale.decides-signs-that-cells-show',
    source: 'measured: https://www.michaelkeutel.de/blog/google-sheets-number-formats/',
    isInferred: true,
    expected: [['1,5', '1.234,50', '12,50%', '02.01.2026', '2,5', '1,5x', '005'], 'dd.MM.yyyy', '#,##0.00'],
    run: () =>
      onEnglishTab((sheet, spreadsheet) => {
        spreadsheet.setSpreadsheetLocale('de_DE');
        const range = sheet.getRange('A1:G1');
        sheet.getRange('B1:C1').setNumberFormats([['#,##0.00', '0.00%']]);
        range.setValues([[1.5, 1234.5, 0.125, '2.1.2026', '=1,5+1', '=1,5&"x"', '=TEXT(5;"000")']]);
        const formats = ['D1', 'B1'].map((a1) => sheet.getRange(a1).getNumberFormat());
        return [range.getDisplayValues()[0], ...formats];
      }),
  },
]);

interface Written {
  value: unknown;
  formula: string;
  shown: string;
  format: string;
}

function written(typed: string, format?: string): Written {
  return onEnglishTab((sheet) => {
    const cell = sheet.getRange('A1');
    if (format) cell.setNumberFormat(format);
    cell.setValues([[typed]]);
    return {
      value: cell.getValue(),
      formula: cell.getFormula(),
      shown: cell.getDisplayValue(),
      format: cell.getNumberFormat(),
    };
  });
}

function pick({ value, formula, ...more }: Written, wanted: { shown?: boolean; format?: boolean }): unknown {
  return {
    value,
    formula,
    ...(wanted.shown && { shown: more.shown }),
    ...(wanted.format && { format: more.format }),
  };
}

function plain(texts: string[]): unknown[] {
  return onEnglishTab((sheet) => {
    const range = sheet.getRange(1, 1, texts.length, 1).setNumberFormat('@');
    range.setValues(texts.map((text) => [text]));
    return range.getValues().flat();
  });
}

function sourceOf(typed: string): Pick<Claim, 'isInferred'> & Partial<Claim> {
  const isMeasured = MEASURED.includes(typed);
  return { isInferred: !isMeasured, ...(isMeasured && { source: REPO_TO_SHEETS }) };
}
