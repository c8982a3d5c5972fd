import { tell } from '../sheet/dialog';
import { UserError } from '../tables/user-error';

const HOME = 'spreadsheetId';

/**
 * One script keeps one desk: what it remembers of mail and cases belongs to the spreadsheet where it was set up first.
 * A copy of that brings a script of its own, which remembers nothing. Empty before Set up.
 */
export function readHome(
  { [HOME]: home = '' }: Record<string, string> = properties().getProperties(),
): string {
  return home;
}

/** From now on the desk is the spreadsheet that is open. */
export function settleHere(): void {
  properties().setProperty(HOME, SpreadsheetApp.getActiveSpreadsheet().getId());
}

/** @throws where the desk is another spreadsheet than the one that is open */
export function assertHere(home: string): void {
  if (home === '' || home === SpreadsheetApp.getActiveSpreadsheet().getId()) return;
  throw new UserError(
    `The desk of this script is another spreadsheet: https://docs.google.com/spreadsheets/d/${home}/edit. ` +
      'Go on there. For a second desk, make a copy of it (File > Make a copy): that has a script of its own. ' +
      "If the first one is gone, delete the script's properties in its Project Settings.",
  );
}

/** For the menu: does the work in the desk's own spreadsheet, elsewhere it says where that is. What is wrong is told. */
export function inDesk(title: string, work: () => void): void {
  try {
    assertHere(readHome());
    work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    tell(title, error.message);
  }
}

function properties(): GoogleAppsScript.Properties.Properties {
  return PropertiesService.getScriptProperties();
}
