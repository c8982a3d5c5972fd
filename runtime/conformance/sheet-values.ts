import {
  type Claim,
  listClaims,
  onEnglishTab,
  onScratchTab,
  PUBLIC_SCRIPTS,
  REFERENCE,
  REPO_TO_SHEETS,
  refusal,
} from './case';

const TOO_LONG = 'Exception: Your input contains more than the maximum of 50000 characters in a single cell.';

/** Values, and when they are written. */
export const SHEET_VALUES: Claim[] = listClaims(`${REFERENCE}/spreadsheet/spreadsheet-app`, [
  {
    id: 'sheet-values.dates.are-instants-of-the-spreadsheet-zone',
    source: REPO_TO_SHEETS,
    isInferred: true,
    expected: [
      ['2026-07-01T12:30:15.250Z', '2026-01-02T05:00:00.000Z', '1899-12-31T00:15:00.000Z'],
      ['7/1/2026 8:30:15', '2026-01-02', '19:15'],
    ],
    run: () =>
      onEnglishTab((sheet, spreadsheet) => {
        spreadsheet.setSpreadsheetTimeZone('America/New_York');
        const range = sheet.getRange('A1:C1');
        range.setValues([[new Date(Date.UTC(2026, 6, 1, 12, 30, 15, 250)), '2026-01-02', '19:15']]);
        return [range.getValues()[0], range.getDisplayValues()[0]];
      }),
  },
  {
    id: 'sheet-values.dates.move-with-the-zone',
    isInferred: true,
    expected: '2026-01-02T01:00:00.000Z',
    run: () =>
      onEnglishTab((sheet, spreadsheet) => {
        sheet.getRange('A1').setValue('2026-01-02 10:00');
        spreadsheet.setSpreadsheetTimeZone('Asia/Tokyo');
        return sheet.getRange('A1').getValue();
      }),
  },
  {
    id: 'sheet-values.own-writes-are-read',
    expected: 'own',
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1').setValue('own');
        return sheet.getRange('A1').getValue();
      }),
  },
  {
    id: 'sheet-values.50000-characters-fit',
    source: PUBLIC_SCRIPTS,
    expected: 50_000,
    run: () => onScratchTab((sheet) => sheet.getRange('A1').setValue('x'.repeat(50_000)).getValue().length),
  },
  {
    id: 'sheet-values.50001-characters-are-refused-at-the-flush',
    source: PUBLIC_SCRIPTS,
    expected: ['not refused', TOO_LONG, ['before', '', '']],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1').setValue('before');
        const atOnce = refusal(() => sheet.getRange('A2').setValue('x'.repeat(50_001)));
        sheet.getRange('A3').setValue('behind');
        const atFlush = refusal(() => SpreadsheetApp.flush());
        return [atOnce, atFlush, sheet.getRange('A1:A3').getValues().flat()];
      }),
  },
  {
    id: 'sheet-values.owner-is-an-editor',
    source: PUBLIC_SCRIPTS,
    isInferred: true,
    expected: true,
    run: () => {
      const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
      const owner = spreadsheet.getOwner()?.getEmail();
      return spreadsheet.getEditors().some((editor) => editor.getEmail() === owner);
    },
  },
]);

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

const NAMED = 'claims_third';

/** Cells when rows and columns are inserted, deleted and moved. */
export const SHEET_ROWS: Claim[] = listClaims(`${REFERENCE}/spreadsheet/sheet`, [
  {
    id: 'sheet-rows.append-row.makes-room',
    source: PUBLIC_SCRIPTS,
    expected: [3, 3, 'c'],
    run: () =>
      onScratchTab((sheet) => {
        sheet.deleteRows(3, 998);
        for (const text of ['a', 'b', 'c']) sheet.appendRow([text]);
        return [sheet.getMaxRows(), sheet.getLastRow(), sheet.getRange('A3').getValue()];
      }),
  },
  {
    id: 'sheet-rows.moved.take-names-protections-formats-and-notes-along',
    isInferred: true,
    expected: [['A5', 'A4', 'A1'], 'A5', 'three', '3.00', 'bold'],
    run: () => onScratchTab(moveRows),
  },
  {
    id: 'sheet-rows.columns.shift-cells',
    isInferred: true,
    expected: [['a', '', 'b', 'c'], ['c', 'a', 'b'], 300, 26],
    run: () => onScratchTab(moveColumns),
  },
  {
    id: 'sheet-rows.inserted.look-like-the-row-above',
    source: PUBLIC_SCRIPTS,
    isInferred: true,
    expected: ['@', '', ''],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A1').setNumberFormat('@').setValue('x').setNote('note');
        sheet.insertRowAfter(1);
        const cell = sheet.getRange('A2');
        return [cell.getNumberFormat(), cell.getValue(), cell.getNote()];
      }),
  },
  {
    id: 'sheet-rows.sort.numbers-then-text-then-booleans-then-empty',
    isInferred: true,
    expected: [[1, 5, 6, 2, 3, 4], [1, 3, 2, 6, 5, 4], '#ff0000'],
    run: () => onScratchTab(sortRows),
  },
  {
    id: 'sheet-rows.checkboxes.count-as-content',
    source: PUBLIC_SCRIPTS,
    expected: [1000, false, false],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('A:A').insertCheckboxes();
        return [sheet.getLastRow(), sheet.getRange('A1').getValue(), sheet.getRange('A1').isChecked()];
      }),
  },
]);

function moveRows(sheet: Sheet, spreadsheet: Spreadsheet): unknown {
  sheet.getRange('A1:A5').setValues([[1], [2], [3], [4], [5]]);
  sheet.getRange('A3').setNote('three').setNumberFormat('0.00').setFontWeight('bold');
  spreadsheet.setNamedRange(NAMED, sheet.getRange('A3'));
  sheet.getRange('A3:A4').protect();
  const address = () => spreadsheet.getRangeByName(NAMED)?.getA1Notation();
  sheet.insertRowsBefore(2, 2);
  const seen = [address()];
  sheet.deleteRow(1);
  seen.push(address());
  sheet.moveRows(sheet.getRange('A4'), 1);
  seen.push(address());
  spreadsheet.removeNamedRange(NAMED);
  const [protection] = sheet.getProtections(SpreadsheetApp.ProtectionType.RANGE);
  const cell = sheet.getRange('A1');
  return [
    seen,
    protection?.getRange().getA1Notation(),
    cell.getNote(),
    cell.getDisplayValue(),
    cell.getFontWeight(),
  ];
}

function moveColumns(sheet: Sheet): unknown {
  sheet.getRange('A1:C1').setValues([['a', 'b', 'c']]);
  sheet.setColumnWidth(2, 300);
  sheet.insertColumnBefore(2);
  const inserted = sheet.getDataRange().getValues()[0];
  sheet.moveColumns(sheet.getRange('D:D'), 1);
  sheet.deleteColumn(3);
  return [inserted, sheet.getDataRange().getValues()[0], sheet.getColumnWidth(3), sheet.getMaxColumns()];
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
