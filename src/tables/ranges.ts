import { LayoutError } from '../platform/user-error';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** A range by its address in a tab, without a call to look up the tab first. */
export function rangeOf(spreadsheet: Spreadsheet, tab: string, address: string): Range {
  try {
    return spreadsheet.getRange(`'${tab}'!${address}`);
  } catch (error) {
    if (spreadsheet.getSheetByName(tab)) throw error;
    throw new LayoutError(`The sheet has no tab "${tab}". Run Set up from the menu.`);
  }
}

const ROWS_AT_ONCE = 1_000;

/** A block of `height` rows from `row` on; the grid grows where it is too short, which costs a call only then. */
export function blockAt(sheet: Sheet, row: number, height: number, width: number): Range {
  try {
    return sheet.getRange(row, 1, height, width);
  } catch {
    sheet.insertRowsAfter(sheet.getMaxRows(), Math.max(height, ROWS_AT_ONCE));
    return sheet.getRange(row, 1, height, width);
  }
}
