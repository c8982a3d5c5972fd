import { type Claim, listClaims, refusal } from './claim';
import { onEnglishTab, onScratchTab } from './scratch-tab';
import { PUBLIC_SCRIPTS, REFERENCE, REPO_TO_SHEETS } from './sources';

const TOO_LONG = 'Exception: Your input contains more than the maximum of 50000 characters in a single cell.';

/** What is written, and when. */
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
