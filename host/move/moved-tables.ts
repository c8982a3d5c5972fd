import { MOVED_TABLES, SEALED_TABLES } from '../../src/api/desks';
import type { ColumnName, Row, Table } from '../../src/tables/schema/table';
import { scan } from '../../src/tables/tables';

export const TABLES = [...MOVED_TABLES, ...SEALED_TABLES];

export function getTable(name: string): Table {
  const table = TABLES.find((one) => one.name === name);
  if (!table) throw new Error(`There is no table ${name} to move.`);
  return table;
}

export function idOf({ key }: Table, row: Row<Table>): string {
  return String(row[key]);
}

/** Lists the ids of all rows. */
export function idsOf(table: Table): string[] {
  return scan(table, [table.key as ColumnName<Table>]).map((row) => idOf(table, row));
}
