import { showMessage } from './dialog';
import { assertBoundSpreadsheet, readSpreadsheetId } from './spreadsheet';
import { UserError } from './user-error';

const ADD_ON = 'isAddOn';

/** Runs in the desk's own spreadsheet only. What the person has to know about is shown in a dialog. */
export function runMenuItem(title: string, run: () => void): void {
  try {
    assertBoundSpreadsheet(readSpreadsheetId());
    run();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    showMessage(title, error.message);
  }
}

/**
 * True if the script runs as an editor add-on, which Google does not say outright. AuthMode.NONE is an add-on's alone
 * (developers.google.com/apps-script/reference/script/auth-mode), but once it has been used in a spreadsheet its onOpen is
 * as LIMITED as that of a bound script, and ScriptApp.getInstallationSource ignores test deployments. So it is stored when
 * it becomes known, in the properties that belong to script and spreadsheet together, which onOpen may read. Until then an
 * add-on gets a menu of its own, which Google shows too as long as the add-on is not published.
 */
export function isAddOn(event?: { authMode?: unknown }): boolean {
  return event?.authMode === ScriptApp.AuthMode.NONE || documentProperties()?.getProperty(ADD_ON) === 'true';
}

export function storeIsAddOn(isAddOn: boolean): void {
  documentProperties()?.setProperty(ADD_ON, String(isAddOn));
}

/** Null where no spreadsheet is open. */
function documentProperties(): GoogleAppsScript.Properties.Properties | null {
  return PropertiesService.getDocumentProperties();
}
