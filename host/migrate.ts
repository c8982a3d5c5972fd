import { DEVICES, KEYS, SESSIONS, USERS } from '../src/accounts/tables';
import { CAFES, MENU, ORDERS } from '../src/cafe/tables';
import { fillLeadTabs, LEAD_TABS } from '../src/leads/set-up';
import { DELIVERIES, PUSH_ENDPOINTS } from '../src/pushes/tables';
import type { Table } from '../src/tables/tables';
import { execute, SqlError, transaction } from './database/sql';
import { assertMoveHasEnded } from './graduate/state';
import { sealStored } from './services/properties-service';
import { SERVICE_TABLES } from './services/service-tables';
import { createTables } from './tables/migrate';
import { WINDOW_TABS } from './window/tables';

/** Every table of the API. */
export const API_TABLES: readonly Table[] = [
  ...[USERS, KEYS, SESSIONS, DEVICES],
  ...LEAD_TABS,
  ...[CAFES, MENU, ORDERS],
  ...[PUSH_ENDPOINTS, DELIVERIES],
  WINDOW_TABS,
];

/** What a statement is told that makes what another host is making at the same moment, though it says "if not exists". */
const MADE_MEANWHILE = ['23505', '42P07', '42701', '42710', 'XX000'];
const MAX_ATTEMPTS = 20;

/**
 * Makes the tables, and what a new release adds to them. May be repeated, and done by any number of hosts at once: each
 * statement does nothing where its work has been done.
 */
export function migrate(): void {
  for (let attempt = 1; ; attempt++) {
    try {
      for (const text of SERVICE_TABLES) execute(text);
      sealStored();
      assertMoveHasEnded();
      createTables(API_TABLES);
      // One unit, so that two hosts do not both find them empty.
      transaction(fillLeadTabs);
      return;
    } catch (error) {
      const isMade = error instanceof SqlError && MADE_MEANWHILE.includes(error.code);
      if (!isMade || attempt === MAX_ATTEMPTS) throw error;
      Utilities.sleep(100 * Math.random());
    }
  }
}
