import { call } from '../host';
import { emulated } from '../not-emulated';
import { conditionalFormatRuleBuilder } from './conditional-format';
import { dataValidationBuilder } from './data-validation-builder';
import * as enums from './enums';
import { spreadsheet } from './spreadsheet';
import { ui } from './ui';

type SpreadsheetApp = GoogleAppsScript.Spreadsheet.SpreadsheetApp;

const { Button: _button, ButtonSet: _buttonSet, ...ENUMS } = enums;
const active = () => spreadsheet(call('spreadsheet.container'));

export const spreadsheetApp = emulated<SpreadsheetApp>('SpreadsheetApp', {
  ...ENUMS,
  getActive: active,
  getActiveSpreadsheet: active,
  getActiveSheet: () => active().getActiveSheet(),
  setActiveSheet: (sheet: GoogleAppsScript.Spreadsheet.Sheet) => active().setActiveSheet(sheet),
  openById: (id: string) => spreadsheet(call('spreadsheet.open', id)),
  openByUrl: (url: string) => spreadsheet(call('spreadsheet.open', url)),
  flush: () => call('spreadsheet.flush'),
  getUi: ui,
  newDataValidation: () => dataValidationBuilder(),
  newConditionalFormatRule: () => conditionalFormatRuleBuilder(),
} satisfies Partial<SpreadsheetApp>);
