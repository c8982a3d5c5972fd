import { forgetRows } from './known-rows';
import { rangeOf } from './ranges';
import { spansOf } from './spans';
import type { ColumnName, Table } from './table';
import type { Tabs } from './tabs';
import { assertColumns, type Write } from './write-all';

/** Deleting rows costs as much as writing several: it is done for many at once. */
const SLACK = 1.1;
/** Where the owner has sorted a tab, old rows stand all over it; the rest goes the next times. */
const MOST_RUNS = 5;

/**
 * Deletes the rows of a log that are older than its newest `most`, by a column of times. Only for tables whose rows
 * are made by `insert`: those that are reserved must not move.
 */
export function truncateLog<T extends Table>(table: T, by: ColumnName<T>, most: number): Write {
  return {
    check: (tabs) => assertColumns(tabs, table, [by]),
    write(tabs) {
      const { sheet } = tabs.open(table.name);
      const rows = sheet.getLastRow() - 1;
      if (rows <= most * SLACK) return;
      const old = oldest(tabs, table, { by, count: rows - most });
      for (const [from, to] of spansOf(old, 1).slice(-MOST_RUNS).reverse())
        sheet.deleteRows(from, to - from + 1);
      forgetRows(table);
    },
  };
}

/** A row without a time is as old as can be. */
function oldest(tabs: Tabs, { name }: Table, { by, count }: { by: string; count: number }): number[] {
  const [at] = tabs.open(name).header.letters(by);
  const times = rangeOf(tabs.spreadsheet, name, `${at}2:${at}${tabs.open(name).sheet.getLastRow()}`)
    .getValues()
    .map(([cell]) => (cell instanceof Date ? cell.getTime() : 0));
  return [...times.keys()]
    .sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
    .slice(0, count)
    .map((index) => index + 2);
}
