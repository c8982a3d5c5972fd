import { emulated } from '../realm/emulated';
import { call } from '../realm/host';
import { conditionalFormatRuleBuilder } from './conditional-format.realm';
import { dataValidationBuilder } from './data-validation-builder.realm';
import * as enums from './enums.realm';
import { richTextBuilder } from './rich-text.realm';
import { spreadsheet } from './spreadsheet.realm';
import { ui } from './ui.realm';

type Range = GoogleAppsScript.Spreadsheet.Range;
type SpreadsheetApp = GoogleAppsScript.Spreadsheet.SpreadsheetApp;

const { Button: _button, ButtonSet: _buttonSet, ...ENUMS } = enums;
/** The types promise one; Google may have none. */
function active(): GoogleAppsScript.Spreadsheet.Spreadsheet {
  const id = call('spreadsheet.container');
  return id === null ? (null as never) : spreadsheet(id);
}

export const spreadsheetApp = emulated<SpreadsheetApp>('SpreadsheetApp', {
  ...ENUMS,
  getActive: active,
  getActiveSpreadsheet: active,
  getActiveSheet: () => active().getActiveSheet(),
  setActiveSheet: (sheet: GoogleAppsScript.Spreadsheet.Sheet) => active().setActiveSheet(sheet),
  getActiveRange: () => active().getActiveSheet().getActiveRange() as Range,
  getCurrentCell: () => active().getActiveSheet().getCurrentCell() as Range,
  setActiveRange: (range: Range) => range.activate(),
  openById: (id: string) => spreadsheet(call('spreadsheet.open', id)),
  openByUrl: (url: string) => spreadsheet(call('spreadsheet.open', url)),
  flush: () => call('spreadsheet.flush'),
  getUi: ui,
  newRichTextValue: () => richTextBuilder(),
  newDataValidation: () => dataValidationBuilder(),
  newConditionalFormatRule: () => conditionalFormatRuleBuilder(),
} satisfies Partial<SpreadsheetApp>);
