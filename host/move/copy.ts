import { createHash } from 'node:crypto';
import { textOf } from '../../src/tables/schema/column';
import { type ColumnName, columnNames, columnOf, type Row, type Table } from '../../src/tables/schema/table';
import { findAll, writeAll } from '../../src/tables/tables';
import * as write from '../../src/tables/writes';
import { getTable, idOf } from './moved-tables';
import { ownColumnsOf, type ParsedRow, parseRows, type RawRows, type Remark } from './parse-rows';

/** The id of a row, and a digest of what its cells mean. */
export type Entry = [id: string, digest: string];

/** The result of copying rows of the sheet. */
export interface Copied {
  entries: Entry[];
  /** Cells and rows that cannot be moved as they are. */
  problems: Remark[];
  /** Cells that are moved in other words than they have. */
  notes: Remark[];
  /** The headers of the columns that stay in the sheet. */
  ownColumns: string[];
}

/** Writes rows of the sheet into the database. */
export function copy({ table: name, page }: { table: string; page: RawRows }): Copied {
  const table = getTable(name);
  const { rows: parsed, problems, notes } = parseRows(table, page);
  const { rows, repeated } = table.ids ? withoutRepeated(table, parsed) : { rows: parsed, repeated: [] };
  writeAll(
    write.insert(
      table,
      rows.map(({ row }) => row),
    ),
  );
  return {
    entries: rows.map(({ row }) => toEntry(table, row)),
    problems: [...problems, ...repeated],
    notes,
    ownColumns: ownColumnsOf(table, page),
  };
}

/** The first row with an id is the one that the desk has found so far. */
function withoutRepeated(
  table: Table,
  parsed: readonly ParsedRow[],
): { rows: ParsedRow[]; repeated: Remark[] } {
  const ids = parsed.map(({ row }) => idOf(table, row));
  const seen = new Set(findAll(table, table.key as ColumnName<Table>, ids).map((row) => idOf(table, row)));
  const repeated: Remark[] = [];
  const rows = parsed.filter(({ cell, row }) => {
    const id = idOf(table, row);
    if (!seen.has(id)) return seen.add(id);
    repeated.push({ cell, text: `Another row has the ID ${id} too. Delete one of them.` });
    return false;
  });
  return { rows, repeated };
}

/** The digest is of what each cell means, as a cell would hold it. */
export function toEntry(table: Table, row: Row<Table>): Entry {
  const cells = columnNames(table).map((name) => textOf(columnOf(table, name).toCell(row[name])));
  const digest = createHash('sha256').update(JSON.stringify(cells)).digest('base64url');
  return [idOf(table, row), digest.slice(0, 22)];
}
