import type { Table } from './table';
import { tidy } from './tidy';

/** Something that has to be done now and then, by a timer, when nothing else is. */
export interface Housekeeper {
  /** Nobody else's. */
  name: string;
  everyMinutes: number;
  keep(): void;
}

/** Deletes the blank rows of a table. */
export function tidying(table: Table): Housekeeper {
  return { name: `tidy ${table.name}`, everyMinutes: 60, keep: () => tidy(table) };
}
