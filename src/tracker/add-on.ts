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

const ADD_ON = 'isAddOn';

/** For as long as this script is used in this spreadsheet, or until more is known. */
export function rememberAddOn(isOne: boolean): void {
  documentProperties()?.setProperty(ADD_ON, String(isOne));
}

/** An add-on's timer fires once an hour at most (.../workspace/add-ons/concepts/editor-triggers). */
export function isRefusedToAddOn(refusal: string): boolean {
  return /add-?on/i.test(refusal);
}

/** Null where there is no spreadsheet around the script. */
function documentProperties(): GoogleAppsScript.Properties.Properties | null {
  return PropertiesService.getDocumentProperties();
}
