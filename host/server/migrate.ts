import { DEVICES, KEYS, SESSIONS, USERS } from '../../src/accounts/tables';
import { CAFES, MENU, ORDERS } from '../../src/cafe/tables';
import { fillLeadTabs, LEAD_TABS } from '../../src/leads/set-up';
import { DELIVERIES, PUSH_ENDPOINTS } from '../../src/pushes/tables';
import type { Table } from '../../src/tables/tables';
import { transaction } from '../database/sql';
import { assertMoveHasEnded } from '../move/state';
import { WINDOW_TABS } from '../move/window/tables';
import { sealStored } from '../services/properties-service';
import { createServiceTables } from '../services/service-tables';
import { createTables, untilMade } from '../store/migrate';

/** Every table of the API. */
export const API_TABLES: readonly Table[] = [
  ...[USERS, KEYS, SESSIONS, DEVICES],
  ...LEAD_TABS,
  ...[CAFES, MENU, ORDERS],
  ...[PUSH_ENDPOINTS, DELIVERIES],
  WINDOW_TABS,
];

/**
 * Makes the tables, and what a new release adds to them. May be repeated, and done by any number of hosts at once: each
 * statement does nothing where its work has been done.
 */
export function migrate(): void {
  untilMade(createServiceTables);
  sealStored();
  assertMoveHasEnded();
  createTables(API_TABLES);
  // One unit, so that two hosts do not both find them empty.
  transaction(fillLeadTabs);
}
