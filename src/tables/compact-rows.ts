import { withScriptLock } from '../platform/lock';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { readBlock } from './block';
import type { Cell } from './cell';
import { isQuiet, readCounter } from './counter';
import type { Header } from './header';
import { forgetRows } from './known-rows';
import { cellsOf, idIn } from './row-cells';
import { rowReader } from './rows';
import { spansOf } from './spans';
import { type ColumnName, columnNames, type Row, type Table } from './table';
import { type Tab, Tabs } from './tabs';

/** Rows that nobody needs any longer: one of their columns tells which. */
export interface Outdated<T extends Table, C extends ColumnName<T>> {
  column: C;
  isOutdated: (value: Row<T>[C]) => boolean;
}

/** So that others need not wait for the lock any longer. */
const MOST_SPANS = 10;

/** Rows to delete that lie as far apart are not worth being read together. */
const FAR = 500;

/**
 * Deletes the blank rows that removed and unfinished rows have left, and those that are outdated, unless a row is just
 * being made: call it from a timer. Blank rows in which anything at all stands are left alone. Answers how many are
 * gone.
 */
export function compactRows<T extends Table, C extends ColumnName<T>>(
  table: T,
  outdated?: Outdated<T, C>,
): number {
  if (!isQuiet(readCounter(table.name))) return 0;
  const rows = rowsToDelete(table, outdated);
  if (rows.length === 0) return 0;
  const opened = new Tabs(boundSpreadsheet());
  opened.open(table.name);
  return withScriptLock((hasWaited) => {
    SpreadsheetApp.flush();
    if (!isQuiet(readCounter(table.name))) return 0;
    const tabs = hasWaited ? new Tabs(opened.spreadsheet) : opened;
    return close(tabs, table, { spans: spansOf(rows, FAR).slice(-MOST_SPANS), outdated });
  });
}

/** Down to the last row with an id: what lies below costs nothing. */
function rowsToDelete<T extends Table, C extends ColumnName<T>>(
  table: T,
  outdated: Outdated<T, C> | undefined,
): number[] {
  const names = outdated ? [table.key, outdated.column] : [table.key];
  const { header, rows } = readBlock(table.name, columnNames(table), names);
  const ids = rows.map((cells) => idIn(cells[header.get(table.key)]));
  const end = ids.map(Boolean).lastIndexOf(true) + 1;
  const isOver = judgeOf(table, header, outdated);
  return ids
    .slice(0, end)
    .flatMap((id, index) => (!id || isOver(rows[index] ?? [], index + 2) ? [index + 2] : []));
}

function judgeOf<T extends Table, C extends ColumnName<T>>(
  table: T,
  header: Header,
  outdated: Outdated<T, C> | undefined,
): (cells: readonly Cell[], row: number) => boolean {
  if (!outdated) return () => false;
  const read = rowReader(table, header, [outdated.column]);
  return (cells, row) => outdated.isOutdated(read(cells, row)[outdated.column]);
}

interface Closing<T extends Table, C extends ColumnName<T>> {
  spans: readonly [number, number][];
  outdated: Outdated<T, C> | undefined;
}

/** From the bottom up, so that the rows above stay where they are. */
function close<T extends Table, C extends ColumnName<T>>(
  tabs: Tabs,
  table: T,
  { spans, outdated }: Closing<T, C>,
): number {
  const tab = tabs.open(table.name);
  const isOver = judgeOf(table, tab.header, outdated);
  const key = tab.header.get(table.key);
  const isToGo = (cells: readonly Cell[], row: number) =>
    idIn(cells[key]) === '' ? cells.every((cell) => cell === '') : isOver(cells, row);
  const rows = spans.flatMap(([from, to]) =>
    cellsOf(tabs, table, from, to).flatMap((cells, index) =>
      isToGo(cells, from + index) ? [from + index] : [],
    ),
  );
  const runs = spansOf(rows, 1).reverse().slice(0, MOST_SPANS);
  const deleted = runs.map((run) => deleteRun(tab, run));
  SpreadsheetApp.flush();
  forgetRows(table);
  return deleted.reduce((sum, count) => sum + count, 0);
}

/** All but one where there are no others: no sheet can be without a row below its frozen ones. */
function deleteRun({ sheet }: Tab, [from, to]: [number, number]): number {
  const most = sheet.getMaxRows() - sheet.getFrozenRows() - 1;
  const count = Math.min(to - from + 1, most);
  if (count > 0) sheet.deleteRows(to - count + 1, count);
  return count;
}
