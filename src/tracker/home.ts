import { boundSpreadsheet, readSpreadsheetId } from '../platform/spreadsheet';
import { UserError } from '../platform/user-error';
import { tell } from '../sheet/dialog';

/**
 * One script keeps one desk: what it remembers of mail and cases belongs to the spreadsheet where it was set up first.
 * A copy of that brings a script of its own, which remembers nothing.
 *
 * @throws UserError where the desk is another spreadsheet than the one that is open
 */
export function assertHere(home: string): void {
  if (home === '' || home === boundSpreadsheet().getId()) return;
  throw new UserError(
    `The desk of this script is another spreadsheet: https://docs.google.com/spreadsheets/d/${home}/edit. ` +
      'Go on there. For a second desk, make a copy of it (File > Make a copy): that has a script of its own. ' +
      "If the first one is gone, delete the script's properties in its Project Settings.",
  );
}

/** For the menu: does the work in the desk's own spreadsheet, elsewhere it says where that is. What is wrong is told. */
export function inDesk(title: string, work: () => void): void {
  try {
    assertHere(readSpreadsheetId());
    work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    tell(title, error.message);
  }
}
