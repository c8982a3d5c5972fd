import { emulated } from '../realm/emulated';
import { SpreadsheetSheets } from './spreadsheet-sheets.realm';

export function spreadsheet(id: string): GoogleAppsScript.Spreadsheet.Spreadsheet {
  return emulated(
    'Spreadsheet',
    new SpreadsheetSheets(id) satisfies Partial<GoogleAppsScript.Spreadsheet.Spreadsheet>,
  );
}
