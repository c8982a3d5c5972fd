import {
  GAS_FAKES,
  INFERRED,
  type Json,
  REFERENCE,
  REPO_TO_SHEETS,
  type Sheet,
  tabCasesOf,
  tableOf,
} from './case';

const AUTOMATIC = '0.###############';
const THIS_YEAR = new Date().getUTCFullYear();

/** Written to a cell without a format of its own: the value, then what the cell shows, then the format that it gets. */
const TEXTS: [typed: string, value: Json, ...shown: string[]][] = [
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

/** Texts that a cell shows in the locale of its spreadsheet. */
const SHOWN: [locale: string, value: string | number | boolean, format: string | null, text: string][] = [
  ['de_DE', 1.5, null, '1,5'],
  ['de_DE', 1e20, null, '1E+20'],
  ['de_DE', 1.5e20, null, '1,5E+20'],
  ['de_DE', 1234.5, '#,##0.00', '1.234,50'],
  ['de_DE', 1234567, '#,##0', '1.234.567'],
  ['de_DE', 0.125, '0.00%', '12,50%'],
  ['de_DE', -2.5, '"a.b" 0.0', '-a.b 2,5'],
  ['de_DE', '1,5', null, '1,5'],
  ['de_DE', '2.1.2026', null, '02.01.2026'],
  ['de_DE', '2026-01-02', null, '2026-01-02'],
  ['de_DE', '=1,5+1', null, '2,5'],
  ['de_DE', '=1,5&"x"', null, '1,5x'],
  ['de_DE', '=TEXT(5;"000")', null, '005'],
  ['fr_FR', 1.5, null, '1,5'],
  ['fr_FR', 123, '#,##0.00', '123,00'],
  ['ja_JP', 1234.5, '#,##0.00', '1,234.50'],
  ['es_MX', 1.5, null, '1.5'],
  ['es_ES', 1.5, null, '1,5'],
  ['en_GB', true, null, 'TRUE'],
  ['en_GB', '2/1/2026', null, '02/01/2026'],
  ['en_US', 1234.5, '#,##0.00', '1,234.50'],
  ['en_US', 0, '0.00;-0.00;"none"', 'none'],
  ['en_US', -2, '0.0;"minus; "0.0', 'minus; 2.0'],
  // The binary digits of 1.005 would make it 1.00.
  ['en_US', 1.005, '0.00', '1.01'],
  ['en_US', 5, '#,##0.00 [$€-407]', '5.00 €'],
];

const documented = tabCasesOf(
  'sheet-text',
  'https://developers.google.com/sheets/api/reference/rest/v4/ValueInputOption',
);
const measured = tabCasesOf('sheet-text', REPO_TO_SHEETS);
const inferred = tabCasesOf('sheet-text', INFERRED);

/** Text is parsed as if somebody typed it. */
export const SHEET_TEXT = [
  documented(
    'typed',
    tableOf(TEXTS, ([, value, ...shown]) => [value, '', ...shown]),
    (sheet) => {
      const range = sheet.getRange(1, 1, TEXTS.length, 1).setValues(TEXTS.map(([typed]) => [typed]));
      const [values, formulas] = [range.getValues().flat(), range.getFormulas().flat()];
      const [shown, formats] = [range.getDisplayValues().flat(), range.getNumberFormats().flat()];
      const all = TEXTS.map((text, at) => [text, values[at], formulas[at], shown[at], formats[at]] as const);
      return Object.fromEntries(all.map(([text, ...cell]) => [text[0], cell.slice(0, text.length)]));
    },
  ),
  documented(
    'formulas',
    tableOf(FORMULAS, ([, ...cell]) => [cell, cell]),
    (sheet) => {
      const rows = FORMULAS.map(([typed]) => [typed, typed]);
      sheet.getRange(1, 2, rows.length, 1).setNumberFormat('@');
      const range = sheet.getRange(1, 1, rows.length, 2).setValues(rows);
      const [values, formulas] = [range.getValues(), range.getFormulas()];
      const cells = rows.map(([typed], row) => [
        typed,
        [0, 1].map((at) => [values[row]?.[at], formulas[row]?.[at]]),
      ]);
      return Object.fromEntries(cells);
    },
  ),
  measured('plain.keeps-what-is-no-formula', ['007', '1/2', 'TRUE', '1e3', '50%', '19:15', ' a '], (sheet) =>
    plain(sheet, ['007', '1/2', 'TRUE', '1e3', '50%', '19:15', ' a ']),
  ),
  measured('plain.apostrophe-protects-the-rest', ['=1+1', '+1', '-1', '@x', "'x"], (sheet) =>
    plain(sheet, ["'=1+1", "'+1", "'-1", "'@x", "''x"]),
  ),
  tabCasesOf('sheet-text', 'measured: https://github.com/vlucas/sheetquery/issues/20')(
    'append-row.reads-anew-in-plain-columns',
    [['1899-12-30T19:15:00.000Z', 7]],
    (sheet) => {
      sheet.getRange('A:B').setNumberFormat('@');
      sheet.appendRow(['19:15', '007']);
      return sheet.getDataRange().getValues();
    },
  ),
  tabCasesOf('sheet-text', 'https://developers.google.com/apps-script/guides/v8-runtime/migration')(
    'null-and-undefined-empty-a-cell',
    [true, 0],
    (sheet) => {
      const range = sheet.getRange('A1:B1').setValues([['x', 'y']]);
      SpreadsheetApp.flush();
      range.setValues([[null, undefined]]);
      return [range.isBlank(), sheet.getLastRow()];
    },
  ),
  inferred('number-after-a-date-is-a-date', '1899-12-31T00:00:00.000Z', (sheet) =>
    sheet.getRange('A1').setValue('1/2/2026').setValue(1).getValue(),
  ),
  documented(
    'locale.decides-commas-and-days',
    [
      [1.5, 1234.5, '2026-01-02T00:00:00.000Z', '2026-05-01T00:00:00.000Z'],
      ['dd.MM.yyyy', '#,##0.00'],
    ],
    (sheet, spreadsheet) => {
      spreadsheet.setSpreadsheetLocale('de_DE');
      sheet.getRange('F1').setNumberFormat('#,##0.00');
      const range = sheet.getRange('A1:D1').setValues([['1,5', '1.234,5', '2.1.2026', '1.5']]);
      return [range.getValues()[0], ['C1', 'F1'].map((a1) => sheet.getRange(a1).getNumberFormat())];
    },
  ),
  tabCasesOf('sheet-text', 'measured: https://www.michaelkeutel.de/blog/google-sheets-number-formats/')(
    'locale.decides-signs-that-cells-show',
    Object.fromEntries(SHOWN.map(([locale, value, format, text]) => [`${locale} ${value} ${format}`, text])),
    (sheet, spreadsheet) => {
      const cells = SHOWN.map(([locale, value, format]) => {
        if (spreadsheet.getSpreadsheetLocale() !== locale) spreadsheet.setSpreadsheetLocale(locale);
        const cell = sheet.getRange('A1').clear();
        if (format) cell.setNumberFormat(format);
        return [`${locale} ${value} ${format}`, cell.setValue(value).getDisplayValue()];
      });
      return Object.fromEntries(cells);
    },
  ),
  tabCasesOf('sheet-text', `${REFERENCE}/spreadsheet/copy-paste-type`)(
    'copy.of-values-leaves-dates-as-numbers',
    46_024,
    (sheet) => {
      sheet.getRange('A1').setValue('1/2/2026').copyTo(sheet.getRange('B1'), { contentsOnly: true });
      return sheet.getRange('B1').getValue();
    },
  ),
  tabCasesOf('sheet-text', GAS_FAKES)(
    'number-format.general-is-none',
    ['1.50', '1.5', AUTOMATIC],
    (sheet) => {
      const cell = sheet.getRange('A1').setValue(1.5).setNumberFormat('0.00');
      const texts = [cell.getDisplayValue(), cell.setNumberFormat('general').getDisplayValue()];
      return [...texts, cell.getNumberFormat()];
    },
  ),
];

function plain(sheet: Sheet, texts: string[]): unknown[] {
  const range = sheet.getRange(1, 1, texts.length, 1).setNumberFormat('@');
  return range
    .setValues(texts.map((text) => [text]))
    .getValues()
    .flat();
}
