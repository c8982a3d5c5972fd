import { createHash } from 'node:crypto';
import { type ColumnName, columnNames, type Table } from '../../src/tables/schema/table';
import { mapRows } from '../../src/tables/tables';
import { type Entry, toEntry } from './copy';
import { getTable } from './moved-tables';

export interface Comparison {
  sheet: { rows: number; hash: string };
  database: { rows: number; hash: string };
  /** The first of the rows that differ. */
  differences: string[];
}

const MAX_DIFFERENCES = 20;

/** Compares the copied rows with the database's, read as the API reads them. */
export function compare({ table: name, copied: given }: { table: string; copied: Entry[] }): Comparison {
  const table = getTable(name);
  const copied = inOrder(table, given);
  const present = inOrder(
    table,
    mapRows(table, { where: {}, columns: columnNames(table) as ColumnName<Table>[] }, (row) =>
      toEntry(table, row),
    ),
  );
  const toText = ([id, digest]: Entry) => `${id} ${digest}`;
  const [inSheet, inDatabase] = [new Set(copied.map(toText)), new Set(present.map(toText))];
  const differing = [
    ...copied.filter((entry) => !inDatabase.has(toText(entry))),
    ...present.filter((entry) => !inSheet.has(toText(entry))),
  ];
  return {
    sheet: { rows: copied.length, hash: hashOf(copied) },
    database: { rows: present.length, hash: hashOf(present) },
    differences: [...new Set(differing.map(([id]) => id))].slice(0, MAX_DIFFERENCES),
  };
}

/** Sorts entries as the database has them: by number, or as they stood in the sheet. */
function inOrder(table: Table, entries: readonly Entry[]): Entry[] {
  if (!table.ids) return [...entries];
  return [...entries].sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
}

function hashOf(entries: readonly Entry[]): string {
  const hash = createHash('sha256');
  for (const [id, digest] of entries) hash.update(`${id}\0${digest}\n`);
  return hash.digest('hex').slice(0, 16);
}
