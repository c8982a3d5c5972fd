import { layOut, migrate } from '../health/layout';
import { withScriptLock } from '../platform/lock';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { LayoutError } from '../platform/user-error';
import { create } from '../tables/tables';
import { CASES, MESSAGES, SETTINGS } from './tables';

/** Every tab of the desk's sheet. */
export const TABS = [CASES, MESSAGES, SETTINGS];

/** Makes the tabs, or completes them: what is there stays. */
export function makeTabs(): void {
  layOut(TABS, make);
}

/** After an update brings the sheet to the layout that this version wants, once; `stands` is the one that it has. */
export function updateTabs(stands?: string): boolean {
  return migrate(TABS, stands);
}

/** Where the sheet lacks something after an update, and no check has come by yet, it is brought there first. */
export function inLayout<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof LayoutError && updateTabs()) return work();
    throw error;
  }
}

function make(): void {
  const spreadsheet = boundSpreadsheet();
  withScriptLock(() => {
    for (const tab of TABS) create(spreadsheet, tab);
    SpreadsheetApp.flush();
  });
}
