import { withScriptLock } from '../../platform/platform';
import type { Header } from '../grid/header';
import { idIn, readBlock, rowReader, spansOf } from '../grid/rows';
import { rangeIn, Tab } from '../grid/tab';
import { invalidateRows } from '../read/newest';
import { type Filter, filtersOf, type Where } from '../read/where';
import type { Cell } from '../schema/column';
import type { ColumnName, Table } from '../schema/table';
import { isQuiet, readSequence } from './allocate';
import type { Write } from './write-all';

/** So that others need not wait for the lock any longer. */
const MAX_SPANS = 10;

/** Rows to delete that are farther apart are not read together. */
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

/** In a tab that the owner has sorted, old rows are all over it; the rest goes in later runs. */
const MAX_RUNS = 5;

/**
 * Deletes the blank rows that removed and unfinished rows have left, and those that meet `where`, unless a row is just
 * being made: call it from a timer. A row without an id that has content is left alone.
 * @returns how many rows were deleted
 */
export function compactRows<T extends Table>(table: T, where?: Where<T>): number {
  if (!isQuiet(readSequence(table.name))) return 0;
  const filters = where ? filtersOf(where) : [];
  const rows = rowsToDelete(table, filters);
  if (rows.length === 0) return 0;
  const opened = new Tab(table);
  return withScriptLock((hasWaited) => {
    SpreadsheetApp.flush();
    if (!isQuiet(readSequence(table.name))) return 0;
    const tab = hasWaited ? new Tab(table) : opened;
    const isOver = tester(table, tab.header, filters);
    const key = tab.header.get(table.key);
    const isToGo = (cells: readonly Cell[], row: number) =>
      idIn(cells[key]) === '' ? cells.every((cell) => cell === '') : isOver(cells, row);
    const still = spansOf(rows, FAR)
      .slice(-MAX_SPANS)
      .flatMap(([from, to]) =>
        tab.rows(from, to).flatMap((cells, index) => (isToGo(cells, from + index) ? [from + index] : [])),
      );
    // From the bottom up, so that the rows above stay where they are.
    const runs = spansOf(still, 1).reverse().slice(0, MAX_SPANS);
    const deleted = runs.map((run) => deleteRun(tab, run));
    SpreadsheetApp.flush();
    invalidateRows(table);
    return deleted.reduce((sum, count) => sum + count, 0);
  });
}

/** Down to the last row with an id: what lies below costs nothing. */
function rowsToDelete(table: Table, filters: readonly Filter[]): number[] {
  const { header, rows } = readBlock(table, [table.key, ...filters.map(({ column }) => column)]);
  const ids = rows.map((cells) => idIn(cells[header.get(table.key)]));
  const end = ids.map(Boolean).lastIndexOf(true) + 1;
  const isOver = tester(table, header, filters);
  return ids
    .slice(0, end)
    .flatMap((id, index) => (!id || isOver(rows[index] ?? [], index + 2) ? [index + 2] : []));
}

function tester(table: Table, header: Header, filters: readonly Filter[]) {
  const names = filters.map(({ column }) => column);
  const read = rowReader(table, header, names);
  return (cells: readonly Cell[], row: number): boolean => {
    if (filters.length === 0) return false;
    const values = read(cells, row);
    return filters.every(({ column, matches }) => matches(values[column]));
  };
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
 * Deletes the rows of a log that are older than its newest `maxRows`, by a column of times. Only for tables whose rows
 * are made by `insertRows`: those that are allocated must not move.
 */
export function truncateLog<T extends Table>(table: T, by: ColumnName<T>, maxRows: number): Write {
  return {
    check: (open) => open(table).assertHas([by]),
    write(open) {
      const tab = open(table);
      const { sheet } = tab;
      const rows = sheet.getLastRow() - 1;
      if (rows <= maxRows * SLACK) return;
      const old = oldest(tab, by, rows - maxRows);
      for (const [from, to] of spansOf(old, 1).slice(-MAX_RUNS).reverse())
        sheet.deleteRows(from, to - from + 1);
      invalidateRows(table);
    },
  };
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
