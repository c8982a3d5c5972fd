import { properties } from '../platform/platform';
import { boundSpreadsheet } from '../platform/spreadsheet';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/**
 * A new tab of this name in the place of the one that was made before. Which one that was is kept in the script property:
 * the owner may have a tab of that name, and may have renamed ours.
 */
export function remakeTab(name: string, property: string): Sheet {
  const spreadsheet = boundSpreadsheet();
  const id = properties().getProperty(property);
  const own = spreadsheet.getSheets().find((sheet) => String(sheet.getSheetId()) === id);
  const at = own ? own.getIndex() - 1 : spreadsheet.getNumSheets();
  if (own) spreadsheet.deleteSheet(own);
  const free = spreadsheet.getSheetByName(name) ? `${name} ${Date.now()}` : name;
  const made = spreadsheet.insertSheet(free, at);
  properties().setProperty(property, String(made.getSheetId()));
  return made;
}
