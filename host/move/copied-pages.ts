import { createHash } from 'node:crypto';
import { textOf } from '../../src/tables/schema/column';
import { type ColumnName, columnNames, columnOf, type Row, type Table } from '../../src/tables/schema/table';
import { findAll, writeAll } from '../../src/tables/tables';
import * as write from '../../src/tables/writes';
import { execute, query, transaction } from '../database/sql';
import { getTable, idOf } from './moved-tables';
import { ownColumnsOf, type ParsedRow, parseRows, type RawRows, type Remark } from './parse-rows';
import type { Place } from './source';

/** Of each page what its rows were made of: their ids and digests, and what a person has to know of them. */
export const PAGES_TABLE = `create table if not exists graduation_pages (
  table_name text not null,
  first_row bigint not null,
  row_count bigint not null,
  etag text not null,
  entries text not null,
  remarks text not null,
  primary key (table_name, first_row))`;

/** The id of a row, and a digest of what its cells mean. */
export type Entry = [id: string, digest: string];

export interface Remarks {
  problems: Remark[];
  notes: Remark[];
}

interface Replacing {
  table: string;
  /** The pages that are no longer as they were copied. */
  stale: readonly number[];
  page?: RawRows & { count: number; etag: string };
}

/** Rows of a page, and that it has been copied, in one transaction. Returns the columns of the owner's own. */
export function replace({ table: name, stale, page }: Replacing): { ownColumns: string[] } {
  const table = getTable(name);
  if (!page) {
    transaction(() => dropPages(table, stale));
    return { ownColumns: [] };
  }
  const { rows: parsed, problems, notes } = parseRows(table, page);
  transaction(() => {
    dropPages(table, [page.from]);
    const { rows, repeated } = table.ids ? withoutRepeated(table, parsed) : { rows: parsed, repeated: [] };
    writeAll(
      write.insert(
        table,
        rows.map(({ row }) => row),
      ),
    );
    execute(
      `insert into graduation_pages (table_name, first_row, row_count, etag, entries, remarks)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        name,
        page.from,
        page.count,
        page.etag,
        JSON.stringify(rows.map(({ row }) => toEntry(table, row))),
        JSON.stringify({ problems: [...problems, ...repeated], notes } satisfies Remarks),
      ],
    );
  });
  return { ownColumns: ownColumnsOf(table, page.header) };
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

/** Where rows have no numbers, their order is that in which they come: all that follow come again. */
function dropPages(table: Table, firstRows: readonly number[]): void {
  const isFollowing = table.ids ? 'first_row = any($2)' : 'first_row >= any($2)';
  const gone = query<{ entries: string }>(
    `delete from graduation_pages where table_name = $1 and ${isFollowing} returning entries`,
    [table.name, firstRows],
  );
  const ids = gone.flatMap(({ entries }) => (JSON.parse(entries) as Entry[]).map(([id]) => id));
  writeAll(write.remove(table, ids));
}

/** The places that have been copied. */
export function readPages(): (Place & { etag: string })[] {
  const rows = query<{ table_name: string; first_row: number; row_count: number; etag: string }>(
    'select table_name, first_row, row_count, etag from graduation_pages order by table_name, first_row',
  );
  return rows.map(({ table_name: table, first_row: from, row_count: count, etag }) => ({
    table,
    from,
    count,
    etag,
  }));
}

/** What was copied of a table, in the order of the sheet, and what a person has to know of it. */
export function readCopied(table: Table): { entries: Entry[]; remarks: Remarks } {
  const pages = query<{ entries: string; remarks: string }>(
    'select entries, remarks from graduation_pages where table_name = $1 order by first_row',
    [table.name],
  );
  const remarks = pages.map((page) => JSON.parse(page.remarks) as Remarks);
  return {
    entries: pages.flatMap(({ entries }) => JSON.parse(entries) as Entry[]),
    remarks: {
      problems: remarks.flatMap(({ problems }) => problems),
      notes: remarks.flatMap(({ notes }) => notes),
    },
  };
}

/** The digest is of what each cell means, as a cell would hold it. */
export function toEntry(table: Table, row: Row<Table>): Entry {
  const cells = columnNames(table).map((name) => textOf(columnOf(table, name).toCell(row[name])));
  const digest = createHash('sha256').update(JSON.stringify(cells)).digest('base64url');
  return [idOf(table, row), digest.slice(0, 22)];
}
