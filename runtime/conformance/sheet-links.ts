import { type Claim, type Json, listClaims, onScratchTab, REFERENCE } from './case';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

const PAGE = 'https://script.example.com/macros/s/desk/exec';

const OVERWRITES: [name: string, overwrite: (cell: Range) => unknown, left: Json][] = [
  ['set-value', (cell) => cell.setValue('x'), ['x', null]],
  ['set-values', (cell) => cell.setValues([['x']]), ['x', null]],
  ['rich-text-without-one', unlink, ['Open the page', null]],
  ['clear-content', (cell) => cell.clearContent(), ['', null]],
];

const SELECTIONS: [name: string, select: (range: Range) => unknown][] = [
  ['range-activate', (range) => range.activate()],
  ['spreadsheet-set-active-range', (range) => SpreadsheetApp.getActiveSpreadsheet().setActiveRange(range)],
  ['app-set-active-range', (range) => SpreadsheetApp.setActiveRange(range)],
];

/** Links and selections. */
export const SHEET_LINKS: Claim[] = listClaims(`${REFERENCE}/spreadsheet/rich-text-value-builder`, [
  {
    id: 'sheet-links.link.comes-back-with-its-text',
    expected: ['Open the page', PAGE],
    run: () => onScratchTab((sheet) => linkOf(linked(sheet))),
  },
  ...OVERWRITES.map(([name, overwrite, expected]) => ({
    id: `sheet-links.link.goes-with-${name}`,
    isInferred: true,
    expected,
    run: () =>
      onScratchTab((sheet) => {
        overwrite(linked(sheet));
        return linkOf(sheet.getRange('A1'));
      }),
  })),
  {
    id: 'sheet-links.link.stays-when-the-look-changes',
    isInferred: true,
    expected: ['Open the page', PAGE],
    run: () => onScratchTab((sheet) => linkOf(linked(sheet).setFontWeight('bold'))),
  },
  {
    id: 'sheet-links.rich-text.stays-text-and-other-values-have-none',
    expected: [
      ['=1+1', '007'],
      [null, null],
    ],
    run: () => onScratchTab(richAndOtherValues),
  },
  {
    id: 'sheet-links.rich-text.set-anew-has-no-link',
    expected: null,
    run: () =>
      SpreadsheetApp.newRichTextValue().setText('a').setLinkUrl(PAGE).setText('b').build().getLinkUrl(),
  },
  {
    id: 'sheet-links.selection.is-the-first-cell-of-a-new-tab',
    source: `${REFERENCE}/spreadsheet/sheet`,
    isInferred: true,
    expected: ['A1', 'A1'],
    run: () => onScratchTab(selectedIn),
  },
  ...SELECTIONS.map(([name, select]) => ({
    id: `sheet-links.selection.${name}`,
    source: `${REFERENCE}/spreadsheet/range`,
    expected: [true, 'B2:C3', 'B2'],
    run: () =>
      onScratchTab((sheet, spreadsheet) => {
        spreadsheet.getSheets()[0]?.activate();
        select(sheet.getRange('B2:C3'));
        const isShown = SpreadsheetApp.getActiveRange().getSheet().getSheetId() === sheet.getSheetId();
        return [isShown, ...selectedIn()];
      }),
  })),
  {
    id: 'sheet-links.selection.is-each-tabs-own',
    source: `${REFERENCE}/spreadsheet/sheet`,
    isInferred: true,
    expected: ['C3', 'C3'],
    run: () =>
      onScratchTab((sheet) => {
        sheet.getRange('C3').activate();
        return onScratchTab((other) => {
          other.getRange('D4').activate();
          sheet.activate();
          return selectedIn();
        });
      }),
  },
]);

function linked(sheet: Sheet): Range {
  const text = SpreadsheetApp.newRichTextValue().setText('Open the page').setLinkUrl(PAGE).build();
  return sheet.getRange('A1').setRichTextValue(text);
}

function linkOf(cell: Range): unknown {
  SpreadsheetApp.flush();
  const value = cell.getRichTextValue();
  return value && [value.getText(), value.getLinkUrl()];
}

function unlink(cell: Range): void {
  const text = cell.getRichTextValue();
  if (text) cell.setRichTextValue(text.copy().setLinkUrl(null).build());
}

function richAndOtherValues(sheet: Sheet): unknown {
  const range = sheet.getRange('A1:B1');
  const rich = (text: string) => SpreadsheetApp.newRichTextValue().setText(text).build();
  range.setRichTextValues([[rich('=1+1'), rich('007')]]);
  const texts = range.getValues()[0];
  range.setValues([[7, true]]);
  return [texts, range.getRichTextValues()[0]];
}

function selectedIn(): unknown[] {
  return [SpreadsheetApp.getActiveRange().getA1Notation(), SpreadsheetApp.getCurrentCell().getA1Notation()];
}
