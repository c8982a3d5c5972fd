import { emulated } from '../realm/emulated';
import { call } from './call.realm';
import { colorBuilder } from './color-object.realm';
import { conditionalFormatRuleBuilder } from './conditional-format.realm';
import { dataValidationBuilder } from './data-validation.realm';
import { filterCriteriaBuilder } from './filter.realm';
import { EmulatedRange } from './range.realm';
import { connectObjects, toSpreadsheet } from './references.realm';
import { richTextBuilder } from './rich-text.realm';
import { EmulatedSheet } from './sheet.realm';
import { EmulatedSpreadsheet } from './spreadsheet.realm';
import { textStyleBuilder } from './text-style.realm';
import { ui } from './ui.realm';

type Range = GoogleAppsScript.Spreadsheet.Range;
type RangeList = GoogleAppsScript.Spreadsheet.RangeList;
type Selection = GoogleAppsScript.Spreadsheet.Selection;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type SpreadsheetApp = GoogleAppsScript.Spreadsheet.SpreadsheetApp;

connectObjects({
  range: (area) => emulated('Spreadsheet.Range', new EmulatedRange(area) satisfies Partial<Range>),
  sheet: (ref) =>
    emulated(
      'Spreadsheet.Sheet',
      new EmulatedSheet(ref) satisfies Partial<GoogleAppsScript.Spreadsheet.Sheet>,
    ),
  spreadsheet: (id) =>
    emulated(
      'Spreadsheet.Spreadsheet',
      new EmulatedSpreadsheet(id) satisfies Partial<GoogleAppsScript.Spreadsheet.Spreadsheet>,
    ),
});

/** The spreadsheet that setActiveSpreadsheet has put into the place of the container. */
let chosen: Spreadsheet | null = null;

/** Puts the container back in its place, for another execution of the realm. */
export function forgetChoice(): void {
  chosen = null;
}

/** The types promise one, but Google may return null. */
function active(): Spreadsheet {
  if (chosen) return chosen;
  const id = call('spreadsheet.container');
  return id === null ? (null as never) : toSpreadsheet(id);
}

/** Returns the active sheet; there is none without an active spreadsheet. */
function activeSheet(): Sheet | null {
  return active()?.getActiveSheet() ?? null;
}

const openById = (id: string) => toSpreadsheet(call('spreadsheet.open', id));

export const spreadsheetApp = emulated<SpreadsheetApp>('Spreadsheet.SpreadsheetApp', {
  // An older name, which has left the reference.
  ...{ openByKey: openById },
  getActive: active,
  getActiveSpreadsheet: active,
  getActiveSheet: () => activeSheet() as Sheet,
  setActiveSheet: (sheet: Sheet, restoreSelection: boolean = true) =>
    sheet.getParent().setActiveSheet(sheet, restoreSelection),
  setActiveSpreadsheet(spreadsheet: Spreadsheet) {
    chosen = spreadsheet;
  },
  getActiveRangeList: () => (activeSheet()?.getActiveRangeList() ?? null) as RangeList,
  setActiveRangeList: (list: RangeList) => list.activate(),
  setCurrentCell: (cell: Range) => cell.activateAsCurrentCell(),
  getSelection: () => (activeSheet()?.getSelection() ?? null) as Selection,
  create: (name: string, rows?: number, columns?: number) =>
    toSpreadsheet(
      call('spreadsheet.create', name, rows === undefined ? null : { rows, columns: columns ?? 0 }),
    ),
  open: (file: GoogleAppsScript.Drive.File) => toSpreadsheet(call('spreadsheet.open', file.getId())),
  getActiveRange: () => (activeSheet()?.getActiveRange() ?? null) as Range,
  getCurrentCell: () => (activeSheet()?.getCurrentCell() ?? null) as Range,
  setActiveRange: (range: Range) => range.activate(),
  openById,
  openByUrl: (url: string) => toSpreadsheet(call('spreadsheet.open', url)),
  flush: () => call('spreadsheet.flush'),
  getUi: ui,
  newColor: colorBuilder,
  newRichTextValue: () => richTextBuilder(),
  newTextStyle: () => textStyleBuilder(),
  newFilterCriteria: () => filterCriteriaBuilder(),
  newDataValidation: () => dataValidationBuilder(),
  newConditionalFormatRule: () => conditionalFormatRuleBuilder(),
} satisfies Partial<SpreadsheetApp>);
