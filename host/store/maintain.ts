import type { Table } from '../../src/tables/schema/table';
import type { TabSchema } from '../../src/tables/sheet';
import type { MaintenanceTask } from '../../src/tables/tables';
import { removeOldClaims } from './claims';
import { createTables } from './migrate';
import { foldTotals, recountOthers } from './totals';

export type { MaintenanceTask } from '../../src/tables/tables';

/** What the engine needs to be done now and then. */
export const engineTasks = (tables: readonly Table[]): readonly MaintenanceTask[] => [
  // Before the rows of writers are added up: after that they do not tell whose they were.
  { name: 'recount', everyMinutes: 10, run: () => recountOthers(tables) },
  { name: 'add up totals', everyMinutes: 60, run: foldTotals },
  { name: 'old claims', everyMinutes: 360, run: removeOldClaims },
];

/** Makes what a release has added. */
export function migrate(tabs: readonly TabSchema[]): boolean {
  createTables(tabs.filter((tab): tab is Table => !('entries' in tab)));
  return true;
}
