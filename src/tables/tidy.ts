import { isQuiet, readCounter } from './counter';
import { readIds } from './ids';
import { forgetRows } from './known-rows';
import { underScriptLock } from './lock';
import { cellsOf } from './row-cells';
import { spansOf } from './spans';
import type { Table } from './table';
import { Tabs } from './tabs';

/** So that others need not wait for the lock any longer. */
const MOST_SPANS = 10;

/** Blank rows that lie as far apart are not worth being read together. */
const FAR = 500;

/**
 * Deletes the blank rows that removed and unfinished rows have left, unless a row is just being made: call it from a
 * timer. Rows in which anything at all stands are left alone. Answers how many are gone.
 */
export function tidy(table: Table): number {
  const tabs = new Tabs(SpreadsheetApp.getActiveSpreadsheet());
  if (!isQuiet(readCounter(table.name))) return 0;
  const blank = rowsWithoutId(tabs, table);
  if (blank.length === 0) return 0;
  return underScriptLock(() => {
    SpreadsheetApp.flush();
    if (!isQuiet(readCounter(table.name))) return 0;
    return close(tabs, table, spansOf(blank, FAR).slice(-MOST_SPANS));
  });
}

/** Down to the last row with an id: what lies below costs nothing. */
function rowsWithoutId(tabs: Tabs, table: Table): number[] {
  const ids = readIds(tabs, table);
  const end = ids.map(Boolean).lastIndexOf(true) + 1;
  return ids.slice(0, end).flatMap((id, index) => (id ? [] : [index + 2]));
}

/** From the bottom up, so that the rows above stay where they are. */
function close(tabs: Tabs, table: Table, spans: readonly [number, number][]): number {
  const { sheet } = tabs.open(table.name);
  const blank = spans.flatMap(([from, to]) =>
    cellsOf(tabs, table, from, to).flatMap((cells, index) =>
      cells.every((cell) => cell === '') ? [from + index] : [],
    ),
  );
  const runs = spansOf(blank, 1).reverse().slice(0, MOST_SPANS);
  for (const [from, to] of runs) sheet.deleteRows(from, to - from + 1);
  SpreadsheetApp.flush();
  forgetRows(table);
  return runs.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}
