import { emulated } from '../not-emulated';
import { SpreadsheetSheets } from './spreadsheet-sheets';

export function spreadsheet(id: string): GoogleAppsScript.Spreadsheet.Spreadsheet {
  return emulated(
    'Spreadsheet',
    new SpreadsheetSheets(id) satisfies Partial<GoogleAppsScript.Spreadsheet.Spreadsheet>,
  );
}
