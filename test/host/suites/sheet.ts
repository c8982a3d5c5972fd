import { createServiceTables } from '../../../host/services/service-tables';
import { createTables } from '../../../host/store/migrate';
import { DEVICES, KEYS, SESSIONS, USERS } from '../../../src/accounts/tables';
import { CAFES, MENU, ORDERS } from '../../../src/cafe/tables';
import { LEAD_TABS } from '../../../src/leads/set-up';
import { DELIVERIES, PUSH_ENDPOINTS } from '../../../src/pushes/tables';

export * from '../../../host/store/cells';

/** For the scripts of suites, which make some of the tabs: in a database there are all of them or none. */
export function createTabs(): void {
  createServiceTables();
  createTables([
    ...[USERS, KEYS, SESSIONS, DEVICES, ...LEAD_TABS],
    ...[CAFES, MENU, ORDERS, PUSH_ENDPOINTS, DELIVERIES],
  ]);
}

/** For scripts that hear of edits, which are none here. */
export function editedRows(): never {
  throw new Error('Over SQL nobody edits a tab.');
}
