import { ACCOUNT_TABS } from '../accounts/set-up';
import { CELL_NOTES } from '../cafe/cells';
import { CAFE_TABS, hideMinorUnits } from '../cafe/set-up';
import { measureCells } from '../health/cells';
import { LEAD_TABS } from '../leads/set-up';
import type { Jobs } from '../outbox/worker';
import { VERSION } from '../platform/build';
import * as cache from '../platform/cache';
import { properties } from '../platform/platform';
import { ACCESS, recordAccess } from '../platform/spreadsheet';
import { LayoutError } from '../platform/user-error';
import { PUSH_TABS } from '../pushes/tables';
import { migrate, readSchema } from '../tables/sheet';
import type { MaintenanceTask } from '../tables/tables';
import { JOBS } from './desks';
import { OVERVIEW } from './overview';

/** Every tab of the API sheet. */
export const API_TABS = [...ACCOUNT_TABS, ...LEAD_TABS, ...CAFE_TABS, ...PUSH_TABS];

/** The function that the timer calls. */
export const TIMER = 'deliverOutbox';

/** Brings the tabs up to date soon after a new version is pushed, and checks them now and then. */
const MIGRATION: MaintenanceTask = {
  name: `layout ${VERSION}`,
  everyMinutes: 10,
  run() {
    const stored = properties().getProperties();
    recordAccess('trigger', stored[ACCESS.trigger]);
    const schema = readSchema(stored);
    if (schema === '') return;
    migrate(API_TABS, schema);
    hideMinorUnits(stored);
  },
};

/** Counted by the timer, so that Health need not count, and its forecast needs no visit of the owner a day before. */
const CELLS: MaintenanceTask = {
  name: 'cells',
  everyMinutes: 60,
  run() {
    if (readSchema() !== '') measureCells(Date.now());
  },
};

/**
 * The same where a request comes after a new version and before the timer, and misses what that has added. Tried once
 * a minute: a tab that its owner has deleted costs the other requests no property.
 */
export function mendSheet(error: unknown): boolean {
  if (!(error instanceof LayoutError) || cache.getText(MIGRATION.name) !== undefined) return false;
  cache.setText(MIGRATION.name, 'tried', 60);
  const stored = properties().getProperties();
  if (!migrate(API_TABS, readSchema(stored))) return false;
  hideMinorUnits(stored);
  return true;
}

/** Jobs of the timer where the API runs in a sheet. */
export const SHEET_JOBS: Jobs = {
  ...JOBS,
  maintenance: [MIGRATION, ...JOBS.maintenance, CELL_NOTES, CELLS, OVERVIEW],
};
