import type { Table } from '../../src/tables/schema/table';
import type { MaintenanceTask } from '../../src/tables/tables';
import { removeOldClaims } from './claims';
import { foldTotals, recountOthers } from './totals';

export type { MaintenanceTask } from '../../src/tables/tables';

/** Tasks that the engine needs done now and then. */
export const engineTasks = (tables: readonly Table[]): readonly MaintenanceTask[] => [
  // Before the rows of writers are added up: after that they do not tell whose they were.
  { name: 'recount', everyMinutes: 10, run: () => recountOthers(tables) },
  { name: 'add up totals', everyMinutes: 60, run: foldTotals },
  { name: 'old claims', everyMinutes: 360, run: removeOldClaims },
];
