import { withScriptLock } from '../../platform/lock';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import type { Header } from '../grid/header';
import { cellsOf, idIn, readBlock, spansOf } from '../grid/read-cells';
import { rowReader } from '../grid/rows';
import { rangeOf, type Tab, Tabs } from '../grid/tabs';
import { forgetRows } from '../read/newest';
import type { Cell } from '../schema/column';
import { type ColumnName, columnNames, type Row, type Table } from '../schema/table';
import { isQuiet, readCounter } from './sequence';
import { assertColumns, type Write } from './write-all';

/** Rows that nobody needs any longer: one of their columns tells which. */
interface Outdated<T extends Table, C extends ColumnName<T>> {
  column: C;
  isOutdated: (value: Row<T>[C]) => boolean;
}

/** So that others need not wait for the lock any longer. */
const MOST_SPANS = 10;

/** Rows to delete that lie as far apart are not worth being read together. */
const FAR = 500;

/** Something that a timer does now and then, when nothing else is due. */
export interface MaintenanceTask {
  /** Unique. */
  name: string;
  everyMinutes: number;
  run(): void;
}

/** Deleting rows costs as much as writing several: it is done for many at once. */
const SLACK = 1.1;

/** Where the owner has sorted a tab, old rows stand all over it; the rest goes the next times. */
const MOST_RUNS = 5;

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

/** Deletes the blank rows of a table. */
export function compaction(table: Table): MaintenanceTask {
  return { name: `tidy ${table.name}`, everyMinutes: 60, run: () => compactRows(table) };
}

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
