import {
  casesOf,
  INFERRED,
  type Json,
  onScratchTab,
  type Range,
  REFERENCE,
  type Sheet,
  tabCasesOf,
  tableOf,
} from './case';

const PAGE = 'https://script.example.com/macros/s/desk/exec';

const OVERWRITES: [name: string, overwrite: (cell: Range) => unknown, left: Json][] = [
  ['setValue', (cell) => cell.setValue('x'), ['x', null]],
  ['setValues', (cell) => cell.setValues([['x']]), ['x', null]],
  ['rich text without one', unlink, ['Open the page', null]],
  ['clearContent', (cell) => cell.clearContent(), ['', null]],
  ['setFontWeight', (cell) => cell.setFontWeight('bold'), ['Open the page', PAGE]],
];

const SELECTIONS: [name: string, select: (range: Range) => unknown][] = [
  ['Range.activate', (range) => range.activate()],
  ['Spreadsheet.setActiveRange', (range) => SpreadsheetApp.getActiveSpreadsheet().setActiveRange(range)],
  ['SpreadsheetApp.setActiveRange', (range) => SpreadsheetApp.setActiveRange(range)],
];

const source = `${REFERENCE}/spreadsheet/rich-text-value-builder`;
const documented = tabCasesOf('sheet-links', source);
const inferred = tabCasesOf('sheet-links', INFERRED);

/** Links and selections. */
export const SHEET_LINKS = [
  documented('link.comes-back-with-its-text', ['Open the page', PAGE], (sheet) => linkOf(linked(sheet))),
  inferred(
    'link.goes-with-its-text-and-not-with-its-look',
    tableOf(OVERWRITES, ([, , left]) => left),
    (sheet) =>
      tableOf(OVERWRITES, ([, overwrite]) => {
        overwrite(linked(sheet));
        return linkOf(sheet.getRange('A1'));
      }),
  ),
  documented(
    'rich-text.stays-text-and-other-values-have-none',
    [
      ['=1+1', '007'],
      [null, null],
    ],
    (sheet) => {
      const range = sheet.getRange('A1:B1');
      const rich = (text: string) => SpreadsheetApp.newRichTextValue().setText(text).build();
      const texts = range.setRichTextValues([[rich('=1+1'), rich('007')]]).getValues()[0];
      return [texts, range.setValues([[7, true]]).getRichTextValues()[0]];
    },
  ),
  casesOf('sheet-links', source)('rich-text.set-anew-has-no-link', null, () =>
    SpreadsheetApp.newRichTextValue().setText('a').setLinkUrl(PAGE).setText('b').build().getLinkUrl(),
  ),
  inferred('selection.is-the-first-cell-of-a-new-tab', ['A1', 'A1'], selected),
  tabCasesOf('sheet-links', `${REFERENCE}/spreadsheet/range`)(
    'selection.shows-its-sheet',
    tableOf(SELECTIONS, () => [true, 'B2:C3', 'B2']),
    (sheet, spreadsheet) =>
      tableOf(SELECTIONS, ([, select]) => {
        sheet.getRange('A1').activate();
        spreadsheet.getSheets()[0]?.activate();
        select(sheet.getRange('B2:C3'));
        return [SpreadsheetApp.getActiveSheet().getSheetId() === sheet.getSheetId(), ...selected()];
      }),
  ),
  documented(
    'selection.of-several-ranges-is-active-in-the-last',
    [['A1:B2', 'D4:E5'], 'D4:E5', ['A1:B2', 'B2'], ['F6', 'F6']],
    (sheet) => {
      sheet.getRangeList(['A1:B2', 'D4:E5']).activate();
      const list = SpreadsheetApp.getActiveRangeList().getRanges();
      const seen = [list.map((range) => range.getA1Notation()), sheet.getActiveRange()?.getA1Notation()];
      sheet.setCurrentCell(sheet.getRange('B2'));
      const inside = selected();
      sheet.getRange('F6').activateAsCurrentCell();
      return [...seen, inside, selected()];
    },
  ),
  inferred('selection.is-each-tabs-own', ['C3', 'C3'], (sheet) => {
    sheet.getRange('C3').activate();
    return onScratchTab((other) => {
      other.getRange('D4').activate();
      sheet.activate();
      return selected();
    });
  }),
];

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

function selected(): unknown[] {
  return [SpreadsheetApp.getActiveRange().getA1Notation(), SpreadsheetApp.getCurrentCell().getA1Notation()];
}
