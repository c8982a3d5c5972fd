import { emulated } from '../realm/emulated';

type Selection = GoogleAppsScript.Spreadsheet.Selection;

/** Returns the selection in a sheet. */
export function selectionIn(sheet: GoogleAppsScript.Spreadsheet.Sheet): Selection {
  return emulated('Spreadsheet.Selection', {
    getActiveSheet: () => sheet,
    getActiveRange: () => sheet.getActiveRange(),
    getActiveRangeList: () => sheet.getActiveRangeList(),
    getCurrentCell: () => sheet.getCurrentCell(),
  } satisfies Partial<Selection>);
}
