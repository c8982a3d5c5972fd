import { spansOf } from '../grid/rows';
import { rangeIn, type Tab } from '../grid/tab';
import { invalidateRows } from '../read/newest';
import type { ColumnName, Table } from '../schema/table';
import type { Write } from '../schema/write';
import { toWrite } from './write-all';

/** Deleting rows costs as much as writing several: it is done for many at once. */
const SLACK = 1.1;

/** In a tab that the owner has sorted, old rows are all over it; the rest goes in later runs. */
const MAX_DELETES = 3;

/** To read when the rows of a long log were written, and to delete some. */
const TRUNCATION_MS = 800;

/**
 * Deletes the rows of a log that are older than its newest `maxRows`, by a column of times. Only for tables whose rows
 * are made by `write.insert`: those that are allocated must not move.
 */
export function truncateLog<T extends Table>(table: T, by: ColumnName<T>, maxRows: number): Write {
  return toWrite({
    prepare: (open) => open(table).assertHas([by]),
    *write(open) {
      yield TRUNCATION_MS;
      const tab = open(table);
      const { sheet } = tab;
      const rows = sheet.getLastRow() - 1;
      if (rows <= maxRows * SLACK) return;
      const old = oldest(tab, by, rows - maxRows);
      for (const [from, to] of spansOf(old, 1).slice(-MAX_DELETES).reverse())
        sheet.deleteRows(from, to - from + 1);
      invalidateRows(table);
    },
  });
}

/** A row without a time is as old as can be. */
function oldest({ schema, header, sheet }: Tab, by: string, count: number): number[] {
  const [at] = header.letters(by);
  const times = rangeIn(schema, `${at}2:${at}${sheet.getLastRow()}`)
    .getValues()
    .map(([cell]) => (cell instanceof Date ? cell.getTime() : 0));
  return [...times.keys()]
    .sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
    .slice(0, count)
    .map((index) => index + 2);
}
