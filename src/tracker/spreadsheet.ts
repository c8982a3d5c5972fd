import { showMessage } from '../platform/dialog';
import { boundSpreadsheet, readSpreadsheetId } from '../platform/spreadsheet';
import { UserError } from '../platform/user-error';

const ADD_ON = 'isAddOn';

/**
 * One script keeps one desk: what it remembers of mail and cases belongs to the spreadsheet where it was set up first.
 * A copy of that brings a script of its own, which remembers nothing.
 *
 * @throws UserError where the desk is another spreadsheet than the one that is open
 */
export function assertBoundSpreadsheet(home: string): void {
  if (home === '' || home === boundSpreadsheet().getId()) return;
  throw new UserError(
    `The desk of this script is another spreadsheet: https://docs.google.com/spreadsheets/d/${home}/edit. ` +
      'Go on there. For a second desk, make a copy of it (File > Make a copy): that has a script of its own. ' +
      "If the first one is gone, delete the script's properties in its Project Settings.",
  );
}

/** For the menu: does the work in the desk's own spreadsheet, elsewhere it says where that is. What is wrong is told. */
export function runMenuItem(title: string, work: () => void): void {
  try {
    assertBoundSpreadsheet(readSpreadsheetId());
    work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    showMessage(title, error.message);
  }
}

/**
 * Whether the script runs as an editor add-on, in which nothing tells so outright. AuthMode.NONE is an add-on's alone
 * (developers.google.com/apps-script/reference/script/auth-mode), but once it was used in a spreadsheet its onOpen
 * is as LIMITED as that of a bound script, and ScriptApp.getInstallationSource knows no test deployment. So what was
 * once known stands in the properties of script and spreadsheet together, which may be read then. An add-on that
 * nobody knows of yet gets a menu of its own, which Google shows too as long as it is not published.
 */
export function isAddOn(event?: { authMode?: unknown }): boolean {
  return event?.authMode === ScriptApp.AuthMode.NONE || documentProperties()?.getProperty(ADD_ON) === 'true';
}

/** For as long as this script is used in this spreadsheet, or until more is known. */
export function storeIsAddOn(isOne: boolean): void {
  documentProperties()?.setProperty(ADD_ON, String(isOne));
}

/** Null where there is no spreadsheet around the script. */
function documentProperties(): GoogleAppsScript.Properties.Properties | null {
  return PropertiesService.getDocumentProperties();
}
