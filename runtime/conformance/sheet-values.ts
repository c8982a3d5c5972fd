import {
  casesOf,
  errorOf,
  INFERRED,
  PUBLIC_SCRIPTS,
  REFERENCE,
  REPO_TO_SHEETS,
  type Sheet,
  type Spreadsheet,
  tabCasesOf,
} from './case';

const reported = tabCasesOf('sheet-values', PUBLIC_SCRIPTS);

/** Values, and when they are written. */
export const SHEET_VALUES = [
  tabCasesOf('sheet-values', REPO_TO_SHEETS)(
    'dates.are-instants-of-the-spreadsheet-zone',
    [
      ['2026-07-01T12:30:15.250Z', '2026-01-02T05:00:00.000Z', '1899-12-31T00:15:00.000Z'],
      ['7/1/2026 8:30:15', '2026-01-02', '19:15'],
    ],
    (sheet, spreadsheet) => {
      spreadsheet.setSpreadsheetTimeZone('America/New_York');
      const range = sheet.getRange('A1:C1');
      range.setValues([[new Date(Date.UTC(2026, 6, 1, 12, 30, 15, 250)), '2026-01-02', '19:15']]);
      return [range.getValues()[0], range.getDisplayValues()[0]];
    },
  ),
  tabCasesOf('sheet-values', INFERRED)(
    'dates.move-with-the-zone',
    '2026-01-02T01:00:00.000Z',
    (sheet, spreadsheet) => {
      sheet.getRange('A1').setValue('2026-01-02 10:00');
      spreadsheet.setSpreadsheetTimeZone('Asia/Tokyo');
      return sheet.getRange('A1').getValue();
    },
  ),
  tabCasesOf('sheet-values', `${REFERENCE}/spreadsheet/spreadsheet-app`)(
    'own-writes-are-read',
    'own',
    (sheet) => {
      sheet.getRange('A1').setValue('own');
      return sheet.getRange('A1').getValue();
    },
  ),
  reported(
    '50000-characters-fit',
    50_000,
    (sheet) => sheet.getRange('A1').setValue('x'.repeat(50_000)).getValue().length,
  ),
  reported(
    '50001-characters-are-refused-at-the-flush',
    ['no error', 'Exception', ['before', '', '']],
    (sheet) => {
      sheet.getRange('A1').setValue('before');
      const atOnce = errorOf(() => sheet.getRange('A2').setValue('x'.repeat(50_001)));
      sheet.getRange('A3').setValue('behind');
      const atFlush = errorOf(() => SpreadsheetApp.flush(), '50000');
      return [atOnce, atFlush, sheet.getRange('A1:A3').getValues().flat()];
    },
  ),
  casesOf('sheet-values', PUBLIC_SCRIPTS)('owner-is-an-editor', true, () => {
    const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
    const owner = spreadsheet.getOwner()?.getEmail();
    return spreadsheet.getEditors().some((editor) => editor.getEmail() === owner);
  }),
];

const NAMED = 'cases_third';

const inferred = tabCasesOf('sheet-rows', INFERRED);
const seen = tabCasesOf('sheet-rows', PUBLIC_SCRIPTS);

/** Cells when rows and columns are inserted, deleted and moved. */
export const SHEET_ROWS = [
  seen('append-row.makes-room', [3, 3, 'c'], (sheet) => {
    sheet.deleteRows(3, 998);
    for (const text of ['a', 'b', 'c']) sheet.appendRow([text]);
    return [sheet.getMaxRows(), sheet.getLastRow(), sheet.getRange('A3').getValue()];
  }),
  inferred(
    'moved.take-names-protections-formats-and-notes-along',
    [['A5', 'A4', 'A1'], 'A5', 'three', '3.00', 'bold'],
    moveRows,
  ),
  inferred('columns.shift-cells', [['a', '', 'b', 'c'], ['c', 'a', 'b'], 300, 26], (sheet) => {
    sheet.getRange('A1:C1').setValues([['a', 'b', 'c']]);
    sheet.setColumnWidth(2, 300).insertColumnBefore(2);
    const inserted = sheet.getDataRange().getValues()[0];
    sheet.moveColumns(sheet.getRange('D:D'), 1);
    sheet.deleteColumn(3);
    const moved = sheet.getDataRange().getValues()[0];
    return [inserted, moved, sheet.getColumnWidth(3), sheet.getMaxColumns()];
  }),
  seen('inserted.look-like-the-row-above', ['@', '', ''], (sheet) => {
    sheet.getRange('A1').setNumberFormat('@').setValue('x').setNote('note');
    const cell = sheet.insertRowAfter(1).getRange('A2');
    return [cell.getNumberFormat(), cell.getValue(), cell.getNote()];
  }),
  inferred(
    'sort.numbers-then-text-then-booleans-then-empty',
    [[1, 5, 6, 2, 3, 4], [1, 3, 2, 6, 5, 4], '#ff0000'],
    sortRows,
  ),
  seen('checkboxes.count-as-content', [1000, false, false], (sheet) => {
    sheet.getRange('A:A').insertCheckboxes();
    return [sheet.getLastRow(), sheet.getRange('A1').getValue(), sheet.getRange('A1').isChecked()];
  }),
];

function moveRows(sheet: Sheet, spreadsheet: Spreadsheet): unknown {
  sheet.getRange('A1:A5').setValues([[1], [2], [3], [4], [5]]);
  sheet.getRange('A3').setNote('three').setNumberFormat('0.00').setFontWeight('bold');
  spreadsheet.setNamedRange(NAMED, sheet.getRange('A3'));
  sheet.getRange('A3:A4').protect();
  const address = () => spreadsheet.getRangeByName(NAMED)?.getA1Notation();
  sheet.insertRowsBefore(2, 2);
  const addresses = [address()];
  sheet.deleteRow(1);
  addresses.push(address());
  sheet.moveRows(sheet.getRange('A4'), 1);
  addresses.push(address());
  spreadsheet.removeNamedRange(NAMED);
  const [protection] = sheet.getProtections(SpreadsheetApp.ProtectionType.RANGE);
  const cell = sheet.getRange('A1');
  const looks = [cell.getNote(), cell.getDisplayValue(), cell.getFontWeight()];
  return [addresses, protection?.getRange().getA1Notation(), ...looks];
}

function sortRows(sheet: Sheet): unknown {
  sheet.getRange('A1:B6').setValues([
    ['head', 1],
    ['b', 2],
    [true, 3],
    ['', 4],
    [10, 5],
    ['A', 6],
  ]);
  sheet.getRange('A5').setBackground('#ff0000');
  sheet.setFrozenRows(1);
  sheet.sort(1);
  const ascending = sheet.getRange('B1:B6').getValues().flat();
  sheet.sort(1, false);
  return [ascending, sheet.getRange('B1:B6').getValues().flat(), sheet.getRange('A5').getBackground()];
}
