import { ACCOUNT_TABS, setUpAccounts } from './accounts/set-up';
import { CAFE_TABS, setUpCafe } from './cafe/set-up';
import { migrate, readLayout } from './health/layout';
import { VERSION } from './health/version';
import { LEAD_TABS, setUpLeads } from './leads/set-up';
import { properties } from './platform/platform';
import { ACCESS, boundSpreadsheet, recordAccess } from './platform/spreadsheet';
import type { MaintenanceTask } from './tables/tables';

/** Every tab of the counter sheet. */
export const API_TABS = [...ACCOUNT_TABS, ...LEAD_TABS, ...CAFE_TABS];

/** Makes or completes them; what is there stays. */
export function makeTabs(): void {
  setUpAccounts();
  const spreadsheet = boundSpreadsheet();
  setUpLeads(spreadsheet);
  setUpCafe(spreadsheet);
}

/** Each version looks within a minute of its push whether the sheet has all that it wants, and then now and then. */
export const LAYOUT: MaintenanceTask = {
  name: `layout ${VERSION}`,
  everyMinutes: 10,
  run() {
    const stored = properties().getProperties();
    recordAccess('trigger', stored[ACCESS.trigger]);
    migrate(API_TABS, readLayout(stored));
  },
};
