import { ACCOUNT_TABS, setUpAccounts } from './accounts/set-up';
import { CAFE_TABS, setUpCafe } from './cafe/set-up';
import { migrate } from './health/layout';
import { VERSION } from './health/version';
import { LEAD_TABS, setUpLeads } from './leads/set-up';
import type { Housekeeper } from './tables/housekeeping';

/** Every tab of the counter sheet. */
export const API_TABS = [...ACCOUNT_TABS, ...LEAD_TABS, ...CAFE_TABS];

/** Makes or completes them; what is there stays. */
export function makeTabs(): void {
  setUpAccounts();
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  setUpLeads(spreadsheet);
  setUpCafe(spreadsheet);
}

/** Each version looks within a minute of its push whether the sheet has all that it wants, and then now and then. */
export const LAYOUT: Housekeeper = {
  name: `layout ${VERSION}`,
  everyMinutes: 10,
  keep: () => migrate(API_TABS),
};
