import { emulated } from '../realm/emulated';
import { call } from '../realm/host';
import { conditionalFormatRuleBuilder } from './conditional-format.realm';
import { dataValidationBuilder } from './data-validation.realm';
import { EmulatedRange } from './range.realm';
import { connectObjects, toSpreadsheet } from './references.realm';
import { richTextBuilder } from './rich-text.realm';
import { EmulatedSheet } from './sheet.realm';
import { EmulatedSpreadsheet } from './spreadsheet.realm';
import { ui } from './ui.realm';

type Range = GoogleAppsScript.Spreadsheet.Range;
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

/** The types promise one, but Google may return null. */
function active(): GoogleAppsScript.Spreadsheet.Spreadsheet {
  const id = call('spreadsheet.container');
  return id === null ? (null as never) : toSpreadsheet(id);
}

export const spreadsheetApp = emulated<SpreadsheetApp>('Spreadsheet.SpreadsheetApp', {
  getActive: active,
  getActiveSpreadsheet: active,
  getActiveSheet: () => active().getActiveSheet(),
  setActiveSheet: (sheet: GoogleAppsScript.Spreadsheet.Sheet) => active().setActiveSheet(sheet),
  getActiveRange: () => active().getActiveSheet().getActiveRange() as Range,
  getCurrentCell: () => active().getActiveSheet().getCurrentCell() as Range,
  setActiveRange: (range: Range) => range.activate(),
  openById: (id: string) => toSpreadsheet(call('spreadsheet.open', id)),
  openByUrl: (url: string) => toSpreadsheet(call('spreadsheet.open', url)),
  flush: () => call('spreadsheet.flush'),
  getUi: ui,
  newRichTextValue: () => richTextBuilder(),
  newDataValidation: () => dataValidationBuilder(),
  newConditionalFormatRule: () => conditionalFormatRuleBuilder(),
} satisfies Partial<SpreadsheetApp>);
