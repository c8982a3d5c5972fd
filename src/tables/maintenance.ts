import { compactRows } from './compact-rows';
import type { Table } from './table';

/** Something that a timer does now and then, when nothing else is due. */
export interface MaintenanceTask {
  /** Unique. */
  name: string;
  everyMinutes: number;
  run(): void;
}

/** Deletes the blank rows of a table. */
export function compaction(table: Table): MaintenanceTask {
  return { name: `tidy ${table.name}`, everyMinutes: 60, run: () => compactRows(table) };
}
